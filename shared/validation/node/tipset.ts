/** Tipsets in node JSON: `{Cids, Blocks, Height}`, as returned by ChainHead and the ChainGetTipSet methods. */
import { z } from 'zod';
import type { NetworkLetter } from '../../domain/addresses/address.ts';
import type { Tipset } from '../../domain/chain/tipset.ts';
import { cidToLink } from '../../domain/encoding/cid.ts';
import { blockHeaderToJson, zNodeBlockHeader } from './block-header.ts';
import { parseNode, zCidLink, zSafeInteger } from './primitives.ts';

/** More than any tipset has had; limits memory. */
const MAX_BLOCKS = 64;

export const zNodeTipset = z
  .object({
    Cids: z.array(zCidLink).min(1).max(MAX_BLOCKS),
    Blocks: z.array(zNodeBlockHeader).min(1).max(MAX_BLOCKS),
    Height: zSafeInteger,
  })
  .refine(({ Cids, Blocks }) => Cids.length === Blocks.length, 'The number of CIDs differs from the number of blocks.')
  .refine(
    ({ Blocks, Height }) => Blocks.every((block) => block.height === Height),
    'The height of a block differs from that of its tipset.',
  )
  .transform(({ Cids, Blocks, Height }): Tipset => ({ key: Cids, blocks: Blocks, height: Height }));

/** Parses a `TipSet`: at least one block, one CID each, all of one height. Does not recompute CIDs. Throws `DomainError` `node-answer`. */
export function parseNodeTipset(value: unknown): Tipset {
  return parseNode(zNodeTipset, value, 'a tipset');
}

export function tipsetToJson(tipset: Tipset, letter: NetworkLetter) {
  return {
    Cids: tipset.key.map(cidToLink),
    Blocks: tipset.blocks.map((block) => blockHeaderToJson(block, letter)),
    Height: tipset.height,
  };
}

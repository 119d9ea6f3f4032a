/** What a block of a node's store is, by its bytes alone: a block does not say it. */

import { ACTOR_TYPES } from '../actor-type.ts';
import { stateTreeRoot } from '../actors/actor-entry.ts';
import { actorManifest } from '../actors/actor-manifest.ts';
import { actorStateCodec } from '../actors/actor-state-codec.ts';
import { messageMeta, messageReceipt } from '../actors/block-collections.ts';
import { STATE_LAYOUTS } from '../actors/state-layout.ts';
import { decodeBlockHeader } from '../block-header.ts';
import { decodeCbor } from '../cbor.ts';
import { type Cid, cidParts } from '../cid.ts';
import { DomainError } from '../domain-error.ts';
import { decodeBlock } from '../ipld/codec.ts';
import { decodeMessage, decodeSignedMessage } from '../message.ts';

const RAW = 0x55;
const BLOCK = 'a block header';

type Attempt = readonly [what: string, read: (bytes: Uint8Array) => unknown];

const ATTEMPTS: readonly Attempt[] = [
  [BLOCK, decodeBlockHeader],
  ['a message', decodeMessage],
  ['a signed message', decodeSignedMessage],
  ['the root of a state', (bytes) => decodeBlock(stateTreeRoot, bytes)],
  ['the messages of a block, by their roots', (bytes) => decodeBlock(messageMeta, bytes)],
  ['the receipt of a message', (bytes) => decodeBlock(messageReceipt.v16, bytes)],
  ["the list of a network's actors", (bytes) => decodeBlock(actorManifest, bytes)],
  ...STATE_LAYOUTS.toReversed().flatMap((layout) =>
    ACTOR_TYPES.filter((type) => type !== 'account').flatMap((type): Attempt[] => {
      const codec = actorStateCodec(type, layout);
      return codec === undefined ? [] : [[`the state of an actor, as ${type} actors have it`, (bytes) => decodeBlock(codec, bytes)]];
    }),
  ),
];

/** What the bytes of a CID are, in words that stand after "is": the first that they fit, most particular ones first. */
export function guessObject(cid: Cid, bytes: Uint8Array): string {
  if (cidParts(cid).codec === RAW) return 'bytes without a structure, such as the code of a contract';
  for (const [what, read] of ATTEMPTS) {
    if (isRead(() => read(bytes))) return what;
  }
  return isRead(() => decodeCbor(bytes)) ? 'CBOR of another kind, such as a node of a map or of an array' : 'bytes that are no CBOR';
}

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

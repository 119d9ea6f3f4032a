/** Identifies a CID: by its codec, on the chain, in the mempool, and last by the object in the node's block store. */
import { tipsetKeyCid } from '../../../shared/domain/chain/tipset.ts';
import { pieceCidOf, pieceOfCidV2 } from '../../../shared/domain/deals/piece-cid.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Cid, cidParts } from '../../../shared/domain/encoding/cid.ts';
import { isBlockOf } from '../../../shared/domain/state/block-hash.ts';
import { guessObject } from '../../../shared/domain/state/guess-object.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { SearchHit, SearchResult } from '../../../shared/ipc/schemas/chain.ts';
import { MAX_OBJECT_REPLY_BYTES, zNodeObject } from '../../../shared/validation/node/chain-object.ts';
import { optional } from '../optional.ts';
import type { ChainReader } from './chain-reader.ts';
import type { HeadChain } from './head-chain.ts';
import type { Search } from './search.ts';

const CAUSE = 'search';
/** Codes of the multicodec table. */
const DAG_CBOR = 0x71;
const DAG_PB = 0x70;
const RAW = 0x55;
const SHA2_256 = 0x12;
const UNSEALED_COMMITMENT = 0xf101;
const SEALED_COMMITMENT = 0xf102;
const PADDED_TREE = 0x1011;

export async function searchCids(search: Search, cids: readonly Cid[]): Promise<SearchResult> {
  const { reader } = search;
  const [cid] = cids;
  if (cid === undefined) {
    return { hits: [] };
  }
  if (cids.length > 1) {
    try {
      const { value } = await reader.tipset(cids, CAUSE);
      return { hits: [{ kind: 'tipset-key', key: [...value.key], height: value.height }] };
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      const problem = isRefusal(error)
        ? `The endpoint could not identify these CIDs: ${error.message}`
        : 'These CIDs are not the key of a tipset that this endpoint has. Their order is part of the key.';
      return { hits: [], problem };
    }
  }
  return ofForm(cid) ?? searchObject(search, cid);
}

/** "Not found" is an answer; an endpoint that is busy or unreachable has not answered. */
function isRefusal({ code }: SextantError): boolean {
  return code.startsWith('endpoint-');
}

/** Identify a CID by its codec and hash, without a call. */
function ofForm(cid: Cid): SearchResult | undefined {
  const { codec, hash } = cidParts(cid);
  if (codec === UNSEALED_COMMITMENT) return { hits: [{ kind: 'deals-of', what: 'piece', cid }] };
  if (codec === RAW && hash === PADDED_TREE) {
    try {
      return {
        hits: [{ kind: 'deals-of', what: 'piece', cid: pieceCidOf(pieceOfCidV2(cid).commitment), note: 'Read from its version 2 CID.' }],
      };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { hits: [], problem: error.message };
    }
  }
  if (codec === SEALED_COMMITMENT) {
    return {
      hits: [],
      problem: 'This is the sealed CID of a sector. Nodes cannot look up sectors by it. Open the miner and filter its sectors by this CID.',
    };
  }
  if (codec === DAG_CBOR && hash === SHA2_256) {
    return { hits: [{ kind: 'deals-of', what: 'proposal', cid, note: 'A signed deal proposal or data, by its codec and hash.' }] };
  }
  if (codec === DAG_PB || (codec === RAW && hash === SHA2_256)) {
    return { hits: [{ kind: 'deals-of', what: 'label', cid, note: 'Data CID; finds deals with it as their label.' }] };
  }
  return undefined;
}

async function searchObject({ reader, chain }: Search, cid: Cid): Promise<SearchResult> {
  const held = chain.tipsets.find((tipset) => tipset.key.includes(cid) || tipsetKeyCid(tipset.key) === cid);
  if (held !== undefined) {
    return { hits: [keyHit(held.key, held.height, cid)] };
  }
  const isCbor = cidParts(cid).codec === DAG_CBOR;
  let refusal: SextantError | undefined;
  const asked = async <T>(read: Promise<T>): Promise<T | undefined> => {
    try {
      return await read;
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      if (isRefusal(error)) refusal = error;
      return undefined;
    }
  };
  const [message, block] = isCbor ? await Promise.all([asked(reader.message(cid, CAUSE)), asked(reader.block(cid, CAUSE))]) : [];
  const hits: SearchHit[] = message === undefined ? [] : [{ kind: 'message', cid }];
  if (block !== undefined) {
    hits.push(await tipsetOfBlock(reader, chain, cid, block.value.height));
  }
  if (hits.length === 0 && isCbor) {
    const pooled = await optional(() => reader.pool(CAUSE));
    if (pooled?.value.some(({ signedCid, unsignedCid }) => signedCid === cid || unsignedCid === cid) === true) {
      hits.push({ kind: 'message', cid });
    }
  }
  if (hits.length > 0) return { hits };
  const object = await asked(
    reader.client.call('ChainReadObj', [{ '/': cid }], { schema: zNodeObject, cause: CAUSE, maxReplyBytes: MAX_OBJECT_REPLY_BYTES }),
  );
  if (object !== undefined) {
    if (!isBlockOf(cid, object.value))
      return { hits, problem: 'The endpoint returned a block that does not match its CID. It was not used.' };
    return { hits: [{ kind: 'object', cid, what: guessObject(cid, object.value), callId: object.call.id }] };
  }
  if (refusal !== undefined) return { hits, problem: `The endpoint could not identify this CID: ${refusal.message}` };
  return {
    hits,
    problem:
      'This endpoint has no message, block, tipset or other object with this CID. Deals cannot be found by the market’s own proposal CID (bafy2bza…), only by the signed proposal (bafyrei…) on the node that made it.',
  };
}

/** Return the tipset of the accepted chain that has the block, or the block alone if it was orphaned. */
async function tipsetOfBlock(reader: ChainReader, chain: HeadChain, cid: string, height: number): Promise<SearchHit> {
  const head = chain.head;
  const tipset =
    head === undefined || height > head.height ? undefined : await optional(() => reader.tipsetByHeight(height, head.key, CAUSE));
  return tipset?.value.key.some((own) => own === cid) === true ? keyHit(tipset.value.key, height, cid) : keyHit([cid], height, cid);
}

function keyHit(key: readonly string[], height: number, cid: string): SearchHit {
  return { kind: 'tipset-key', key: [...key], height, ...(key.includes(cid) ? { block: cid } : {}) };
}

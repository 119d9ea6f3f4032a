/** Looks up what a search text means on the connected network. Reads only, a handful of calls at most. */
import { actorTypeFromCode } from '../../../shared/domain/actor-code.ts';
import type { ActorType } from '../../../shared/domain/actor-type.ts';
import { type Address, formatAddress } from '../../../shared/domain/address.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import { tipsetKeyCid } from '../../../shared/domain/tipset.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { SearchHit, SearchResult } from '../../../shared/ipc/schemas/chain.ts';
import { METHODS } from '../../../shared/rpc/methods.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { zNodeActor, zNodeAddress, zNodeMarketDeal } from '../../../shared/validation/node/provider-state.ts';
import { optional } from '../optional.ts';
import type { ChainReader } from './chain-reader.ts';
import type { HeadChain } from './head-chain.ts';
import { isUnknownTipset, readPinned } from './pinned-node.ts';
import { meaningOf } from './search-text.ts';

const CAUSE = 'search';
const METHOD_HITS = 8;

/** @throws SextantError only where the endpoint cannot be asked at all; what is not found is said in `problem` */
export async function searchChain(reader: ChainReader, chain: HeadChain, text: string): Promise<SearchResult> {
  const meaning = meaningOf(text);
  switch (meaning.kind) {
    case 'nothing':
      return { hits: [], problem: 'This is not an address, a CID, an epoch, a deal number or the name of a method.' };
    case 'number':
      return searchNumber(reader, chain, meaning.value, meaning.only);
    case 'address':
      return searchAddress(reader, chain, meaning.address);
    case 'cids':
      return searchCids(reader, chain, meaning.cids);
    case 'misspelled':
      return { hits: [], problem: meaning.problem };
    case 'method':
      return searchMethod(meaning.text);
    default:
      return meaning satisfies never;
  }
}

async function searchNumber(
  reader: ChainReader,
  chain: HeadChain,
  value: number,
  only: 'epoch' | 'deal' | undefined,
): Promise<SearchResult> {
  const hits: SearchHit[] = [];
  const head = chain.head;
  if (only !== 'deal' && head !== undefined && value <= head.height) {
    const note = nullRoundNote(chain, value);
    hits.push({ kind: 'tipset', height: value, ...(note === undefined ? {} : { note }) });
  }
  if (only !== 'epoch') {
    const deal = await optional(() =>
      readPinned(reader.client, chain.tipsets, CAUSE, (node) =>
        node.read('StateMarketStorageDeal', (key) => [value, key], zNodeMarketDeal),
      ),
    );
    if (deal !== undefined) {
      hits.push({ kind: 'deal', dealId: value });
    }
  }
  if (hits.length > 0) {
    return { hits };
  }
  const above =
    head !== undefined && value > head.height
      ? `epoch ${formatInteger(value)} is above the head, which is at ${formatInteger(head.height)}`
      : undefined;
  const noDeal = `there is no deal ${formatInteger(value)} in the market actor's state`;
  const problem = [only === 'deal' ? undefined : above, only === 'epoch' ? undefined : noDeal].filter(Boolean).join(', and ');
  return { hits, problem: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.` };
}

/** What the accepted chain knows of an epoch without blocks. */
function nullRoundNote(chain: HeadChain, height: number): string | undefined {
  const oldest = chain.tipsets[0];
  if (oldest === undefined || height <= oldest.height || chain.tipsets.some((tipset) => tipset.height === height)) {
    return undefined;
  }
  const before = chain.tipsets.findLast((tipset) => tipset.height < height);
  return before === undefined ? undefined : `Null round: no block was made. The tipset before it is ${formatInteger(before.height)}.`;
}

async function searchAddress(reader: ChainReader, chain: HeadChain, parsed: Address): Promise<SearchResult> {
  const address = formatAddress(parsed, reader.letter);
  return readPinned(reader.client, chain.tipsets, CAUSE, async (node) => {
    try {
      const [actor, id] = await Promise.all([
        node.read('StateGetActor', (key) => [address, key], zNodeActor),
        optional(() => node.read('StateLookupID', (key) => [address, key], zNodeAddress)),
      ]);
      const type = actorTypeFromCode(actor.value.Code);
      if (type !== undefined) {
        reader.actorTypes.set(parsed, type);
      }
      return { hits: [hitOf(address, type, id?.value, actor.value.Balance, Number(actor.value.Nonce))] };
    } catch (error) {
      if (!(error instanceof SextantError) || isUnknownTipset(error)) {
        throw error;
      }
      if (/actor not found/i.test(error.details?.nodeMessage ?? '')) {
        return {
          hits: [{ kind: 'actor', address }],
          problem: 'The address is well formed, but no actor has been created for it on this network yet.',
        };
      }
      return { hits: [{ kind: 'actor', address }], problem: error.message };
    }
  });
}

function hitOf(address: string, type: ActorType | undefined, idAddress: string | undefined, balance: string, nonce: number): SearchHit {
  if (type === 'storageminer') {
    return { kind: 'miner', address: idAddress ?? address };
  }
  return {
    kind: 'actor',
    address,
    ...(idAddress === undefined ? {} : { idAddress }),
    ...(type === undefined ? {} : { type }),
    balance,
    nonce,
  };
}

async function searchCids(reader: ChainReader, chain: HeadChain, cids: readonly Cid[]): Promise<SearchResult> {
  const [cid] = cids;
  if (cid === undefined) {
    return { hits: [] };
  }
  if (cids.length > 1) {
    const tipset = await optional(() => reader.tipset(cids, CAUSE));
    return tipset === undefined
      ? { hits: [], problem: 'These CIDs are not the key of a tipset that this endpoint has. Their order is part of the key.' }
      : { hits: [{ kind: 'tipset-key', key: [...tipset.value.key], height: tipset.value.height }] };
  }
  const held = chain.tipsets.find((tipset) => tipset.key.includes(cid) || tipsetKeyCid(tipset.key) === cid);
  if (held !== undefined) {
    return { hits: [{ kind: 'tipset-key', key: [...held.key], height: held.height }] };
  }
  const [message, block] = await Promise.all([optional(() => reader.message(cid, CAUSE)), optional(() => reader.block(cid, CAUSE))]);
  const hits: SearchHit[] = message === undefined ? [] : [{ kind: 'message', cid }];
  if (block !== undefined) {
    hits.push(await tipsetOfBlock(reader, chain, cid, block.value.height));
  }
  if (hits.length === 0) {
    const pooled = await optional(() => reader.pool(CAUSE));
    if (pooled?.value.some(({ signedCid, unsignedCid }) => signedCid === cid || unsignedCid === cid) === true) {
      hits.push({ kind: 'message', cid });
    }
  }
  return hits.length > 0 ? { hits } : { hits, problem: 'This endpoint has no message, block or tipset with this CID.' };
}

/** The tipset on the accepted chain that has the block, or the block alone where it was orphaned. */
async function tipsetOfBlock(reader: ChainReader, chain: HeadChain, cid: string, height: number): Promise<SearchHit> {
  const head = chain.head;
  const tipset =
    head === undefined || height > head.height ? undefined : await optional(() => reader.tipsetByHeight(height, head.key, CAUSE));
  return tipset?.value.key.some((own) => own === cid) === true
    ? { kind: 'tipset-key', key: [...tipset.value.key], height }
    : { kind: 'tipset-key', key: [cid], height };
}

function searchMethod(text: string): SearchResult {
  const wanted = text.toLowerCase();
  const names = METHODS.map(({ name }) => name);
  const exact = names.filter((name) => name.toLowerCase() === wanted);
  const starting = names.filter((name) => name.toLowerCase().startsWith(wanted));
  const containing = names.filter((name) => wanted.length >= 3 && name.toLowerCase().includes(wanted));
  const hits = [...new Set([...exact, ...starting, ...containing])].slice(0, METHOD_HITS);
  return hits.length > 0
    ? { hits: hits.map((method) => ({ kind: 'method', method })) }
    : { hits: [], problem: `“${text}” is not an address, a CID, a number or the name of a method.` };
}

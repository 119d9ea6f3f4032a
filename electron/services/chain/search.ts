/** Looks up a search text on the connected network. Read-only, a few calls at most. */
import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { timeMsToEpoch } from '../../../shared/domain/chain/epoch.ts';
import { methodsOf } from '../../../shared/domain/methods/actor-methods.ts';
import { ACTOR_TYPES, type ActorType } from '../../../shared/domain/methods/actor-type.ts';
import { explainExitCode } from '../../../shared/domain/methods/exit-code.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { SearchHit, SearchResult } from '../../../shared/ipc/schemas/chain.ts';
import { METHODS } from '../../../shared/rpc/methods.ts';
import { formatDateTime, formatInteger } from '../../../shared/text/format.ts';
import { zCidLink } from '../../../shared/validation/node/primitives.ts';
import { zNodeActor, zNodeAddress, zNodeMarketDeal } from '../../../shared/validation/node/provider-state.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import { optional } from '../optional.ts';
import { isUnknownTipset, readPinned } from '../pinned/pinned-node.ts';
import type { ChainReader } from './chain-reader.ts';
import type { HeadChain } from './head-chain.ts';
import { searchCids } from './search-cids.ts';
import { findPeer, searchClaim, searchNonce, searchSector } from './search-parts.ts';
import { meaningOf, type NumberLabel, type SearchMeaning } from './search-text.ts';

const CAUSE = 'search';
const METHOD_HITS = 8;
const LABEL_HITS = 6;
/** Highest common exit code; higher ones are specific to each actor. */
const LAST_COMMON_EXIT_CODE = 63;

/** Local data to search. */
export interface SearchSources {
  readonly book: Pick<KnownAddresses, 'find' | 'list'>;
  /** IDs of watched miners, with the network's letter. */
  readonly ownMiners: () => Promise<readonly string[]>;
}

export interface Search {
  readonly reader: ChainReader;
  readonly chain: HeadChain;
  readonly sources: SearchSources;
}

/** @throws SextantError only if the endpoint cannot be reached; a text that is not found is reported in `problem` */
export async function searchChain(search: Search, text: string): Promise<SearchResult> {
  const meaning = meaningOf(text);
  const { hits, problem } = await searchMeaning(search, meaning);
  const labelled = meaning.kind === 'misspelled' ? [] : labelHits(search, text);
  const isAlone = hits.length === 0 && labelled.length > 0;
  return { hits: [...labelled, ...hits], ...(problem === undefined || isAlone ? {} : { problem }) };
}

function searchMeaning(search: Search, meaning: SearchMeaning): SearchResult | Promise<SearchResult> {
  switch (meaning.kind) {
    case 'nothing':
      return {
        hits: [],
        problem:
          'Not recognised. Search accepts an address, CID, epoch, date, deal, sector, claim, sender and nonce, peer ID, exit code, address book label or method name.',
      };
    case 'number':
      return searchNumber(search, meaning.value, meaning.only);
    case 'address':
      return searchAddress(search, meaning.address, meaning.letter);
    case 'cids':
      return searchCids(search, meaning.cids);
    case 'sector':
      return searchSector(search, meaning.miner, meaning.sector);
    case 'nonce':
      return searchNonce(search, meaning.from, meaning.nonce);
    case 'claim':
    case 'allocation':
      return searchClaim(search, meaning);
    case 'moment':
      return searchMoment(search, meaning.timeMs);
    case 'peer':
      return findPeer(search, meaning.peerId);
    case 'eth-hash':
      return searchEthHash(search, meaning.hash);
    case 'misspelled':
      return { hits: [], problem: meaning.problem };
    case 'method':
      return searchMethod(meaning.text);
    default:
      return meaning satisfies never;
  }
}

/** Find addresses whose label contains the text. */
function labelHits({ reader, sources }: Search, text: string): SearchHit[] {
  const wanted = text.trim().toLowerCase();
  if (wanted.length < 2) return [];
  return sources.book
    .list()
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .slice(0, LABEL_HITS)
    .map(({ address, label }) => ({ kind: 'actor', address: formatAddress(address, reader.letter), label }));
}

async function searchNumber(search: Search, value: number, only: NumberLabel | undefined): Promise<SearchResult> {
  const { chain } = search;
  if (only === 'exit') return { hits: [exitHit(value)] };
  if (only === 'sector') return searchOwnSectors(search, value);
  const hits: SearchHit[] = [];
  const head = chain.head;
  if (only !== 'deal' && head !== undefined && value <= head.height) {
    const note = nullRoundNote(chain, value);
    hits.push({ kind: 'tipset', height: value, ...(note === undefined ? {} : { note }) });
  }
  const noDeal = only === 'epoch' ? undefined : await whyNoDeal(search, value);
  if (only !== 'epoch' && noDeal === undefined) hits.push({ kind: 'deal', dealId: value });
  if (only === undefined && value > 0 && value <= LAST_COMMON_EXIT_CODE) hits.push(exitHit(value));
  if (hits.length > 0) {
    return { hits };
  }
  const above =
    head !== undefined && value > head.height
      ? `epoch ${formatInteger(value)} is above the head, which is at ${formatInteger(head.height)}`
      : undefined;
  const problem = [only === 'deal' ? undefined : above, noDeal].filter(Boolean).join(', and ');
  return { hits, problem: `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.` };
}

/** Return a problem unless the market has the deal. An error of the endpoint does not mean that there is none. */
async function whyNoDeal({ reader, chain }: Search, id: number): Promise<string | undefined> {
  try {
    await readPinned(reader.client, chain.tipsets, CAUSE, (node) =>
      node.read('StateMarketStorageDeal', (key) => [id, key], zNodeMarketDeal),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof SextantError)) throw error;
    return /deal \d+ not found/i.test(error.details?.nodeMessage ?? '')
      ? `deal ${formatInteger(id)} is not in the market actor's state`
      : `deal ${formatInteger(id)} could not be read from this endpoint (${error.message.replace(/\.$/, '')})`;
  }
}

function exitHit(code: number): SearchHit {
  const { name, meaning, fix } = explainExitCode(code);
  return { kind: 'exit-code', code, name, meaning, fix };
}

async function searchOwnSectors({ sources }: Search, sector: number): Promise<SearchResult> {
  const miners = await sources.ownMiners();
  return miners.length === 0
    ? { hits: [], problem: 'Enter a sector with its miner: sector 12 of f01000, or f01000/12. You have no watched miners.' }
    : { hits: miners.slice(0, METHOD_HITS).map((miner) => ({ kind: 'sector', miner, sector })) };
}

/** Describe a null round of the accepted chain. */
function nullRoundNote(chain: HeadChain, height: number): string | undefined {
  const oldest = chain.tipsets[0];
  if (oldest === undefined || height <= oldest.height || chain.tipsets.some((tipset) => tipset.height === height)) {
    return undefined;
  }
  const before = chain.tipsets.findLast((tipset) => tipset.height < height);
  return before === undefined ? undefined : `Null round: no blocks. The previous tipset is ${formatInteger(before.height)}.`;
}

function searchMoment({ reader, chain }: Search, timeMs: number): SearchResult {
  const height = timeMsToEpoch(timeMs, reader.clock);
  const head = chain.head;
  const when = formatDateTime(timeMs);
  if (height < 0) return { hits: [], problem: `${when} is before the first epoch of this network.` };
  if (head !== undefined && height > head.height) {
    return {
      hits: [],
      problem: `${when} is epoch ${formatInteger(height)}, which is in the future: the head is at ${formatInteger(head.height)}.`,
    };
  }
  return { hits: [{ kind: 'tipset', height, note: `Epoch at ${when}.` }] };
}

/** @param letter network letter in the text, if any */
async function searchAddress({ reader, chain, sources }: Search, parsed: Address, letter: 'f' | 't' | undefined): Promise<SearchResult> {
  const address = formatAddress(parsed, reader.letter);
  const label = sources.book.find(parsed)?.label;
  const named = {
    ...(label === undefined || label === '' ? {} : { label }),
    ...(letter === undefined || letter === reader.letter ? {} : { note: `Entered with ${letter}; this network uses ${reader.letter}.` }),
  };
  return readPinned(reader.client, chain.tipsets, CAUSE, async (node) => {
    try {
      const [actor, id] = await Promise.all([
        node.read('StateGetActor', (key) => [address, key], zNodeActor),
        optional(() => node.read('StateLookupID', (key) => [address, key], zNodeAddress)),
      ]);
      const type = await reader.versions.readActorType(node, actor.value.Code);
      if (type !== undefined) {
        reader.actorTypes.set(parsed, type);
      }
      return { hits: [{ ...hitOf(address, type, id?.value, actor.value.Balance, Number(actor.value.Nonce)), ...named }] };
    } catch (error) {
      if (!(error instanceof SextantError) || isUnknownTipset(error)) {
        throw error;
      }
      if (/actor not found/i.test(error.details?.nodeMessage ?? '')) {
        return {
          hits: [{ kind: 'actor', address, ...named }],
          problem: 'The address is valid, but no actor on this network has it yet.',
        };
      }
      return { hits: [{ kind: 'actor', address, ...named }], problem: error.message };
    }
  });
}

function hitOf(address: string, type: ActorType | undefined, idAddress: string | undefined, balance: string, nonce: number) {
  if (type === 'storageminer') {
    return { kind: 'miner', address: idAddress ?? address } as const;
  }
  return {
    kind: 'actor',
    address,
    ...(idAddress === undefined ? {} : { idAddress }),
    ...(type === undefined ? {} : { type }),
    balance,
    nonce,
  } as const;
}

const zMaybeCid = zCidLink.nullable();

async function searchEthHash({ reader }: Search, hash: string): Promise<SearchResult> {
  try {
    const { value } = await reader.client.call('EthGetMessageCidByTransactionHash', [hash], { schema: zMaybeCid, cause: CAUSE });
    return value === null
      ? { hits: [], problem: 'This endpoint has no Ethereum transaction with this hash.' }
      : { hits: [{ kind: 'message', cid: value, note: 'Found by its Ethereum transaction hash.' }] };
  } catch (error) {
    if (!(error instanceof SextantError)) throw error;
    return {
      hits: [],
      problem: `This looks like an Ethereum transaction hash, but the endpoint could not look it up: ${error.message}`,
    };
  }
}

function searchMethod(text: string): SearchResult {
  const wanted = text.toLowerCase();
  const hits: SearchHit[] = [
    ...namesLike(
      METHODS.map(({ name }) => name),
      wanted,
    ).map((method): SearchHit => ({ kind: 'method', method })),
    ...actorMethods(wanted),
  ];
  return hits.length > 0
    ? { hits }
    : { hits: [], problem: `“${text}” is not an address, a CID, a number, a label of the address book or the name of a method.` };
}

/** Sort exact matches first, then prefixes, then other matches. */
function namesLike(names: readonly string[], wanted: string): string[] {
  const exact = names.filter((name) => name.toLowerCase() === wanted);
  const starting = names.filter((name) => name.toLowerCase().startsWith(wanted));
  const containing = names.filter((name) => wanted.length >= 3 && name.toLowerCase().includes(wanted));
  return [...new Set([...exact, ...starting, ...containing])].slice(0, METHOD_HITS);
}

/** Find actor methods, each once with the actors that have it. */
function actorMethods(wanted: string): SearchHit[] {
  const actorsOf = new Map<string, { readonly number: bigint; readonly actors: Set<string> }>();
  for (const type of ACTOR_TYPES) {
    for (const { name, number } of methodsOf(type)) {
      const known = actorsOf.get(name) ?? { number, actors: new Set<string>() };
      known.actors.add(type);
      actorsOf.set(name, known);
    }
  }
  return namesLike([...actorsOf.keys()], wanted).flatMap((method): SearchHit[] => {
    const found = actorsOf.get(method);
    return found === undefined
      ? []
      : [{ kind: 'actor-method', method, actors: [...found.actors].join(', '), number: found.number.toString() }];
  });
}

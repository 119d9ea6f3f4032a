/** Looks up what a search text means on the connected network. Reads only, a handful of calls at most. */
import { methodsOf } from '../../../shared/domain/actor-methods.ts';
import { ACTOR_TYPES, type ActorType } from '../../../shared/domain/actor-type.ts';
import { type Address, formatAddress } from '../../../shared/domain/address.ts';
import { timeMsToEpoch } from '../../../shared/domain/epoch.ts';
import { explainExitCode } from '../../../shared/domain/exit-code.ts';
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
/** Codes of the system; those above are each actor's own. */
const LAST_COMMON_EXIT_CODE = 63;

/** What is known on this machine. */
export interface SearchSources {
  readonly book: Pick<KnownAddresses, 'find' | 'list'>;
  /** Ids of the miners that are watched, in the network's letter. */
  readonly ownMiners: () => Promise<readonly string[]>;
}

export interface Search {
  readonly reader: ChainReader;
  readonly chain: HeadChain;
  readonly sources: SearchSources;
}

/** @throws SextantError only where the endpoint cannot be asked at all; what is not found is said in `problem` */
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
          'This is not an address, a CID, an epoch, a date, a deal, a sector, a claim, a message by sender and nonce, a peer id, an exit code, a label of the address book or the name of a method.',
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

/** Addresses whose label holds the text. */
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

/** Nothing where the market has the deal. An endpoint that refuses has not said that there is none. */
async function whyNoDeal({ reader, chain }: Search, id: number): Promise<string | undefined> {
  try {
    await readPinned(reader.client, chain.tipsets, CAUSE, (node) =>
      node.read('StateMarketStorageDeal', (key) => [id, key], zNodeMarketDeal),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof SextantError)) throw error;
    return /deal \d+ not found/i.test(error.details?.nodeMessage ?? '')
      ? `there is no deal ${formatInteger(id)} in the market actor's state`
      : `whether there is a deal ${formatInteger(id)} this endpoint did not tell (${error.message.replace(/\.$/, '')})`;
  }
}

function exitHit(code: number): SearchHit {
  const { name, meaning, fix } = explainExitCode(code);
  return { kind: 'exit-code', code, name, meaning, fix };
}

async function searchOwnSectors({ sources }: Search, sector: number): Promise<SearchResult> {
  const miners = await sources.ownMiners();
  return miners.length === 0
    ? { hits: [], problem: 'A sector belongs to a miner: write sector 12 of f01000, or f01000/12. No miner is watched here.' }
    : { hits: miners.slice(0, METHOD_HITS).map((miner) => ({ kind: 'sector', miner, sector })) };
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

function searchMoment({ reader, chain }: Search, timeMs: number): SearchResult {
  const height = timeMsToEpoch(timeMs, reader.clock);
  const head = chain.head;
  const when = formatDateTime(timeMs);
  if (height < 0) return { hits: [], problem: `${when} is before the first epoch of this network.` };
  if (head !== undefined && height > head.height) {
    return {
      hits: [],
      problem: `${when} is epoch ${formatInteger(height)}, which has not come yet: the head is at ${formatInteger(head.height)}.`,
    };
  }
  return { hits: [{ kind: 'tipset', height, note: `The epoch of ${when}.` }] };
}

/** @param letter that the text had, where it had one */
async function searchAddress({ reader, chain, sources }: Search, parsed: Address, letter: 'f' | 't' | undefined): Promise<SearchResult> {
  const address = formatAddress(parsed, reader.letter);
  const label = sources.book.find(parsed)?.label;
  const named = {
    ...(label === undefined || label === '' ? {} : { label }),
    ...(letter === undefined || letter === reader.letter ? {} : { note: `Written with ${letter}; this network writes ${reader.letter}.` }),
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
          problem: 'The address is well formed, but no actor has been created for it on this network yet.',
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
      ? { hits: [], problem: 'This endpoint knows no Ethereum transaction with this hash.' }
      : { hits: [{ kind: 'message', cid: value, note: 'By the hash of its Ethereum transaction.' }] };
  } catch (error) {
    if (!(error instanceof SextantError)) throw error;
    return {
      hits: [],
      problem: `This is the form of the hash of an Ethereum transaction, and this endpoint does not tell which message it is of: ${error.message}`,
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

/** Exact ones first, then those that begin so, then those that hold it. */
function namesLike(names: readonly string[], wanted: string): string[] {
  const exact = names.filter((name) => name.toLowerCase() === wanted);
  const starting = names.filter((name) => name.toLowerCase().startsWith(wanted));
  const containing = names.filter((name) => wanted.length >= 3 && name.toLowerCase().includes(wanted));
  return [...new Set([...exact, ...starting, ...containing])].slice(0, METHOD_HITS);
}

/** Methods of actors, each once with the actors that have it. */
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

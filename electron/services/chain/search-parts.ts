/** Looks up things named by an actor and a number (sectors, claims, allocations, messages by sender and nonce), and miners by peer ID. */
import { z } from 'zod';
import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { SearchHit, SearchResult } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { zNodeActor, zNodeMinerInfo } from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import { readIdAddress } from '../network-address.ts';
import { optional } from '../optional.ts';
import { type PinnedNode, readPinned } from '../pinned/pinned-node.ts';
import type { Search } from './search.ts';

const CAUSE = 'search';
/** Maximum number of own miners to search, one after another. */
const MINERS_ASKED = 8;
const AT_ONCE = 4;

/** Only whether it exists. */
const zThere = z.unknown();

function read<T>({ reader, chain }: Search, ask: (node: PinnedNode) => Promise<T>): Promise<T> {
  return readPinned(reader.client, chain.tipsets, CAUSE, ask);
}

/** A sector is always offered: if it is not on chain, it may be sealing or expired. */
export async function searchSector(search: Search, parsed: Address, sector: number): Promise<SearchResult> {
  const miner = formatAddress(parsed, search.reader.letter);
  const found = await optional(() => read(search, (node) => node.read('StateSectorGetInfo', (key) => [miner, sector, key], zThere)));
  const note =
    found === undefined
      ? 'Could not be read from this endpoint.'
      : found.value === null
        ? 'Not on chain at the head: it may be sealing, or expired or terminated.'
        : undefined;
  return { hits: [{ kind: 'sector', miner, sector, ...(note === undefined ? {} : { note }) }] };
}

export async function searchClaim(
  search: Search,
  { kind, id, party }: { readonly kind: 'claim' | 'allocation'; readonly id: number; readonly party?: Address },
): Promise<SearchResult> {
  const isClaim = kind === 'claim';
  const known = party === undefined ? await partiesOf(search, isClaim) : [await idOf(search, party)];
  const parties = known.filter((id) => id !== undefined);
  if (party !== undefined && parties.length === 0) {
    return {
      hits: [],
      problem: `No actor on this network has the address ${formatAddress(party, search.reader.letter)}.`,
    };
  }
  const whose = isClaim ? 'provider' : 'client';
  if (parties.length === 0) {
    return { hits: [], problem: `A ${kind} is looked up by its ${whose}. Enter it as: ${kind} ${id} of f01000.` };
  }
  const method = isClaim ? 'StateGetClaim' : 'StateGetAllocation';
  let refusal: string | undefined;
  const hits = await mapBounded(parties, AT_ONCE, async (address): Promise<SearchHit | undefined> => {
    try {
      const { value } = await read(search, (node) => node.read(method, (key) => [address, id, key], zThere));
      if (value === null) return undefined;
      return isClaim ? { kind: 'claim', provider: address, claimId: id } : { kind: 'allocation', client: address, allocationId: id };
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      refusal = error.message;
      return undefined;
    }
  });
  const found = hits.filter((hit) => hit !== undefined);
  if (found.length > 0) return { hits: found };
  const tried = parties.length === 1 ? `${whose} ${parties[0]}` : `${parties.length} ${whose}s that are known here`;
  const ended = isClaim
    ? 'Claims are removed from the registry after their term.'
    : 'Allocations are removed from the registry when they are claimed or expire.';
  return { hits: [], problem: `No ${kind} ${formatInteger(id)} of ${tried}. ${refusal ?? ended}` };
}

/** Return the IDs of known providers or clients. */
async function partiesOf(search: Search, isClaim: boolean): Promise<readonly string[]> {
  const { sources } = search;
  if (isClaim) return (await sources.ownMiners()).slice(0, MINERS_ASKED);
  const keys = sources.book.list().filter(({ source }) => source === 'key');
  const ids = await mapBounded(keys.slice(0, MINERS_ASKED), AT_ONCE, ({ address }) => idOf(search, address));
  return ids.filter((id) => id !== undefined);
}

/** Read the ID address with the network's letter; undefined if it does not exist or cannot be read. */
function idOf(search: Search, address: Address): Promise<string | undefined> {
  const { letter } = search.reader;
  return optional(() => read(search, (node) => readIdAddress(node, letter, formatAddress(address, letter), 'text')));
}

/** Find a pending message by sender and nonce; executed ones are found in the messages of the sender. */
export async function searchNonce(search: Search, from: Address, nonce: bigint): Promise<SearchResult> {
  const { reader } = search;
  const address = formatAddress(from, reader.letter);
  const [pool, actor] = await Promise.all([
    optional(() => reader.pool(CAUSE)),
    optional(() => read(search, (node) => node.read('StateGetActor', (key) => [address, key], zNodeActor))),
  ]);
  const waiting = pool?.value.filter(({ signed: { message } }) => message.from === from && message.nonce === nonce) ?? [];
  const hits: SearchHit[] = waiting.map(({ signedCid }) => ({
    kind: 'message',
    cid: signedCid,
    note: 'Pending in the mempool of this endpoint.',
  }));
  if (hits.length > 0) return { hits };
  const next = actor?.value.Nonce;
  const note =
    next === undefined
      ? `Nonce ${nonce} is not in the mempool, and the sender’s next nonce could not be read.`
      : nonce < next
        ? `Nonce ${nonce} was executed; the next nonce is ${next}. Open the sender to search its messages.`
        : `Nonce ${nonce} is neither executed nor in the mempool of this endpoint. The next nonce on chain is ${next}.`;
  return { hits: [{ kind: 'actor', address, note }] };
}

/** Nodes cannot find a miner by peer ID, so the watched miners are searched. */
export async function findPeer(search: Search, peerId: string): Promise<SearchResult> {
  const miners = (await search.sources.ownMiners()).slice(0, MINERS_ASKED);
  const infos = await mapBounded(miners, AT_ONCE, (miner) =>
    optional(() => read(search, (node) => node.read('StateMinerInfo', (key) => [miner, key], zNodeMinerInfo))),
  );
  const hits = miners
    .filter((_, index) => infos[index]?.value.PeerId === peerId)
    .map((address): SearchHit => ({ kind: 'miner', address, note: 'This is its peer ID on chain.' }));
  return hits.length > 0
    ? { hits }
    : {
        hits,
        problem: `This is a peer ID. None of the ${miners.length} watched miners has it on chain, and nodes cannot search for others.`,
      };
}

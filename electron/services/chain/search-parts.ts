/** Things that are named by an actor and a number: sectors, claims, allocations, messages by sender and nonce; and miners by peer id. */
import { z } from 'zod';
import { type Address, formatAddress } from '../../../shared/domain/address.ts';
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
/** Own miners that are asked one after the other. */
const MINERS_ASKED = 8;
const AT_ONCE = 4;

/** Only whether it is there. */
const zThere = z.unknown();

function read<T>({ reader, chain }: Search, ask: (node: PinnedNode) => Promise<T>): Promise<T> {
  return readPinned(reader.client, chain.tipsets, CAUSE, ask);
}

/** A sector is offered in any case: where it is not among the miner's sectors it may be on its way, or have been. */
export async function searchSector(search: Search, parsed: Address, sector: number): Promise<SearchResult> {
  const miner = formatAddress(parsed, search.reader.letter);
  const found = await optional(() => read(search, (node) => node.read('StateSectorGetInfo', (key) => [miner, sector, key], zThere)));
  const note =
    found === undefined
      ? 'This endpoint did not tell whether the miner has it.'
      : found.value === null
        ? 'Not among the sectors of the miner now: it may be on its way, or be gone.'
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
      problem: `There is no actor ${formatAddress(party, search.reader.letter)} on this network that could have this ${kind}.`,
    };
  }
  const whose = isClaim ? 'provider' : 'client';
  if (parties.length === 0) {
    return { hits: [], problem: `The ids of ${kind}s are looked up under their ${whose}: write ${kind} ${id} of f01000.` };
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
    ? 'Claims leave the registry when their term is over.'
    : 'Allocations leave the registry when they are claimed or run out.';
  return { hits: [], problem: `There is no ${kind} ${formatInteger(id)} of ${tried}. ${refusal ?? ended}` };
}

/** Ids of the providers, or of the clients, that are known here. */
async function partiesOf(search: Search, isClaim: boolean): Promise<readonly string[]> {
  const { sources } = search;
  if (isClaim) return (await sources.ownMiners()).slice(0, MINERS_ASKED);
  const keys = sources.book.list().filter(({ source }) => source === 'key');
  const ids = await mapBounded(keys.slice(0, MINERS_ASKED), AT_ONCE, ({ address }) => idOf(search, address));
  return ids.filter((id) => id !== undefined);
}

/** The id of an address in the network's letter; undefined where no actor has it, or nobody tells. */
function idOf(search: Search, address: Address): Promise<string | undefined> {
  const { letter } = search.reader;
  return optional(() => read(search, (node) => readIdAddress(node, letter, formatAddress(address, letter), 'text')));
}

/** A message of the pool by its sender and nonce; what was executed is found in the sender's own messages. */
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
    note: 'Waits in the pool of this endpoint.',
  }));
  if (hits.length > 0) return { hits };
  const next = actor?.value.Nonce;
  const note =
    next === undefined
      ? `Nonce ${nonce}: neither in the pool nor known of the sender.`
      : nonce < next
        ? `Nonce ${nonce} was executed: the next one is ${next}. Look through its messages on the chain.`
        : `Nonce ${nonce} is neither executed nor in the pool of this endpoint: the next one of the chain is ${next}.`;
  return { hits: [{ kind: 'actor', address, note }] };
}

/** No node finds a miner by the id of its peer: those that are watched are asked for theirs. */
export async function findPeer(search: Search, peerId: string): Promise<SearchResult> {
  const miners = (await search.sources.ownMiners()).slice(0, MINERS_ASKED);
  const infos = await mapBounded(miners, AT_ONCE, (miner) =>
    optional(() => read(search, (node) => node.read('StateMinerInfo', (key) => [miner, key], zNodeMinerInfo))),
  );
  const hits = miners
    .filter((_, index) => infos[index]?.value.PeerId === peerId)
    .map((address): SearchHit => ({ kind: 'miner', address, note: 'This is the peer id that it states on chain.' }));
  return hits.length > 0
    ? { hits }
    : {
        hits,
        problem: `This is a peer id. None of the ${miners.length} watched miners states it on chain, and a node does not find others by it.`,
      };
}

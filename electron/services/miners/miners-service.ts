/** Miners of the connected network: own miners and the list of miners. Reads at one pinned tipset; owns no topic. */
import { parseAddress } from '../../../shared/domain/addresses/address.ts';
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MinerList, MinerRow } from '../../../shared/ipc/schemas/providers.ts';
import {
  zNodeAddresses,
  zNodeAmount,
  zNodeDeadlineInfo,
  zNodeMinerPower,
  zNodePowerState,
  zNodeSectorCount,
} from '../../../shared/validation/node/provider-state.ts';
import { attempt } from '../attempt.ts';
import { mapBounded } from '../bounded.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { inLetter, readIdAddress } from '../network-address.ts';
import { optional } from '../optional.ts';
import { panelOfRows } from '../panel-of-rows.ts';
import { type PinnedNode, panelErrorOf, panelOf, readPinned } from '../pinned/pinned-node.ts';
import { requireMiner } from './require-miner.ts';
import { WatchedMiners, type WatchedMinersDocument } from './watched-miners.ts';

/** On a network with more miners than this the full list is not read: that of mainnet has hundreds of thousands of entries. */
const SMALL_NETWORK_MINERS = 200;
/** Networks known to be too large to list, if the endpoint does not return the number of miners. */
const PUBLIC_NETWORKS: ReadonlySet<string> = new Set(['mainnet', 'calibrationnet']);
const ROW_LIMIT = 40;
const ROWS_AT_ONCE = 3;

interface NetworkMiners {
  readonly value: { readonly total: number | undefined; readonly addresses: readonly string[] };
  readonly calls: CallRef[];
}
const NO_OTHERS: NetworkMiners = { value: { total: undefined, addresses: [] }, calls: [] };

export interface MinersServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead'>;
  readonly watched: WatchedMinersDocument;
}

export class MinersService {
  readonly #connections: ActiveConnectionSource;
  readonly #chain: MinersServiceOptions['chain'];
  readonly #watched: WatchedMiners;

  constructor(options: MinersServiceOptions) {
    this.#connections = options.connections;
    this.#chain = options.chain;
    this.#watched = new WatchedMiners(options.watched);
  }

  /**
   * List own miners (watched, or of the storage-miner API) first, then those of the network if it has few. Four calls per row.
   *
   * @throws SextantError `not-connected`; everything else is the panel's own error
   */
  async listMiners({
    isOwnOnly,
    at,
  }: {
    readonly isOwnOnly?: boolean | undefined;
    readonly at?: number | undefined;
  } = {}): Promise<MinerList> {
    const connection = await this.#connections.requireActive();
    await this.#chain.whenHead();
    const own = await this.ownMiners(connection);
    return readPinned(
      connection.client,
      this.#chain.tipsets,
      isOwnOnly === true ? 'overview: my miners' : 'miners: list',
      async (node) => {
        const network = isOwnOnly === true ? NO_OTHERS : await panelOf(() => networkMiners(node, connection));
        if ('error' in network) return { pinned: node.ref, miners: network, total: own.length };
        const addresses = [...new Set([...own, ...network.value.addresses])].slice(0, Math.max(ROW_LIMIT, own.length));
        const calls: CallRef[] = [];
        const rows = await mapBounded(addresses, ROWS_AT_ONCE, (address) =>
          readRow(node, connection, address, own.includes(address), calls),
        );
        return { pinned: node.ref, miners: panelOfRows(rows, calls, network.calls), total: network.value.total ?? own.length };
      },
      at,
    );
  }

  /** @throws SextantError `invalid-input` for an invalid address, `not-found` if no miner has it */
  async watchMiner({ address, isWatched }: { readonly address: string; readonly isWatched: boolean }): Promise<Record<string, never>> {
    const connection = await this.#connections.requireActive();
    await this.#chain.whenHead();
    const id = await readPinned(connection.client, this.#chain.tipsets, 'miner: mark as mine', async (node) => {
      const found = await readIdAddress(node, connection.letter, address, 'address');
      // A marked miner can always be unmarked, even if it no longer exists.
      if (isWatched) await requireMiner(node, connection.versions, found);
      return found;
    });
    await this.#watched.set(connection.facts.genesisCid, parseAddress(id), isWatched);
    return {};
  }

  /** Return the miners marked as own, and the one of the storage-miner API: ID addresses with the network's letter. */
  async ownMiners(connection: ActiveConnection): Promise<string[]> {
    const { facts, letter } = connection;
    const watched = await this.#watched.list(facts.genesisCid);
    const served = facts.minerAddress === undefined ? [] : [facts.minerAddress];
    return [...new Set([...served, ...watched].map((text) => inLetter(text, letter)))];
  }
}

/** Read the number of miners of the network, and the list if it is short enough. */
async function networkMiners(node: PinnedNode, connection: ActiveConnection): Promise<NetworkMiners> {
  const power = await optional(() => node.read('StateReadState', (key) => [`${connection.letter}04`, key], zNodePowerState));
  const count = power?.value.State.MinerCount;
  if (power !== undefined && count !== undefined && count > SMALL_NETWORK_MINERS) {
    return { value: { total: count, addresses: [] }, calls: [power.call] };
  }
  if (power === undefined && PUBLIC_NETWORKS.has(connection.facts.networkName)) {
    return { value: { total: 0, addresses: [] }, calls: [] };
  }
  const list = await node.read('StateListMiners', (key) => [key], zNodeAddresses);
  const addresses = list.value.sort((left, right) => Number(left.slice(2)) - Number(right.slice(2)));
  return { value: { total: list.value.length, addresses }, calls: [list.call] };
}

async function readRow(
  node: PinnedNode,
  connection: ActiveConnection,
  address: string,
  isOwn: boolean,
  calls: CallRef[],
): Promise<MinerRow> {
  const [power, sectors, deadline, available] = await Promise.all([
    attempt(() => node.read('StateMinerPower', (key) => [address, key], zNodeMinerPower)),
    optional(() => node.read('StateMinerSectorCount', (key) => [address, key], zNodeSectorCount)),
    optional(() => node.read('StateMinerProvingDeadline', (key) => [address, key], zNodeDeadlineInfo)),
    optional(() => node.read('StateMinerAvailableBalance', (key) => [address, key], zNodeAmount)),
  ]);
  for (const answer of [power, sectors, deadline, available]) {
    if (answer !== undefined && !(answer instanceof SextantError)) calls.push(answer.call);
  }
  return {
    address,
    isOwn,
    ...(power instanceof SextantError
      ? { problem: panelErrorOf(power) }
      : {
          qualityAdjusted: power.value.MinerPower.QualityAdjPower,
          networkQualityAdjusted: power.value.TotalPower.QualityAdjPower,
        }),
    ...(sectors === undefined ? {} : { sectors: { live: sectors.value.Live, active: sectors.value.Active, faulty: sectors.value.Faulty } }),
    ...(deadline === undefined
      ? {}
      : {
          openDeadline: {
            index: deadline.value.Index,
            closeEpoch: deadline.value.Close,
            closeTimeMs: epochToTimeMs(deadline.value.Close, connection.facts),
          },
        }),
    ...(available === undefined ? {} : { availableBalance: available.value }),
  };
}

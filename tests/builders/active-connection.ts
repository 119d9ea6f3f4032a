import { systemClock } from '../../electron/platform/system-clock.ts';
import { JsonRpcClient } from '../../electron/rpc/json-rpc-client.ts';
import { NodeV2 } from '../../electron/rpc/node-v2.ts';
import type {
  ActiveConnection,
  ActiveConnectionSource,
  ApiUrls,
  ChosenConnection,
  OpenedConnection,
} from '../../electron/services/connections/active-connection.ts';
import { VersionAuthority } from '../../electron/services/network-version/version-authority.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { RecordingTap } from './recording-tap.ts';

export interface TestNode {
  readonly httpUrl: string;
  readonly wsUrl?: string;
  readonly token?: string;
  readonly minerUrl?: string;
  readonly minerToken?: string;
}

export interface TestConnectionOptions {
  readonly letter?: 'f' | 't';
  readonly networkName?: string;
  readonly genesisTimeMs?: number;
  readonly blockDelaySeconds?: number;
  readonly chainPaceMs?: number;
  readonly minerAddress?: string;
  readonly apiVersion?: 'v0' | 'v1';
  readonly streamsPlan?: ActiveConnection['streamsPlan'];
  /** URL of the node's v2 API, if it has one. */
  readonly v2Url?: string;
}

export interface TestConnection {
  readonly connection: ActiveConnection;
  readonly tap: RecordingTap;
  close(): void;
}

/** A connection with real clients, as the connections service creates it. */
export function buildConnection(node: TestNode, options: TestConnectionOptions = {}): TestConnection {
  const tap = new RecordingTap();
  const common = { connectionId: 'test', connectionName: 'Test', namespace: 'Filecoin', tap, clock: systemClock };
  const client = new JsonRpcClient({
    ...common,
    httpUrl: node.httpUrl,
    ...(node.wsUrl === undefined ? {} : { wsUrl: node.wsUrl }),
    ...(node.token === undefined ? {} : { token: node.token }),
  });
  const miner =
    node.minerUrl === undefined
      ? undefined
      : new JsonRpcClient({ ...common, httpUrl: node.minerUrl, ...(node.minerToken === undefined ? {} : { token: node.minerToken }) });
  const v2 = options.v2Url === undefined ? undefined : new NodeV2(new JsonRpcClient({ ...common, httpUrl: options.v2Url, isV2: true }));
  const connection: ActiveConnection = {
    id: 'test',
    name: 'Test',
    kind: 'custom',
    namespace: 'Filecoin',
    apiVersion: options.apiVersion ?? 'v1',
    letter: options.letter ?? 'f',
    facts: {
      networkName: options.networkName ?? 'mainnet',
      genesisCid: 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2',
      genesisTimeMs: options.genesisTimeMs ?? 1598306400_000,
      blockDelaySeconds: options.blockDelaySeconds ?? 30,
      addressLetter: options.letter ?? 'f',
      latencyMs: 1,
      headHeight: 0,
      headTimeMs: 0,
      ...(options.minerAddress === undefined ? {} : { minerAddress: options.minerAddress }),
    },
    client,
    ...(v2 === undefined ? {} : { v2 }),
    versions: new VersionAuthority({ client, networkName: options.networkName ?? 'mainnet', letter: options.letter ?? 'f' }),
    ...(miner === undefined ? {} : { miner }),
    streamsPlan: options.streamsPlan,
    capabilities: {
      hasMinerApi: miner !== undefined,
      hasV2: v2 !== undefined,
      hasControl: false,
      isChainAccelerated: false,
      missingMethods: [],
      ...(options.chainPaceMs === undefined ? {} : { chainPaceMs: options.chainPaceMs }),
    },
  };
  return {
    connection,
    tap,
    close: () => {
      client.close();
      v2?.client.close();
      miner?.close();
    },
  };
}

/** A source of connections that tests can switch. */
export class TestConnections implements ActiveConnectionSource {
  readonly #listeners = new Set<(active: ActiveConnection | undefined) => void>();
  #active: ActiveConnection | undefined;

  constructor(active?: ActiveConnection) {
    this.#active = active;
  }

  getActive(): ActiveConnection | undefined {
    return this.#active;
  }

  getChosenName(): string | undefined {
    return this.#active?.name;
  }

  setActive(active: ActiveConnection | undefined): void {
    this.#active = active;
    for (const listener of this.#listeners) {
      listener(active);
    }
  }

  onActiveChanged(listener: (active: ActiveConnection | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  requireChosen(): ChosenConnection {
    if (this.#active === undefined) {
      throw new SextantError('not-connected', 'No connection is active.');
    }
    return this.#active;
  }

  /** Inactive connections by id, and whether they were closed. */
  readonly others = new Map<string, { readonly connection: ChosenConnection; closeCount: number }>();

  urlsOf(id: string): ApiUrls | undefined {
    const connection = this.#active?.id === id ? this.#active : this.others.get(id)?.connection;
    if (connection === undefined) return undefined;
    const { client, v2, miner } = connection;
    return { node: client.urls, v2: v2?.client.urls ?? [], miner: miner?.urls ?? [] };
  }

  async openConnection(id: string): Promise<OpenedConnection> {
    if (this.#active?.id === id) return { connection: this.#active, close: () => undefined };
    const other = this.others.get(id);
    if (other === undefined) {
      throw new SextantError('not-found', 'No such endpoint.');
    }
    const close = () => {
      other.closeCount += 1;
    };
    return { connection: other.connection, close };
  }

  async requireActive(): Promise<ActiveConnection> {
    if (this.#active === undefined) {
      throw new SextantError('not-connected', 'No connection is active.');
    }
    return this.#active;
  }
}

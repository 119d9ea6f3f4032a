import { systemClock } from '../../electron/platform/system-clock.ts';
import { JsonRpcClient } from '../../electron/rpc/json-rpc-client.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../../electron/services/connections/active-connection.ts';
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
}

export interface TestConnection {
  readonly connection: ActiveConnection;
  readonly tap: RecordingTap;
  close(): void;
}

/** A connection with real clients, as the connections service would have made it. */
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
    ...(miner === undefined ? {} : { miner }),
    capabilities: {
      hasMinerApi: miner !== undefined,
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
      miner?.close();
    },
  };
}

/** A source of connections that a test switches. */
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

  async requireActive(): Promise<ActiveConnection> {
    if (this.#active === undefined) {
      throw new SextantError('not-connected', 'No connection is active.');
    }
    return this.#active;
  }
}

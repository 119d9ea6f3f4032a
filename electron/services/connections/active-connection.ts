/** The active connection, and the interface through which services use it. */
import type { ConnectionsState, NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import type { CallTarget } from '../../../shared/ipc/schemas/inspector.ts';
import type { StreamsPlan } from '../../../shared/upgrades/solstice-streams.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import type { NodeV2 } from '../../rpc/node-v2.ts';
import type { VersionAuthority } from '../network-version/version-authority.ts';
import type { ControlClient } from './control-client.ts';

export type ConnectionCapabilities = ConnectionsState['capabilities'];

export interface ActiveConnection {
  readonly id: string;
  readonly name: string;
  readonly kind: 'embedded' | 'custom';
  /** Namespace before the dot of a method name. */
  readonly namespace: string;
  readonly apiVersion: 'v0' | 'v1';
  /** Prefix of this network's addresses. */
  readonly letter: 'f' | 't';
  /** The node's facts when this connection was activated. */
  readonly facts: NodeFacts;
  readonly client: NodeClient;
  /** The v2 API, where the endpoint serves it for the same chain. */
  readonly v2?: NodeV2;
  /** Network versions, actor types and state layouts of this node's chain. */
  readonly versions: VersionAuthority;
  /** The storage-miner API, where the connection has one. */
  readonly miner?: NodeClient;
  /** Faucet and chain control of a development node. */
  readonly control?: ControlClient;
  /** Initial reward streams of a practice chain. */
  readonly streamsPlan?: StreamsPlan | undefined;
  readonly capabilities: ConnectionCapabilities;
}

/** Every URL of a connection, by API. */
export type ApiUrls = Readonly<Record<CallTarget, readonly string[]>>;

/** The clients of the selected connection, whether or not its node answers. */
export interface ChosenConnection {
  readonly id: string;
  readonly name: string;
  readonly client: NodeClient;
  /** At the entered v2 URL, or at /rpc/v2 on the host of v1. */
  readonly v2?: { readonly client: NodeClient } | undefined;
  readonly miner?: NodeClient | undefined;
}

export interface OpenedConnection {
  readonly connection: ChosenConnection;
  /** Closes clients opened for this call; does nothing for the active connection. */
  close(): void;
}

/**
 * Access to the active connection. `getActive` is undefined until the node has answered the first calls; listeners are called on
 * every change, including the change to undefined.
 */
export interface ActiveConnectionSource {
  getActive(): ActiveConnection | undefined;
  /** The name of the selected connection, whether or not its node answers. */
  getChosenName(): string | undefined;
  /**
   * For calls from the console, which are sent even if the first calls to the node fail.
   *
   * @throws SextantError `not-connected`, or `vault-locked` while the vault seals its token
   */
  requireChosen(): ChosenConnection;
  /**
   * The clients of any connection, for calls from the console. Makes no call itself.
   *
   * @throws SextantError `not-found`, or `vault-locked` while its token is sealed
   */
  openConnection(id: string): Promise<OpenedConnection>;
  /** The URLs of a connection; undefined if it does not exist. */
  urlsOf(id: string): ApiUrls | undefined;
  /** Calls back after every change, and when the reason for a failed connection changes. Returns the unsubscribe function. */
  onActiveChanged(listener: (active: ActiveConnection | undefined) => void): () => void;
  /**
   * The active connection; waits for a connection attempt in progress.
   *
   * @throws SextantError `not-connected`, or the failure of the connection attempt
   */
  requireActive(): Promise<ActiveConnection>;
}

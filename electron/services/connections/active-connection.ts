/** The connection that the app talks to now, with everything a service may use of it. */
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
  /** The letter this network writes before its addresses. */
  readonly letter: 'f' | 't';
  /** What the node said of itself when this connection was activated. */
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
  /** How the streams of block rewards of a practice chain begin. */
  readonly streamsPlan?: StreamsPlan | undefined;
  readonly capabilities: ConnectionCapabilities;
}

/** Every URL of a connection, by API. */
export type ApiUrls = Readonly<Record<CallTarget, readonly string[]>>;

/** The clients of the connection that the user chose, whether or not its node answers. */
export interface ChosenConnection {
  readonly id: string;
  readonly name: string;
  readonly client: NodeClient;
  /** At the v2 URL that was entered, or beside v1. */
  readonly v2?: { readonly client: NodeClient } | undefined;
  readonly miner?: NodeClient | undefined;
}

export interface OpenedConnection {
  readonly connection: ChosenConnection;
  /** Ends what it opened; nothing for the active connection. */
  close(): void;
}

/**
 * What services take from the connections service. `getActive` is undefined until the node of the active connection has answered
 * its first questions; listeners hear of every change, including the change to undefined.
 */
export interface ActiveConnectionSource {
  getActive(): ActiveConnection | undefined;
  /** The name of the connection the user chose, whether or not its node answers. */
  getChosenName(): string | undefined;
  /**
   * For calls written by hand, which go out also where the first questions to the node fail.
   *
   * @throws SextantError `not-connected`, or `vault-locked` while the vault seals its token
   */
  requireChosen(): ChosenConnection;
  /**
   * The clients of any connection, for calls written by hand; the node is asked nothing by it.
   *
   * @throws SextantError `not-found`, or `vault-locked` while its token is sealed
   */
  openConnection(id: string): Promise<OpenedConnection>;
  /** The URLs of any connection; undefined where there is no such connection. */
  urlsOf(id: string): ApiUrls | undefined;
  /** Calls back after every change, and when the reason changes why a node is not reached; returns the function that ends it. */
  onActiveChanged(listener: (active: ActiveConnection | undefined) => void): () => void;
  /**
   * The active connection, waiting for the first answers of a node that is being reached.
   *
   * @throws SextantError `not-connected`, or the failure that keeps the node from being reached
   */
  requireActive(): Promise<ActiveConnection>;
}

/** The connection that the app talks to now, with everything a service may use of it. */
import type { ConnectionsState, NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
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
  /** The storage-miner API, where the connection has one. */
  readonly miner?: NodeClient;
  /** Faucet and chain control of a development node. */
  readonly control?: ControlClient;
  readonly capabilities: ConnectionCapabilities;
}

/**
 * What services take from the connections service. `getActive` is undefined until the node of the active connection has answered
 * its first questions; listeners hear of every change, including the change to undefined.
 */
export interface ActiveConnectionSource {
  getActive(): ActiveConnection | undefined;
  /** The name of the connection the user chose, whether or not its node answers. */
  getChosenName(): string | undefined;
  /** Calls back after every change, and when the reason changes why a node is not reached; returns the function that ends it. */
  onActiveChanged(listener: (active: ActiveConnection | undefined) => void): () => void;
  /**
   * The active connection, waiting for the first answers of a node that is being reached.
   *
   * @throws SextantError `not-connected`, or the failure that keeps the node from being reached
   */
  requireActive(): Promise<ActiveConnection>;
}

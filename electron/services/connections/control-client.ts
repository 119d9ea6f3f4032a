/** The control API of a development node: faucet and chain control. */
import type { StreamsPlan } from '../../../shared/upgrades/solstice-streams.ts';

export interface ControlInfo {
  /** Real milliseconds per epoch. */
  readonly blockTimeMs: number;
  /** Its initial reward streams; absent from older nodes. */
  readonly streams?: StreamsPlan | undefined;
}

export interface ControlClient {
  getInfo(signal?: AbortSignal): Promise<ControlInfo>;
  /** Requests practice funds. Returns the CID of the message and its value in attoFIL. */
  requestFunds(address: string): Promise<{ cid: string; value: string }>;
  /** Funds an address and adds it to the control addresses of a miner. Returns the CID of the message. */
  addControl(miner: string, address: string): Promise<{ cid: string }>;
}

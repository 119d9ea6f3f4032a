/** The control address of a development node. */
import type { StreamsPlan } from '../../../shared/upgrades/solstice-streams.ts';

export interface ControlInfo {
  /** How often the node makes a tipset, in real milliseconds. */
  readonly blockTimeMs: number;
  /** How its streams of block rewards begin; older ones do not say. */
  readonly streams?: StreamsPlan | undefined;
}

export interface ControlClient {
  getInfo(signal?: AbortSignal): Promise<ControlInfo>;
  /** Asks for practice funds; answers with the message that carries them and its value in attoFIL. */
  requestFunds(address: string): Promise<{ cid: string; value: string }>;
  /** Asks for an address to be paid and added to the control addresses of a miner; answers with the message that does it. */
  addControl(miner: string, address: string): Promise<{ cid: string }>;
}

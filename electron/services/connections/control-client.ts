/** The control address of a development node. */

export interface ControlInfo {
  /** How often the node makes a tipset, in real milliseconds. */
  readonly blockTimeMs: number;
}

export interface ControlClient {
  getInfo(signal?: AbortSignal): Promise<ControlInfo>;
  /** Asks for practice funds; answers with the message that carries them and its value in attoFIL. */
  requestFunds(address: string): Promise<{ cid: string; value: string }>;
}

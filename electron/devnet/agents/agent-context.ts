import { type Address, idAddress } from '../../../shared/domain/addresses/address.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import type { DevnetKey } from '../chain/keys.ts';
import type { State } from '../state/state.ts';
import type { NetworkVersion } from '../upgrade/network-rules.ts';

/** Epochs of maximum base fee growth that an agent's fee cap covers. */
const FEE_CAP_FACTOR = 12n;
const MIN_PREMIUM = 100_000n;

export interface Sending {
  readonly from: string;
  readonly to: Address;
  readonly value?: bigint;
  readonly method?: bigint;
  readonly params?: Uint8Array;
  readonly gasLimit: bigint;
  readonly gasPremium?: bigint;
}

/** Input of an agent: the state after the head, the base fee of the next tipset, and its epoch. */
export class AgentContext {
  readonly #chain: DevnetChain;
  readonly state: State;
  readonly baseFee: bigint;
  readonly epoch: number;

  constructor(chain: DevnetChain, state: State, baseFee: bigint, epoch: number) {
    this.#chain = chain;
    this.state = state;
    this.baseFee = baseFee;
    this.epoch = epoch;
  }

  /** Network version that its messages will run on. */
  get networkVersion(): NetworkVersion {
    return this.#chain.networkVersionAt(this.epoch);
  }

  get random(): DevnetChain['random'] {
    return this.#chain.random;
  }

  key(name: string): DevnetKey {
    return this.#chain.keys.get(name);
  }

  /** Whether the account has a pending message with this method; agents do not send it twice. */
  isWaiting(name: string, method: bigint): boolean {
    return this.#chain.pool.pendingOf(this.key(name).address).some((message) => message.signed.message.method === method);
  }

  waitingCount(name: string): number {
    return this.#chain.pool.pendingOf(this.key(name).address).length;
  }

  send(sending: Sending): void {
    const key = this.key(sending.from);
    const gasPremium = sending.gasPremium ?? MIN_PREMIUM;
    this.#chain.take(
      this.#chain.keys.sign(key, {
        to: sending.to,
        nonce: this.#chain.pool.nextNonce(key.address, this.state),
        value: sending.value ?? 0n,
        gasLimit: sending.gasLimit,
        gasFeeCap: this.baseFee * FEE_CAP_FACTOR + gasPremium,
        gasPremium,
        method: sending.method ?? 0n,
        params: sending.params ?? new Uint8Array(),
      }),
    );
  }
}

export const minerAddress = (id: number): Address => idAddress(BigInt(id));

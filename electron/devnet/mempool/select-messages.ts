import type { Address } from '../../../shared/domain/addresses/address.ts';
import { BLOCK_GAS_LIMIT } from '../../../shared/domain/messages/gas.ts';
import type { ChainMessage } from '../chain/chain-types.ts';
import type { State } from '../state/state.ts';
import { type Mempool, stateNonce } from './mempool.ts';

const MAX_MESSAGES_PER_BLOCK = 500;

/**
 * Selects the messages of a block: senders by the premium of their first message, with consecutive nonces.
 * `takesSender` makes the blocks of a tipset differ.
 */
export function selectMessages(pool: Mempool, state: State, baseFee: bigint, takesSender: (from: Address) => boolean): ChainMessage[] {
  const runs: ChainMessage[][] = [];
  for (const from of new Set(pool.pending().map((message) => message.signed.message.from))) {
    if (!takesSender(from)) continue;
    const run = runOf(pool.pendingOf(from), from, state, baseFee);
    if (run.length > 0) runs.push(run);
  }
  runs.sort((left, right) => comparePremium(left[0], right[0]));
  const selected: ChainMessage[] = [];
  let gas = 0n;
  for (const run of runs) {
    for (const message of run) {
      const { gasLimit } = message.signed.message;
      if (gas + gasLimit > BLOCK_GAS_LIMIT || selected.length >= MAX_MESSAGES_PER_BLOCK) break;
      gas += gasLimit;
      selected.push(message);
    }
  }
  const isBls = (message: ChainMessage): boolean => message.signed.signature.type === 'bls';
  return [...selected.filter(isBls), ...selected.filter((message) => !isBls(message))];
}

/** Return consecutive messages from the state nonce on, while the sender can pay for gas and the fee cap covers the base fee. */
function runOf(pending: readonly ChainMessage[], from: Address, state: State, baseFee: bigint): ChainMessage[] {
  const run: ChainMessage[] = [];
  let nonce = stateNonce(from, state);
  const id = state.resolve(from);
  let balance: bigint = id === undefined ? 0n : (state.actor(id)?.balance ?? 0n);
  for (const message of pending) {
    const { nonce: messageNonce, gasFeeCap, gasLimit } = message.signed.message;
    if (messageNonce < nonce) continue;
    if (messageNonce !== nonce || gasFeeCap < baseFee || balance < gasFeeCap * gasLimit) break;
    run.push(message);
    nonce += 1n;
    balance -= gasFeeCap * gasLimit;
    // Count the value even if the transfer may fail, so that the next message's gas is covered in either case.
    balance -= message.signed.message.value;
  }
  return run;
}

function comparePremium(left: ChainMessage | undefined, right: ChainMessage | undefined): number {
  const first = left?.signed.message.gasPremium ?? 0n;
  const second = right?.signed.message.gasPremium ?? 0n;
  if (first !== second) return first > second ? -1 : 1;
  return (left?.cid ?? '') < (right?.cid ?? '') ? -1 : 1;
}

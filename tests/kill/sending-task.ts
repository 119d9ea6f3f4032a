/** What a process is told to send, and where it is to end. */

import { type Address, parseAddress } from '../../shared/domain/addresses/address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { hexToBytes } from '../../shared/domain/encoding/bytes.ts';
import { keyFromPrivateKey } from '../../shared/domain/keys/key.ts';
import type { Message } from '../../shared/domain/messages/message.ts';
import type { KillNode } from './sending-app.ts';

export const SCENARIOS = ['single', 'batch', 'replacement', 'held', 'recovery'] as const;
export type Scenario = (typeof SCENARIOS)[number];

export interface SendingTask {
  readonly folder: string;
  readonly node: KillNode;
  readonly privateKeyHex: string;
  readonly scenario: Scenario;
  readonly recipient: string;
  readonly firstNonce: string;
  /** The boundary at which it kills itself, counted from 0; without it, somebody else does, or nobody. */
  readonly killAt?: number;
}

export const BATCH_COUNT = 3;
/** attoFIL; the n-th message of a task sends n times as much, so that a sum tells which ones were executed. */
export const UNIT = 10n ** 15n;
export const UNCONFIRMED_ID = 'never-confirmed';
/** The lowest that a pool takes: below any base fee of the embedded node, so that it waits. */
const STUCK_FEE_CAP = 100n;

export function senderOf(privateKeyHex: string): Address {
  return keyFromPrivateKey('secp256k1', hexToBytes(privateKeyHex)).address;
}

/** The index-th message of a task. */
export function messageOf(task: Pick<SendingTask, 'privateKeyHex' | 'recipient' | 'firstNonce'>, index: number, isStuck = false): Message {
  return {
    version: 0,
    from: senderOf(task.privateKeyHex),
    to: parseAddress(task.recipient),
    nonce: BigInt(task.firstNonce) + BigInt(index),
    value: attoFil(UNIT * BigInt(index + 1)),
    gasLimit: 3_000_000n,
    gasFeeCap: attoFil(isStuck ? STUCK_FEE_CAP : 10_000_000_000n),
    gasPremium: attoFil(isStuck ? STUCK_FEE_CAP : 200_000n),
    method: 0n,
    params: new Uint8Array(),
  };
}

/** What replaces the first message of a task: the same, dearer. */
export function replacementOf(task: SendingTask): Message {
  return messageOf(task, 0);
}

import { randomUUID } from 'node:crypto';
import type { FrozenBytes, FrozenSending } from '../../../../electron/wallet/approvals.ts';
import { APPROVAL_LIFETIME_MS } from '../../../../electron/wallet/approvals.ts';
import type { NewIntent } from '../../../../electron/wallet/send-journal.ts';
import { type Address, formatAddress, parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../../shared/domain/amounts/amount.ts';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { maximumFee } from '../../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import { encodeMessage, messageCid } from '../../../../shared/domain/messages/message.ts';

export const GENESIS = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';
export const OTHER_GENESIS = 'bafy2bzaceaelfxdvpfi7tjdgoqyxzrtzvyxrvvoqnlqh5xnmjnmzqcxqkgkza';
const SENDER = 'f15ihq5ibzwki2b4ep2f46avlkrqzhpqgtga7pdrq';

export function sampleMessage(change: Partial<Message> = {}): Message {
  return {
    version: 0,
    to: parseAddress('f01234'),
    from: parseAddress(SENDER),
    nonce: 7n,
    value: attoFil(10n ** 18n),
    gasLimit: 1_520_000n,
    gasFeeCap: attoFil(101_183n),
    gasPremium: attoFil(100_129n),
    method: 0n,
    params: new Uint8Array(),
    ...change,
  };
}

export function sampleIntent(message = sampleMessage(), id: string = randomUUID()): NewIntent {
  return {
    id,
    genesisCid: GENESIS,
    networkName: 'practice',
    connectionName: 'Embedded node',
    letter: 't',
    bytesHex: bytesToHex(encodeMessage(message)),
    unsignedCid: messageCid(message),
    methodName: 'Send',
    madeAtHeight: 100,
  };
}

function sampleFrozen(message = sampleMessage()): FrozenBytes {
  const messageBytes = encodeMessage(message);
  return {
    messageBytes,
    shown: {
      bytesHex: bytesToHex(messageBytes),
      unsignedCid: messageCid(message),
      to: { address: formatAddress(message.to, 't'), exists: true },
      names: [],
      moves: [],
      multisigSteps: [],
      nonce: message.nonce.toString(),
      value: message.value.toString(),
      method: message.method.toString(),
      methodName: 'Send',
      params: { form: 'typed' },
      paramsHex: '',
      gasLimit: message.gasLimit.toString(),
      gasFeeCap: message.gasFeeCap.toString(),
      gasPremium: message.gasPremium.toString(),
      maximumFee: maximumFee(message).toString(),
      maximumTotal: (message.value + maximumFee(message)).toString(),
    },
  };
}

function sampleBase(nowMs: number, from: Address, id: string) {
  return {
    id,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + APPROVAL_LIFETIME_MS,
    from: { address: formatAddress(from, 't'), label: 'First key', keyType: 'secp256k1' as const },
    networkName: 'practice',
    genesisCid: GENESIS,
    isPractice: true,
    isKeyKnownHere: true,
    isHeld: false,
    isOffline: false,
    warnings: [],
  };
}

const SAMPLE_ORIGIN = { kind: 'sending', madeAtHeight: 100, letter: 't', connectionName: 'Embedded node' } as const;

export function sampleApproval(nowMs: number, message = sampleMessage(), id: string = randomUUID()): FrozenSending {
  const frozen = sampleFrozen(message);
  return { ...SAMPLE_ORIGIN, messages: [frozen], approval: { kind: 'message', ...frozen.shown, ...sampleBase(nowMs, message.from, id) } };
}

/** Messages of one sender under one approval; its sums are not theirs. */
export function sampleBatch(nowMs: number, messages: readonly Message[], id: string = randomUUID()): FrozenSending {
  const [first = sampleMessage()] = messages;
  return {
    ...SAMPLE_ORIGIN,
    messages: messages.map(sampleFrozen),
    approval: {
      kind: 'batch',
      ...sampleBase(nowMs, first.from, id),
      count: messages.length,
      recipientCount: 1,
      firstNonce: first.nonce.toString(),
      lastNonce: (messages.at(-1) ?? first).nonce.toString(),
      totalValue: '0',
      totalMovedInside: '0',
      totalMaximumFee: '0',
      maximumTotal: '0',
      largestValue: '0',
      digestHex: '',
    },
  };
}

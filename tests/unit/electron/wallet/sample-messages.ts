import { randomUUID } from 'node:crypto';
import type { FrozenApproval } from '../../../../electron/wallet/approvals.ts';
import { APPROVAL_LIFETIME_MS } from '../../../../electron/wallet/approvals.ts';
import type { IntentRecord } from '../../../../electron/wallet/journal-record.ts';
import { formatAddress, parseAddress } from '../../../../shared/domain/address.ts';
import { attoFil } from '../../../../shared/domain/amount.ts';
import { bytesToHex } from '../../../../shared/domain/bytes.ts';
import { maximumFee } from '../../../../shared/domain/gas.ts';
import type { Message } from '../../../../shared/domain/message.ts';
import { encodeMessage, messageCid } from '../../../../shared/domain/message.ts';

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

export function sampleIntent(message = sampleMessage(), id: string = randomUUID()): Omit<IntentRecord, 'kind' | 'version' | 'atMs'> {
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

export function sampleApproval(nowMs: number, message = sampleMessage(), id: string = randomUUID()): FrozenApproval {
  const messageBytes = encodeMessage(message);
  return {
    messageBytes,
    madeAtHeight: 100,
    letter: 't',
    connectionName: 'Embedded node',
    approval: {
      id,
      createdAtMs: nowMs,
      expiresAtMs: nowMs + APPROVAL_LIFETIME_MS,
      bytesHex: bytesToHex(messageBytes),
      unsignedCid: messageCid(message),
      networkName: 'practice',
      genesisCid: GENESIS,
      isPractice: true,
      isKeyKnownHere: true,
      from: { address: formatAddress(message.from, 't'), label: 'First key' },
      to: { address: formatAddress(message.to, 't'), exists: true },
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
      warnings: [],
    },
  };
}

/**
 * Turns a reviewed draft into a frozen approval.
 *
 * Everything about the message that the user will see is decoded again from the very bytes that will be signed; the draft and the
 * node's words play no part in it. Called when a message is prepared.
 */
import { randomUUID } from 'node:crypto';
import { actorTypeFromCode } from '../../../shared/domain/actor-code.ts';
import { methodName } from '../../../shared/domain/actor-methods.ts';
import { formatAddress } from '../../../shared/domain/address.ts';
import { bytesToHex } from '../../../shared/domain/bytes.ts';
import { feeBreakdown, maximumFee } from '../../../shared/domain/gas.ts';
import type { Message } from '../../../shared/domain/message.ts';
import { decodeMessage, encodeMessage, messageCid } from '../../../shared/domain/message.ts';
import { decodeParams } from '../../../shared/domain/method-decode.ts';
import { MAINNET_GENESIS_CID, networkVersionOn } from '../../../shared/domain/networks.ts';
import type { Check } from '../../../shared/ipc/schemas/drafts.ts';
import { SIGNER_LIMITS, viewOfDecoded } from '../../../shared/validation/decoded-view.ts';
import { APPROVAL_LIFETIME_MS, type FrozenApproval } from '../../wallet/approvals.ts';
import type { VaultAccount } from '../../wallet/vault-file.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { singletonOfActor } from './account-reader.ts';
import type { DraftFacts } from './draft-facts.ts';

export interface FreezeInput {
  readonly message: Message;
  readonly facts: DraftFacts;
  readonly checks: readonly Check[];
  readonly account: VaultAccount;
  readonly active: ActiveConnection;
  readonly nowMs: number;
}

export function freezeApproval({ message: built, facts, checks, account, active, nowMs }: FreezeInput): FrozenApproval {
  const messageBytes = encodeMessage(built);
  const message = decodeMessage(messageBytes);
  const { letter, facts: node } = active;
  const { actorType } = facts.recipient;
  const networkVersion = networkVersionOn(node.networkName, facts.pinned.height);
  const singleton = singletonOfActor(facts.recipient);
  const decoded = decodeParams(actorType, message.method, message.params, {
    networkVersion,
    actorTypeOf: (address) => facts.innerActors.get(address),
    actorTypeOfCode: actorTypeFromCode,
  });
  const highestFee = maximumFee(message);
  const likelyFee = likelyFeeOf(message, facts);
  return {
    messageBytes,
    letter,
    connectionName: active.name,
    madeAtHeight: facts.pinned.height,
    approval: {
      kind: 'message',
      isHeld: false,
      isOffline: false,
      id: randomUUID(),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + APPROVAL_LIFETIME_MS,
      bytesHex: bytesToHex(messageBytes),
      unsignedCid: messageCid(message),
      networkName: node.networkName,
      genesisCid: node.genesisCid,
      isPractice: isPractice(active),
      isKeyKnownHere: account.genesisCids.includes(node.genesisCid),
      from: { address: formatAddress(message.from, letter), label: account.label, keyType: account.keyType },
      to: {
        address: formatAddress(message.to, letter),
        exists: facts.recipient.exists,
        ...(actorType === undefined ? {} : { actorType }),
        ...(singleton === undefined ? {} : { name: singleton.name }),
      },
      nonce: message.nonce.toString(),
      value: message.value.toString(),
      method: message.method.toString(),
      methodName: methodName(actorType, message.method, networkVersion) ?? `Method ${message.method}`,
      params: viewOfDecoded(decoded, { letter, clock: node, limits: SIGNER_LIMITS }),
      paramsHex: bytesToHex(message.params),
      gasLimit: message.gasLimit.toString(),
      gasFeeCap: message.gasFeeCap.toString(),
      gasPremium: message.gasPremium.toString(),
      maximumFee: highestFee.toString(),
      ...(likelyFee === undefined ? {} : { likelyFee: likelyFee.toString() }),
      // What one key sends to itself never leaves it.
      maximumTotal: (message.to === message.from ? highestFee : message.value + highestFee).toString(),
      warnings: checks.filter((check) => check.result !== 'pass'),
    },
  };
}

/** What the fee comes to if the message uses the gas that the simulation used, at the present base fee. */
export function likelyFeeOf(message: Message, { simulation, baseFee }: Pick<DraftFacts, 'simulation' | 'baseFee'>): bigint | undefined {
  if (simulation === undefined || simulation.gasUsed > message.gasLimit) {
    return undefined;
  }
  const { gasLimit, gasFeeCap, gasPremium } = message;
  return feeBreakdown({ gasUsed: simulation.gasUsed, gasLimit, gasFeeCap, gasPremium, baseFee }).total;
}

/** Whether what is sent here has no worth: every network but mainnet, which is known by its genesis whatever a node calls it. */
function isPractice({ facts }: ActiveConnection): boolean {
  return facts.networkName !== 'mainnet' && facts.genesisCid !== MAINNET_GENESIS_CID;
}

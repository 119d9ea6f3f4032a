/** A sent message, replayed from the journal's records. Pure: no disk, no clock. */
import { formatAddress } from '../../shared/domain/addresses/address.ts';
import { hexToBytes } from '../../shared/domain/encoding/bytes.ts';
import type { Message } from '../../shared/domain/messages/message.ts';
import { decodeMessage } from '../../shared/domain/messages/message.ts';
import type { JournalEntry, JournalStage, JournalTrouble } from '../../shared/ipc/schemas/journal.ts';
import type { IntentRecord, StepRecord } from './journal-record.ts';

/** Context of a step that is not written to disk. */
export interface StepContext {
  readonly callId?: number;
}

export interface SentMessage {
  readonly intent: IntentRecord;
  readonly message: Message;
  readonly stage: JournalStage;
  readonly updatedAtMs: number;
  readonly signedHex?: string;
  readonly signedCid?: string;
  /** The tipset that includes the message, until it is executed. */
  readonly inclusion?: { readonly height: number; readonly tipsetKey: readonly string[] };
  readonly execution?: {
    readonly height: number;
    readonly tipsetKey: readonly string[];
    readonly exitCode: number;
    readonly gasUsed: string;
    readonly fee?: string;
  };
  readonly confirmations?: number;
  readonly problem?: string;
  readonly trouble?: JournalTrouble;
  readonly finalBy?: NonNullable<JournalEntry['finalBy']>;
  /** Whether it is held: signed but not pushed until it is released. */
  readonly isHeld: boolean;
  /** How often a node accepted it. */
  readonly pushCount: number;
  readonly history: JournalEntry['history'];
}

/**
 * Whether its outcome can no longer change. A replaced message is settled once the execution of the other one is final: a reorg before
 * that can undo the replacement.
 */
export function isSettled({ stage, finalBy }: SentMessage): boolean {
  switch (stage) {
    case 'final':
    case 'failed':
      return true;
    case 'replaced':
      return finalBy !== undefined;
    // The node that rejected it has a copy, and may still publish it.
    case 'rejected':
    case 'intent':
    case 'signed':
    case 'pushed':
    case 'in-pool':
    case 'included':
    case 'executed':
      return false;
    default:
      return stage satisfies never;
  }
}

/** Whether it was executed on the accepted chain. */
export function isExecuted({ stage }: SentMessage): boolean {
  return stage === 'executed' || stage === 'final';
}

/**
 * Whether its nonce is reserved: it was signed, even if the line with the signature is damaged. The answer to a push releases nothing; only
 * the chain decides the outcome of a signed message.
 */
export function occupiesNonce({ stage }: SentMessage): boolean {
  return stage !== 'intent' && stage !== 'failed';
}

/** Whether it is signed and the chain has not decided: it may still be executed, whatever a node answered. */
export function isUndecided({ stage }: SentMessage): boolean {
  switch (stage) {
    case 'signed':
    case 'pushed':
    case 'in-pool':
    case 'included':
    case 'rejected':
      return true;
    case 'intent':
    case 'executed':
    case 'final':
    case 'replaced':
    case 'failed':
      return false;
    default:
      return stage satisfies never;
  }
}

export function sentFromIntent(intent: IntentRecord): SentMessage {
  return {
    intent,
    message: decodeMessage(hexToBytes(intent.bytesHex)),
    stage: 'intent',
    updatedAtMs: intent.atMs,
    isHeld: intent.isHeld ?? false,
    pushCount: 0,
    history: [{ stage: 'intent', atMs: intent.atMs }],
  };
}

/** Add a step. Fields that the step does not have are kept, except those it undoes. */
export function withStep(sent: SentMessage, step: StepRecord, context: StepContext = {}): SentMessage {
  const { inclusion, execution, problem: _problem, trouble: _trouble, confirmations, ...rest } = sent;
  const isBackInPool = step.stage === 'in-pool' || step.stage === 'pushed' || step.stage === 'signed';
  const keptInclusion = isBackInPool ? undefined : inclusion;
  const keptExecution = isBackInPool || step.stage === 'included' ? undefined : execution;
  return {
    ...rest,
    stage: step.stage,
    updatedAtMs: step.atMs,
    isHeld: step.isHeld ?? sent.isHeld,
    pushCount: sent.pushCount + (step.stage === 'pushed' && step.isFound !== true ? 1 : 0),
    ...(step.signedHex === undefined ? {} : { signedHex: step.signedHex }),
    ...(step.signedCid === undefined ? {} : { signedCid: step.signedCid }),
    ...inclusionOf(step, keptInclusion),
    ...executionOf(step, keptExecution),
    ...(confirmations === undefined || keptExecution === undefined ? {} : { confirmations }),
    ...(step.problem === undefined ? {} : { problem: step.problem }),
    ...(step.trouble === undefined ? {} : { trouble: step.trouble }),
    ...(step.finalBy === undefined ? {} : { finalBy: step.finalBy }),
    history: [
      ...sent.history,
      {
        stage: step.stage,
        atMs: step.atMs,
        ...(step.height === undefined ? {} : { height: step.height }),
        ...(step.note === undefined ? {} : { note: step.note }),
        ...(context.callId === undefined ? {} : { callId: context.callId }),
      },
    ],
  };
}

function inclusionOf(step: StepRecord, kept: SentMessage['inclusion']): Pick<SentMessage, 'inclusion'> {
  if (step.stage === 'included' && step.height !== undefined && step.tipsetKey !== undefined) {
    return { inclusion: { height: step.height, tipsetKey: step.tipsetKey } };
  }
  return kept === undefined ? {} : { inclusion: kept };
}

function executionOf(step: StepRecord, kept: SentMessage['execution']): Pick<SentMessage, 'execution'> {
  if (step.height !== undefined && step.tipsetKey !== undefined && step.exitCode !== undefined && step.gasUsed !== undefined) {
    return {
      execution: {
        height: step.height,
        tipsetKey: step.tipsetKey,
        exitCode: step.exitCode,
        gasUsed: step.gasUsed,
        ...(step.fee === undefined ? {} : { fee: step.fee }),
      },
    };
  }
  return kept === undefined ? {} : { execution: kept };
}

/** Return the contract's form, without the signed bytes. */
export function toJournalEntry(sent: SentMessage, replacedById?: string): JournalEntry {
  const { intent, message, execution } = sent;
  return {
    id: intent.id,
    stage: sent.stage,
    createdAtMs: intent.atMs,
    updatedAtMs: sent.updatedAtMs,
    genesisCid: intent.genesisCid,
    networkName: intent.networkName,
    connectionName: intent.connectionName,
    from: formatAddress(message.from, intent.letter),
    to: formatAddress(message.to, intent.letter),
    ...(intent.toRobust === undefined ? {} : { toRobust: intent.toRobust }),
    nonce: message.nonce.toString(),
    value: message.value.toString(),
    method: message.method.toString(),
    methodName: intent.methodName,
    gasLimit: message.gasLimit.toString(),
    gasFeeCap: message.gasFeeCap.toString(),
    gasPremium: message.gasPremium.toString(),
    unsignedCid: intent.unsignedCid,
    origin: intent.origin ?? 'here',
    isHeld: sent.isHeld,
    ...(intent.replacesId === undefined ? {} : { replacesId: intent.replacesId }),
    ...(replacedById === undefined ? {} : { replacedById }),
    ...(intent.batchId === undefined ? {} : { batchId: intent.batchId }),
    pushCount: sent.pushCount,
    ...(sent.signedCid === undefined ? {} : { signedCid: sent.signedCid }),
    history: sent.history,
    ...(sent.confirmations === undefined ? {} : { confirmations: sent.confirmations }),
    ...(execution === undefined ? {} : { exitCode: execution.exitCode, gasUsed: execution.gasUsed }),
    ...(execution?.fee === undefined ? {} : { fee: execution.fee }),
    ...(sent.finalBy === undefined ? {} : { finalBy: sent.finalBy }),
    ...(sent.trouble === undefined ? {} : { trouble: sent.trouble }),
    ...(sent.problem === undefined ? {} : { problem: sent.problem }),
  };
}

/** The next journal steps of a message, from its place on the chain. Pure. */
import { explainExitCode } from '../../../../shared/domain/methods/exit-code.ts';
import type { JournalTrouble } from '../../../../shared/ipc/schemas/journal.ts';
import type { NewStep } from '../../../wallet/send-journal.ts';
import type { SentMessage, StepContext } from '../../../wallet/sent-message.ts';
import { isSameKey } from '../../pinned/chain-tipset.ts';
import type { Inside } from '../journal/internal-failures.ts';
import type { MessagePlace } from '../journal/message-place.ts';

/** A step without the entry it belongs to. */
export interface Next {
  readonly step: NewStep;
  readonly context?: StepContext;
}

const OUT_OF_GAS = 7;

export interface Around {
  /** Another entry of this journal whose message used the nonce. */
  readonly winner?: SentMessage;
  /** Outcome of the internal calls of a message that succeeded, if checked. */
  readonly inside?: Inside;
}

/** Return the steps from the known stage to the place found, in order; none if nothing is new. */
export function stepsTo(sent: SentMessage, place: MessagePlace, around: Around = {}): Next[] {
  switch (place.kind) {
    case 'nowhere':
      return place.isCertain && isOnChain(sent) ? [revertOf(sent)] : [];
    case 'included':
      return inclusionSteps(sent, place.inclusion, place.callId);
    case 'executed':
      return executionSteps(sent, place, around.inside);
    case 'replaced':
      return replacementSteps(sent, place, around.winner);
    default:
      return place satisfies never;
  }
}

/** Return the step back to the mempool after a reverted tipset. */
export function revertOf({ execution, inclusion, stage }: SentMessage): Next {
  const height = execution?.height ?? inclusion?.height;
  const note =
    stage === 'replaced' || height === undefined
      ? 'The tipset with the other message was reverted.'
      : `The tipset at height ${height} was reverted.`;
  return { step: { stage: 'in-pool', note } };
}

function isOnChain({ stage }: SentMessage): boolean {
  return stage === 'included' || stage === 'executed' || stage === 'replaced';
}

function inclusionSteps(sent: SentMessage, { height, key }: { height: number; key: readonly string[] }, callId: number): Next[] {
  if (sent.stage === 'included' && isSameKey(sent.inclusion?.tipsetKey ?? [], key)) {
    return [];
  }
  const included: Next = { step: { stage: 'included', height, tipsetKey: [...key] }, context: { callId } };
  return isOnChain(sent) ? [revertOf(sent), included] : [included];
}

function executionSteps(sent: SentMessage, place: Extract<MessagePlace, { kind: 'executed' }>, inside: Inside | undefined): Next[] {
  const { inclusion, execution, exitCode, gasUsed, fee, callId } = place;
  if (sent.stage === 'executed' && isSameKey(sent.execution?.tipsetKey ?? [], execution.key)) {
    return [];
  }
  const isInclusionKnown = sent.stage === 'included' && isSameKey(sent.inclusion?.tipsetKey ?? [], inclusion.key);
  const outcome = outcomeOf(exitCode, inside);
  return [
    ...(isInclusionKnown ? [] : inclusionSteps(sent, inclusion, callId)),
    {
      step: {
        stage: 'executed',
        height: execution.height,
        tipsetKey: [...execution.key],
        exitCode,
        gasUsed: gasUsed.toString(),
        fee: fee.toString(),
        ...outcome,
      },
      context: { callId },
    },
  ];
}

function outcomeOf(exitCode: number, inside: Inside = { kind: 'clear' }): { trouble?: JournalTrouble; problem?: string; note?: string } {
  if (exitCode === 0) {
    switch (inside.kind) {
      case 'clear':
        return {};
      case 'failed':
        return { trouble: 'failed-inside', problem: inside.words };
      case 'unknown':
        return { note: inside.words };
      default:
        return inside satisfies never;
    }
  }
  const { name, meaning, fix } = explainExitCode(exitCode);
  return {
    trouble: exitCode === OUT_OF_GAS ? 'out-of-gas' : 'failed-on-chain',
    problem: `Failed on chain with ${name} (${exitCode}): ${meaning} ${fix}`,
  };
}

function replacementSteps(
  sent: SentMessage,
  { by, height, callId }: Extract<MessagePlace, { kind: 'replaced' }>,
  winner: SentMessage | undefined,
): Next[] {
  if (sent.stage === 'replaced') {
    return [];
  }
  const { nonce } = sent.message;
  const cid = winner?.signedCid ?? by;
  const named = cid === undefined ? '' : `: ${cid}`;
  const note =
    winner === undefined
      ? `Another message of this sender with nonce ${nonce}, not signed here, was executed${named}. This message can never be executed.`
      : `Another message with nonce ${nonce}, signed here, was executed instead${named}.`;
  const replaced: Next = {
    step: { stage: 'replaced', height, note, problem: note, trouble: winner === undefined ? 'nonce-taken-elsewhere' : 'replaced' },
    ...(callId === undefined ? {} : { context: { callId } }),
  };
  return isOnChain(sent) ? [revertOf(sent), replaced] : [replaced];
}

const FINAL_WORDS: Readonly<Record<NonNullable<SentMessage['finalBy']>, string>> = {
  f3: 'an F3 certificate',
  node: 'the node',
  depth: 'EC depth',
};

/** Return the last step of a replaced message, once the other message is final. */
export function finalReplacement({ problem, trouble }: SentMessage, finalBy: NonNullable<SentMessage['finalBy']>): Next {
  return {
    step: {
      stage: 'replaced',
      finalBy,
      note: `The other message is final by ${FINAL_WORDS[finalBy]}.`,
      ...(problem === undefined ? {} : { problem }),
      ...(trouble === undefined ? {} : { trouble }),
    },
  };
}

/** Return the last step of an executed message, once it is final. */
export function finalStep(
  { problem, trouble }: SentMessage,
  height: number,
  finalBy: NonNullable<SentMessage['finalBy']>,
  finalizedHeight: number | undefined,
): Next {
  return {
    step: {
      stage: 'final',
      height,
      note: `Final by ${FINAL_WORDS[finalBy]} at height ${finalizedHeight}.`,
      finalBy,
      ...(problem === undefined ? {} : { problem }),
      ...(trouble === undefined ? {} : { trouble }),
    },
  };
}

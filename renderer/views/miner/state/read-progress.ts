/** The state read to show, and its texts. */
import { IconBinaryTree, IconShieldX, type TablerIcon } from '@tabler/icons-react';
import { formatBytes } from '../../../../shared/domain/encoding/byte-size.ts';
import { KEPT_READS, type StateReadProgress } from '../../../../shared/ipc/schemas/state-read.ts';
import { formatCount, formatDuration, formatInteger } from '../../../../shared/text/format.ts';
import { errorWords } from '../../../lib/error-words.ts';
import { isSameAddress } from '../../../lib/same-address.ts';
import { TONE_ICONS, type Tone } from '../../../lib/tone.ts';

/** The read of this miner that was begun last on a network, whichever endpoint was asked: the same ID is another miner on another one. */
export function latestRead(
  reads: readonly StateReadProgress[] | undefined,
  address: string,
  genesisCid: string | undefined,
): StateReadProgress | undefined {
  return newest(readsOf(reads, address, genesisCid));
}

/**
 * The read whose figures are shown: the latest, or while that runs the one before it that came to its end, so that reading again takes
 * nothing away before there is something in its place.
 */
export function shownRead(
  reads: readonly StateReadProgress[] | undefined,
  address: string,
  genesisCid: string | undefined,
): StateReadProgress | undefined {
  const own = readsOf(reads, address, genesisCid);
  const latest = newest(own);
  return latest?.state === 'running' ? (newest(own.filter(({ state }) => state === 'done')) ?? latest) : latest;
}

function readsOf(
  reads: readonly StateReadProgress[] | undefined,
  address: string,
  genesisCid: string | undefined,
): readonly StateReadProgress[] {
  return (reads ?? []).filter((read) => read.genesisCid === genesisCid && isSameAddress(read.address, address));
}

function newest(reads: readonly StateReadProgress[]): StateReadProgress | undefined {
  return reads.reduce<StateReadProgress | undefined>(
    (latest, read) => (latest === undefined || read.startedAtMs >= latest.startedAtMs ? read : latest),
    undefined,
  );
}

const KEPT = `Kept until Sextant quits or ${formatInteger(KEPT_READS)} newer reads replace it.`;
const STAYS = 'Continuing reads only the missing blocks.';

export interface ReadFigure {
  readonly label: string;
  readonly value: string;
  /** What is dimmed beside it. */
  readonly note?: string;
}

/** Figures of a read so far. */
export function readFigures({
  step,
  blocks,
  cachedBlocks,
  calls,
  callBudget,
  roundTrips,
  bytes,
  elapsedMs,
}: StateReadProgress): ReadFigure[] {
  return [
    ...(step === undefined ? [] : [{ label: 'Sectors', value: `${formatInteger(step.done)} of ${formatInteger(step.total)}` }]),
    {
      label: 'Blocks',
      value: formatInteger(blocks),
      ...(cachedBlocks === 0 ? {} : { note: `(${formatInteger(cachedBlocks)} cached)` }),
    },
    {
      label: 'Calls',
      value: `${formatInteger(calls)} of ${formatInteger(callBudget)}`,
      note: `in ${formatCount(roundTrips, 'round trip')}`,
    },
    { label: 'Size', value: formatBytes(bytes, { maximumPlaces: 1 }) },
    { label: 'Time', value: formatDuration(elapsedMs) },
  ];
}

export interface ReadWords {
  readonly tone: Tone;
  readonly icon: TablerIcon;
  readonly title: string;
  /** One sentence for those who ended; undefined where the title says it all. */
  readonly reason: string | undefined;
}

/** Title and reason for the state of a read, without texts from an endpoint. */
export function readWords({ state, phase, problem, connectionName, isEmbedded, callBudget }: StateReadProgress): ReadWords {
  switch (state) {
    case 'running':
      return { tone: 'pending', icon: IconBinaryTree, title: `Reading ${phase}`, reason: undefined };
    case 'done':
      return { tone: 'success', icon: TONE_ICONS.success, title: 'Read complete', reason: KEPT };
    case 'cancelled':
      return { tone: 'info', icon: TONE_ICONS.info, title: `Stopped while reading ${phase}`, reason: STAYS };
    case 'budget-spent':
      return {
        tone: 'warning',
        icon: TONE_ICONS.warning,
        title: `Limit of ${formatInteger(callBudget)} calls reached`,
        reason: `Stopped while reading ${phase}. ${STAYS}`,
      };
    case 'failed':
      return failureWords(problem, connectionName, isEmbedded);
  }
}

function failureWords(problem: StateReadProgress['problem'], connectionName: string, isEmbedded: boolean): ReadWords {
  if (problem?.code === 'block-mismatch') {
    return {
      tone: 'danger',
      icon: IconShieldX,
      title: `${connectionName} returned a wrong block: do not trust it`,
      reason: 'The endpoint returned a block that does not match its CID; its other blocks may be wrong too.',
    };
  }
  const words = errorWords(problem?.code ?? 'internal', problem?.details?.method);
  if (!isBlockMissing(problem)) return { ...words, reason: undefined };
  return {
    ...words,
    tone: 'warning',
    title: `${connectionName} does not have a block of this state`,
    reason: isEmbedded
      ? 'The block is damaged on disk. Start over at the current head.'
      : 'Nodes prune old state, and replicas can lag behind. Start over at the current head, or use another endpoint.',
  };
}

/** Whether the endpoint does not have a block; other not-found errors are not about the endpoint. */
export function isBlockMissing(problem: StateReadProgress['problem']): boolean {
  return problem?.code === 'not-found' && problem.details?.method === 'ChainReadObj';
}

/** What is read aloud: not every phase, not every figure, but that it goes on and how it ended. */
export function announcement(progress: StateReadProgress): string {
  const { state, step } = progress;
  if (state !== 'running') return readWords(progress).title;
  const quarters = step === undefined || step.total === 0 ? 0 : Math.floor((step.done * 4) / step.total);
  return quarters === 0 ? 'Reading from the state' : `Reading from the state, ${quarters * 25}% of the sectors`;
}

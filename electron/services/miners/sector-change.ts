/** Sectors that can be recovered, extended or terminated, and the declarations for them (builtin-actors, actors/miner/src/lib.rs). */
import { EPOCHS, nextDeadlineWindow } from '../../../shared/domain/chain/epoch.ts';
import { bitfieldMembers } from '../../../shared/domain/encoding/bitfield.ts';
import { MAX_EXTENSION_EPOCHS, MAX_SECTOR_LIFE_EPOCHS } from '../../../shared/domain/sectors/extension-limits.ts';
import { ADDRESSED_SECTORS_MAX, declarationsOf } from '../../../shared/domain/sectors/sector-declarations.ts';
import { difference } from '../../../shared/domain/state/bitfield-sets.ts';
import type { SectorStateWord } from '../../../shared/filter/sector-filter.ts';
import type { LeftOut, SectorChange, SectorChangeQuestion } from '../../../shared/ipc/schemas/sector-change.ts';
import { forEachChosen, type WantedSectors } from './chosen-sectors.ts';
import type { MinerDeadlines } from './miner-deadlines.ts';
import type { SectorTable } from './sector-table.ts';
import type { SectorClock } from './sector-table-filter.ts';

/** Extensions and terminations load every record; more would not fit into the gas of a block. */
const MAX_LOADED_SECTORS = 2000;
/** Epochs until a message is executed: it fails if its deadline becomes immutable in this time. */
const MARGIN_EPOCHS = 10;
/** The first network version whose extensions do not list claims. */
const CLAIMS_IGNORED_SINCE = 29;

interface Candidate {
  readonly number: number;
  readonly deadline: number;
  readonly partition: number;
  readonly state: SectorStateWord;
  readonly activation: number;
  readonly expiration: number;
  readonly pledge: bigint;
  /** Whether it has power from claims of verified data. */
  readonly isVerified: boolean;
}

export interface ChangeContext {
  readonly deadlines: { readonly info: Pick<MinerDeadlines['info'], 'PeriodStart'>; readonly partitions: MinerDeadlines['partitions'] };
  /** Absent if the records were not read. */
  readonly table: SectorTable | undefined;
  readonly clock: SectorClock;
  readonly networkVersion: number | undefined;
}

interface Wanted extends WantedSectors, Pick<SectorChangeQuestion, 'change'> {
  readonly expiration: number | undefined;
}

/** Compute the change, without calls. Without a table: the faults in the partitions. */
export function planSectorChange(wanted: Wanted, context: ChangeContext): Omit<SectorChange, 'pinned'> {
  const { clock, table } = context;
  const candidates = table === undefined ? faultsOf(context.deadlines) : candidatesOf(table, wanted, clock);
  const latest = latestEnd(candidates, clock.head);
  const expiration = wanted.expiration ?? latest;
  const reasons = new Map<LeftOut, number>();
  const included = candidates.filter((candidate) => {
    const reason = reasonAgainst(candidate, { ...wanted, expiration }, context);
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    return reason === undefined;
  });
  const messages = declarationsOf(included, wanted.change === 'recover' ? ADDRESSED_SECTORS_MAX : MAX_LOADED_SECTORS);
  const [first] = messages;
  const pledges = new Map(included.map(({ number, pledge }) => [number, pledge]));
  return {
    matching: candidates.length,
    included: included.length,
    leftOut: [...reasons].map(([reason, count]) => ({ reason, count })),
    messageCount: messages.length,
    inMessage: first?.sectors.length ?? 0,
    declarations: first?.declarations.map((declaration) => ({ ...declaration, Sectors: [...declaration.Sectors] })) ?? [],
    ...(table === undefined
      ? {}
      : { pledge: (first?.sectors ?? []).reduce((sum, number) => sum + (pledges.get(number) ?? 0n), 0n).toString() }),
    ...(wanted.change === 'extend'
      ? {
          extension: {
            expiration,
            expirationTimeMs: clock.timeMsOf(expiration),
            latest,
            latestTimeMs: clock.timeMsOf(latest),
          },
        }
      : {}),
  };
}

/** Return faulty sectors without a declared recovery, from the partitions. */
function faultsOf({ partitions }: Pick<MinerDeadlines, 'partitions'>): Candidate[] {
  return partitions.flatMap(({ deadline, partition, faulty, recovering }) =>
    bitfieldMembers(difference(faulty, recovering)).map((number) => ({
      number,
      deadline,
      partition,
      state: 'faulty' as const,
      activation: 0,
      expiration: 0,
      pledge: 0n,
      isVerified: false,
    })),
  );
}

function candidatesOf(table: SectorTable, wanted: Wanted, clock: SectorClock): Candidate[] {
  const candidates: Candidate[] = [];
  forEachChosen(table, wanted, clock, (chunk, index) => {
    candidates.push({
      number: chunk.numbers[index] ?? 0,
      deadline: chunk.deadline,
      partition: chunk.partitions[index] ?? 0,
      state: chunk.stateAt(index),
      activation: chunk.activations[index] ?? 0,
      expiration: chunk.expirations[index] ?? 0,
      pledge: chunk.pledges.get(index),
      isVerified: (chunk.qualities[index] ?? 1) > 1 && chunk.fullFlags[index] !== 1,
    });
  });
  return candidates;
}

const endLimit = ({ activation }: Candidate, now: number): number =>
  Math.min(activation + MAX_SECTOR_LIFE_EPOCHS, now + MAX_EXTENSION_EPOCHS - MARGIN_EPOCHS);

/** Return the latest expiration that all extendable sectors can have. */
function latestEnd(candidates: readonly Candidate[], now: number): number {
  const limits = candidates
    .filter((candidate) => candidate.state === 'active' && endLimit(candidate, now) > candidate.expiration)
    .map((candidate) => endLimit(candidate, now));
  return limits.reduce((minimum, limit) => Math.min(minimum, limit), now + MAX_EXTENSION_EPOCHS - MARGIN_EPOCHS);
}

function reasonAgainst(
  candidate: Candidate,
  { change, expiration }: { readonly change: Wanted['change']; readonly expiration: number },
  context: ChangeContext,
): LeftOut | undefined {
  const { deadlines, clock, networkVersion } = context;
  const { state } = candidate;
  const soon = clock.head + MARGIN_EPOCHS;
  const window = nextDeadlineWindow(deadlines.info.PeriodStart, candidate.deadline, clock.head);
  if (state === 'terminated') return 'ended';
  switch (change) {
    case 'recover':
      if (state === 'recovering') return 'recovering';
      if (state !== 'faulty') return 'not-faulty';
      return soon >= window.faultCutoff ? 'cutoff' : undefined;
    case 'terminate':
      return soon >= window.open - EPOCHS.deadlineWindow ? 'immutable' : undefined;
    case 'extend':
      if (state !== 'active') return 'not-active';
      // Active until its deadline ends, but fails the whole message (exit 18).
      if (candidate.expiration < soon) return 'expired';
      if (candidate.isVerified && (networkVersion ?? 0) < CLAIMS_IGNORED_SINCE) return 'claims';
      if (expiration <= candidate.expiration) return 'not-later';
      return expiration > endLimit(candidate, clock.head) ? 'too-late' : undefined;
    default:
      return change satisfies never;
  }
}

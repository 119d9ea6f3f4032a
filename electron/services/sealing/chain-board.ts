/**
 * The sectors of any miner, read from blocks of the chain's state: pre-committed, unproven and faulty ones, and for miners with up to
 * 2,000 sectors all others too. Work before the pre-commit is not on chain.
 */
import type { MinerPreCommit } from '../../../shared/domain/actors/miner-pre-commit.ts';
import type { MinerSector } from '../../../shared/domain/actors/miner-sector.ts';
import { EPOCHS, epochToTimeMs, nextDeadlineWindow } from '../../../shared/domain/chain/epoch.ts';
import { isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { together } from '../../../shared/domain/ipld/walk.ts';
import { proveCommitDue } from '../../../shared/domain/sectors/prove-commit-due.ts';
import { membersAt, union } from '../../../shared/domain/state/bitfield-sets.ts';
import { openPreCommits, openSectors } from '../../../shared/domain/state/miner.ts';
import { openDeadlineAt, type StatePartition } from '../../../shared/domain/state/miner-partitions.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { SealingBoard, SealingSector } from '../../../shared/ipc/schemas/sealing.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { zNodeSeedDelay } from '../../../shared/validation/node/sealing.ts';
import { optional } from '../optional.ts';
import { type MinerBlocksRequest, readMinerBlocks } from './miner-blocks.ts';

const CAUSE = 'sealing: from the chain';
/** Of miners with more live sectors, only inactive ones are read. */
const MAX_LIVE = 2000n;
/** Maximum rows of one kind: a faulty deadline can have thousands. */
const MAX_OF_A_KIND = 500;
const SOON_EPOCHS = 30 * EPOCHS.perDay;
const SEED_DELAY_EPOCHS = 150;
const DAY_MS = 86_400_000;

interface Context {
  readonly height: number;
  readonly periodStart: number;
  readonly seedDelay: number;
  readonly timeMsOf: (epoch: number) => number;
  readonly minerCall: CallRef;
}

/** @throws SextantError as `readMinerBlocks` */
export async function readChainBoard(request: Omit<MinerBlocksRequest, 'cause'>): Promise<SealingBoard> {
  const { connection, clock, signal } = request;
  const { facts, client } = connection;
  const params = await optional(() => client.call('StateGetNetworkParams', [], { schema: zNodeSeedDelay, cause: CAUSE, signal }));
  const { reader, found, partitions, calls: placeCalls } = await readMinerBlocks({ ...request, cause: CAUSE });
  const { miner, name, pinned } = found;
  const preCommits = await reader.walk(
    `the pre-commits of ${name}`,
    (function* () {
      return yield* (yield* openPreCommits(miner)).entries();
    })(),
    signal,
  );
  const live = union(partitions.map((partition) => partition.live));
  const isWhole = live.count <= MAX_LIVE;
  const wanted = isWhole
    ? membersAt(live, 0, Number(MAX_LIVE))
    : [(one: StatePartition) => one.unproven, (one: StatePartition) => one.faulty].flatMap((pick) =>
        membersAt(union(partitions.map(pick)), 0, MAX_OF_A_KIND),
      );
  const numbers = [...new Set(wanted)];
  const sectors = await reader.walk(
    `the sectors of ${name}`,
    (function* () {
      const all = yield* openSectors(miner);
      return yield* together(numbers.map((number) => all.get(number)));
    })(),
    signal,
  );
  const context: Context = {
    height: pinned.height,
    periodStart: openDeadlineAt(miner, pinned.height).periodStart,
    seedDelay: params?.value.PreCommitChallengeDelay ?? SEED_DELAY_EPOCHS,
    timeMsOf: (epoch) => epochToTimeMs(epoch, facts),
    minerCall: found.stateCall,
  };
  const rows = [
    ...preCommits.value.slice(0, MAX_OF_A_KIND).map(([number, preCommit]) => preCommittedRow(number, preCommit, context)),
    ...sectors.value.flatMap((sector) => (sector === undefined ? [] : provenRow(sector, partitions, context))),
  ];
  const total = preCommits.value.length + Number(live.count);
  return {
    status: 'live',
    source: 'chain',
    miner: name,
    pinned,
    updatedAtMs: clock.nowMs(),
    pastMs: {},
    wholeMs: [],
    ...(isWhole
      ? {
          sealedLastDay: rows.filter(
            ({ group, startedMs = 0 }) => group !== 'waiting-for-seed' && group !== 'commit' && startedMs >= pinned.timeMs - DAY_MS,
          ).length,
        }
      : {}),
    activeCount: partitions.reduce((sum, { active }) => sum + Number(active.count), 0),
    leftOut: total - rows.length,
    gaps: isWhole
      ? []
      : [
          `This miner has ${formatCount(Number(live.count), 'sector')}. Only inactive ones are shown; ${formatInteger(total - rows.length)} are left out.`,
        ],
    sectors: rows.sort((left, right) => right.number - left.number),
    calls: distinct([found.actorCall, found.stateCall, ...preCommits.calls, ...placeCalls, ...sectors.calls]),
  };
}

function preCommittedRow(number: number, preCommit: MinerPreCommit, { height, seedDelay, timeMsOf, minerCall }: Context): SealingSector {
  const { preCommitEpoch, info } = preCommit;
  const seedEpoch = preCommitEpoch + seedDelay;
  const isSeedKnown = height >= seedEpoch;
  const landBy = proveCommitDue(preCommitEpoch, seedDelay, info.sealProof);
  return {
    ...{ number, isOnChain: false, isActive: false, isUpgrade: false, chainCall: minerCall, call: minerCall },
    state: isSeedKnown ? 'Waiting for proof' : 'Waiting for seed',
    group: isSeedKnown ? 'commit' : 'waiting-for-seed',
    startedMs: timeMsOf(preCommitEpoch),
    enteredStateMs: timeMsOf(isSeedKnown ? seedEpoch : preCommitEpoch),
    deals: [...info.dealIds],
    // Current pre-commits contain only the CID of all data.
    ...('unsealedCid' in info && info.unsealedCid === undefined ? { pieces: [] } : {}),
    seedEpoch,
    preCommitEpoch,
    expiration: info.expiration,
    landBy: { epoch: landBy, timeMs: timeMsOf(landBy), why: 'pre-commit' },
  };
}

function provenRow(sector: MinerSector, partitions: readonly StatePartition[], context: Context): SealingSector[] {
  const number = sector.sectorNumber;
  const home = partitions.find(({ live }) => isInBitfield(live, number));
  if (home === undefined) return [];
  const { height, periodStart, timeMsOf, minerCall } = context;
  const isUpgraded = 'sectorKeyCid' in sector && sector.sectorKeyCid !== undefined;
  const kind = kindOf(number, home, sector.expiration - height, isUpgraded);
  const hasData = sector.dealWeight > 0n || sector.verifiedDealWeight > 0n;
  return [
    {
      ...{ number, isOnChain: true, isUpgrade: isUpgraded, chainCall: minerCall, call: minerCall, ...kind },
      isActive: isInBitfield(home.active, number),
      startedMs: timeMsOf(sector.activation),
      ...(kind.group === 'first-proof' || kind.group === 'proving' ? { enteredStateMs: timeMsOf(sector.activation) } : {}),
      deals: [],
      ...(hasData ? {} : { pieces: [] }),
      expiration: sector.expiration,
      place: {
        deadline: home.deadline,
        partition: home.partition,
        opensAtMs: timeMsOf(nextDeadlineWindow(periodStart, home.deadline, height).open),
      },
    },
  ];
}

function kindOf(
  number: number,
  home: StatePartition,
  epochsLeft: number,
  isUpgraded: boolean,
): { readonly state: string; readonly group: SealingSector['group'] } {
  if (isInBitfield(home.recovering, number)) return { state: 'Recovering', group: 'recovering' };
  if (isInBitfield(home.faulty, number)) return { state: 'Faulty', group: 'failed' };
  if (isInBitfield(home.unproven, number)) return { state: 'Waiting for first proof', group: 'first-proof' };
  if (epochsLeft <= SOON_EPOCHS) return { state: 'Expires soon', group: 'ending' };
  return { state: isUpgraded ? 'Active, upgraded' : 'Active', group: 'proving' };
}

/** Distinct calls, limited to 20. */
function distinct(calls: readonly CallRef[]): CallRef[] {
  return [...new Map(calls.map((call) => [call.id, call])).values()].slice(0, 20);
}

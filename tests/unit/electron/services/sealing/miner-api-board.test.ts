import { describe, expect, it } from 'vitest';
import { MinerApiBoard } from '../../../../../electron/services/sealing/miner-api-board.ts';
import { PastTimes } from '../../../../../electron/services/sealing/past-times.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { buildChain } from '../../../../builders/chain-tipset.ts';
import { quietLogger } from '../../../../builders/quiet-logger.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';
import { scriptedConnection } from '../messages/scripted-node.ts';

const PRE_COMMIT_CID = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';
const PIECE = 'baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq';
const entry = (event: string, Timestamp: number) => ({ Kind: `event;sealing.${event}`, Timestamp, Message: '{}' });

const status = (number: unknown, change: object) => ({
  SectorID: number,
  State: 'Proving',
  Deals: [],
  Log: [entry('SectorStart', 1_600_000_000)],
  Pieces: [],
  Ticket: { Epoch: 0 },
  Seed: { Epoch: 0 },
  ...change,
});

/** A board of scripted answers; everything that is not scripted is refused. */
async function readBoard(miner: object, node: object = {}) {
  const profile = await temporaryProfile();
  try {
    const minerNode = scriptedConnection({ ActorAddress: 't01000', ...miner });
    const chainNode = scriptedConnection({ StateMinerActiveSectors: [], StateSectorGetInfo: null, ...node });
    const board = new MinerApiBoard({
      connection: chainNode.active,
      miner: minerNode.active.client,
      chain: { tipsets: buildChain([1, 2]) },
      past: new PastTimes({ paths: profile.paths, logger: quietLogger }),
    });
    return {
      board: await board.read(0),
      again: () => board.read(1),
      asked: minerNode.asked,
      askedChain: chainNode.asked,
    };
  } finally {
    await profile.remove();
  }
}

describe('a message that a sector waits for', () => {
  const waiting = {
    SectorsList: [7],
    SectorsStatus: status(7, {
      State: 'PreCommitBatchWait',
      PreCommitMsg: { '/': PRE_COMMIT_CID },
      Log: [entry('SectorPreCommitBatchSent', 1_598_306_430)],
    }),
  };

  it('cannot be included while its fee cap is below the base fee', async () => {
    const { board } = await readBoard(waiting, { StateSearchMsg: null, ChainGetMessage: { GasFeeCap: '1' } });
    expect(board.sectors[0]?.message).toMatchObject({ purpose: 'pre-commit', cid: PRE_COMMIT_CID, status: 'waiting', feeCap: '1' });
    expect(board.sectors[0]?.message?.baseFee).toMatch(/^\d+$/);
  });

  it('is not looked up again once it was executed', async () => {
    const { board, again, askedChain } = await readBoard(waiting, { StateSearchMsg: { Height: 2, Receipt: { ExitCode: 18 } } });
    expect(board.sectors[0]?.message).toMatchObject({ status: 'failed', executedEpoch: 2, exitCode: 18 });
    await again();
    expect(askedChain.filter(({ method }) => method === 'StateSearchMsg').length).toBe(1);
  });

  it('is told nothing of where the endpoint does not search', async () => {
    const { board } = await readBoard(waiting);
    expect(board.sectors[0]?.message).toMatchObject({ status: 'unknown' });
  });
});

it('tells deals of the market from data that came in directly', async () => {
  const piece = (DealInfo: object | null) => ({ Piece: { Size: 2048, PieceCID: { '/': PIECE } }, DealInfo });
  const { board } = await readBoard({
    SectorsList: [7],
    SectorsStatus: status(7, {
      State: 'PreCommit1',
      Deals: [94, 0],
      Ticket: { Epoch: 1000 },
      Pieces: [
        piece({ DealID: 94, DealSchedule: { StartEpoch: 9000, EndEpoch: 90_000 } }),
        piece({ DealID: 0, DealSchedule: { StartEpoch: 4000, EndEpoch: 80_000 }, PieceActivationManifest: {} }),
        piece(null),
      ],
    }),
  });
  const [sector] = board.sectors;
  expect(sector?.deals).toEqual([94]);
  expect(sector?.pieces?.map(({ dealId }) => dealId)).toEqual([94, undefined]);
  // The data begins before the ticket is too old: 1000 + 2880 + 900.
  expect(sector?.landBy).toMatchObject({ epoch: 4000, why: 'deal-start' });
});

it('names the worker of a sector, and asks no more where that is refused', async () => {
  const jobs = { w1: [{ Sector: { Miner: 1000, Number: 7 }, Task: 'seal/v0/precommit/1', RunWait: 0 }] };
  const told = await readBoard({
    SectorsList: [7],
    SectorsStatus: status(7, { State: 'PreCommit1' }),
    WorkerJobs: jobs,
    WorkerStats: { w1: { Info: { Hostname: 'sealer-9' } } },
  });
  expect(told.board.sectors[0]?.worker).toEqual({ name: 'sealer-9', task: 'seal/v0/precommit/1', isRunning: true });
  const refused = await readBoard({ SectorsList: [7], SectorsStatus: status(7, { State: 'PreCommit1' }) });
  await refused.again();
  expect(refused.board.sectors[0]?.worker).toBeUndefined();
  expect(refused.asked.filter(({ method }) => method === 'WorkerJobs').length).toBe(1);
});

it('asks for workers again where it was only the moment that was wrong', async () => {
  let isLate = true;
  const late = new SextantError('endpoint-timeout', 'It took too long.', { retryable: true });
  const { board, again } = await readBoard({
    SectorsList: [7],
    SectorsStatus: status(7, { State: 'PreCommit1' }),
    WorkerJobs: () => (isLate ? late : { w1: [{ Sector: { Miner: 1000, Number: 7 }, Task: 'seal/v0/precommit/1', RunWait: 0 }] }),
    WorkerStats: {},
  });
  expect(board.sectors[0]?.worker).toBeUndefined();
  isLate = false;
  expect((await again()).sectors[0]?.worker).toMatchObject({ name: 'worker w1', isRunning: true });
});

it.each([
  ['faulty', { FaultySectors: [7, 1] }],
  ['recovering', { FaultySectors: [7, 1], RecoveringSectors: [7, 1] }],
  ['unproven', {}],
  ['ended', { LiveSectors: [0] }],
])('says why a sector that was sealed is not active: %s', async (standing, sets) => {
  const partition = { AllSectors: [7, 1], LiveSectors: [7, 1], ActiveSectors: [0], FaultySectors: [0], RecoveringSectors: [0], ...sets };
  const { board, again, askedChain } = await readBoard(
    { SectorsList: [7], SectorsStatus: status(7, {}) },
    {
      StateSectorGetInfo: { SectorNumber: 7, SealedCID: { '/': PRE_COMMIT_CID }, Activation: 1, Expiration: 9000, InitialPledge: '0' },
      StateSectorPartition: { Deadline: 3, Partition: 0 },
      StateMinerPartitions: [partition],
    },
  );
  expect(board.sectors[0]).toMatchObject({ isOnChain: true, isActive: false, standing });
  await again();
  expect(askedChain.filter(({ method }) => method === 'StateSectorPartition')).toHaveLength(1);
});

it('leaves out numbers that no sector can have', async () => {
  const { board, asked } = await readBoard({ SectorsList: [7, 2n ** 60n], SectorsStatus: status(7, {}) });
  expect(board.sectors.map(({ number }) => number)).toEqual([7]);
  expect(asked.filter(({ method }) => method === 'SectorsStatus')).toHaveLength(1);
});

it('shows an old sector that is stuck among hundreds that are proven', async () => {
  const numbers = Array.from({ length: 1000 }, (_, number) => number);
  const { board } = await readBoard({
    SectorsList: numbers,
    SectorsSummary: { Proving: 999, CommitFailed: 1 },
    SectorsListInStates: ([states]: readonly [string[]]) => (states.includes('CommitFailed') ? [3] : []),
    SectorsStatus: ([number]: readonly [bigint]) => status(number, number === 3n ? { State: 'CommitFailed' } : {}),
  });
  expect(board.sectors.length).toBe(300);
  expect(board.leftOut).toBe(700);
  expect(board.sectors.find(({ number }) => number === 3)?.state).toBe('CommitFailed');
});

it('leaves a sector out whose state the miner does not tell, says so, and shows the others', async () => {
  const gone = new SextantError('node-error', 'refused', { details: { nodeMessage: 'sector 8 not found' } });
  const { board } = await readBoard({
    SectorsList: [7, 8],
    SectorsStatus: ([number]: readonly [bigint]) => (number === 8n ? gone : status(number, { State: 'PreCommit1' })),
  });
  expect(board.sectors.map(({ number }) => number)).toEqual([7]);
  expect(board.gaps).toEqual(['The miner returned no state for 1 sector: 8.']);
});

it('fails where the miner is away, whichever call finds out', async () => {
  const away = new SextantError('endpoint-unreachable', 'Nobody answers.', { retryable: true });
  await expect(readBoard({ SectorsList: [7], SectorsStatus: away })).rejects.toMatchObject({ code: 'endpoint-unreachable' });
});

it('learns of a miner with very many sectors from its partitions, which are not read as a list with every tipset', async () => {
  const empty = { AllSectors: [0], FaultySectors: [0], RecoveringSectors: [0], LiveSectors: [0], ActiveSectors: [0] };
  // Runs: the first five thousand and two sectors live, the first five thousand active.
  const full = { ...empty, AllSectors: [0, 5002], LiveSectors: [0, 5002], ActiveSectors: [0, 5000] };
  const { board, askedChain } = await readBoard(
    {
      SectorsList: Array.from({ length: 6000 }, (_, number) => number),
      SectorsSummary: { Proving: 5997, CommitWait: 3 },
      SectorsListInStates: [4999, 5001, 5002],
      SectorsStatus: ([number]: readonly [bigint]) => status(number, number >= 5000n && number <= 5002n ? { State: 'CommitWait' } : {}),
    },
    {
      StateMinerDeadlines: Array.from({ length: 48 }, () => ({ PostSubmissions: [0], DisputableProofCount: 0 })),
      StateMinerPartitions: ([, deadline]: readonly [string, number]) => (deadline === 3 ? [full] : []),
      StateMinerProvingDeadline: {
        CurrentEpoch: 2,
        PeriodStart: 0,
        Index: 0,
        Open: 0,
        Close: 60,
        Challenge: -20,
        FaultCutoff: -70,
        WPoStPeriodDeadlines: 48,
        WPoStProvingPeriod: 2880,
        WPoStChallengeWindow: 60,
        WPoStChallengeLookback: 20,
        FaultDeclarationCutoff: 70,
      },
    },
  );
  const flagsOf = (wanted: number) => board.sectors.find(({ number }) => number === wanted);
  expect(board.activeCount).toBe(5000);
  expect(flagsOf(4999)).toMatchObject({ isOnChain: true, isActive: true });
  expect(flagsOf(5001)).toMatchObject({ isOnChain: true, isActive: false });
  expect(flagsOf(5002)).toMatchObject({ isOnChain: false, isActive: false });
  expect(askedChain.map(({ method }) => method)).not.toContain('StateMinerActiveSectors');
});

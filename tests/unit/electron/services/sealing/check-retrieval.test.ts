import { expect, it } from 'vitest';
import { checkRetrieval, type RetrievalSources } from '../../../../../electron/services/sealing/check-retrieval.ts';
import { type Bitfield, bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';
import { buildChain } from '../../../../builders/chain-tipset.ts';
import { scriptedConnection } from '../messages/scripted-node.ts';

const CALL = { id: 9, method: 'ChainReadObj', tookMs: 1, atMs: 0, isCached: false };
const notAsked = () => Promise.reject(new Error('not part of this test'));
const range = (from: number, before: number): Bitfield => bitfieldOf(Array.from({ length: before - from }, (_, index) => from + index));

/** A miner of 4,000 sectors: those from 1,000 on are faulty, the last 500 of them recover, and the first ten wait for their first proof. */
const PARTITION = {
  deadline: 7,
  live: range(0, 4000),
  active: range(10, 1000),
  faulty: range(1000, 4000),
  recovering: range(3500, 4000),
};

it.each([
  [5, { verdict: 'unproven', deadline: 7 }],
  [500, { verdict: 'sealed', deadline: 7 }],
  [1001, { verdict: 'faulty', deadline: 7 }],
  [3001, { verdict: 'faulty', deadline: 7 }],
  [3600, { verdict: 'recovering', deadline: 7 }],
  [4001, { verdict: 'ended' }],
])('sector %i of a large miner is found in its partitions where the endpoint does not tell which', async (sector, expected) => {
  const { active } = scriptedConnection({ StateLookupID: 't01000', StateSectorGetInfo: { Expiration: 100_000 } });
  const sources = {
    connection: active,
    tipsets: buildChain([1, 2]),
    deals: { listDeals: notAsked, getDeal: notAsked },
    board: { status: 'idle', source: 'miner-api', pastMs: {}, wholeMs: [], leftOut: 0, gaps: [], sectors: [], calls: [] },
    readBlocks: async () => ({ partitions: [PARTITION], found: { actorCall: CALL, stateCall: CALL }, calls: [CALL] }),
  } as unknown as RetrievalSources;
  const { findings } = await checkRetrieval({ text: `t01000/${sector}` }, sources);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ ...expected, sector });
  expect(findings[0]?.calls.map(({ method }) => method)).toContain('ChainReadObj');
});

const PRE_COMMIT = { PreCommitEpoch: 5, Info: { Expiration: 90_000, SealProof: 8 } };
const idle = { status: 'idle', source: 'miner-api', pastMs: {}, wholeMs: [], leftOut: 0, gaps: [], sectors: [], calls: [] };
const boardWith = (group: string, state: string) => ({
  ...idle,
  miner: 't01000',
  sectors: [{ number: 5, group, state, deals: [], call: CALL }],
});

it.each([
  ['was pre-committed', idle, { StateSectorPreCommitInfo: PRE_COMMIT, StateMinerSectorAllocated: true }, 'not-on-chain'],
  ['was never used', idle, { StateSectorPreCommitInfo: null, StateMinerSectorAllocated: false }, 'not-on-chain'],
  ['was used and is gone', idle, { StateSectorPreCommitInfo: null, StateMinerSectorAllocated: true }, 'ended'],
  ['cannot be looked up', idle, {}, 'not-on-chain'],
  [
    'is being sealed',
    boardWith('commit', 'Committing'),
    { StateSectorPreCommitInfo: null, StateMinerSectorAllocated: true },
    'not-on-chain',
  ],
  ['was proving', boardWith('proving', 'Proving'), {}, 'ended'],
])('a sector that is not on chain and %s', async (_, board, answers, verdict) => {
  const { active } = scriptedConnection({ StateLookupID: 't01000', StateSectorGetInfo: null, ...answers });
  const deals = { listDeals: notAsked, getDeal: notAsked };
  const sources = { connection: active, tipsets: buildChain([1, 2]), deals, board, readBlocks: notAsked } as unknown as RetrievalSources;
  const { findings } = await checkRetrieval({ text: 't01000/5' }, sources);
  expect(findings[0]).toMatchObject({ verdict, sector: 5 });
});

it('tells when the deal ends, not its sector, which outlives it', async () => {
  const { active } = scriptedConnection({
    StateLookupID: 't01000',
    StateSectorGetInfo: { Expiration: 100_000 },
    StateSectorPartition: { Deadline: 7, Partition: 0 },
    StateMinerPartitions: [],
  });
  const row = { kind: 'f05', id: 3, provider: 't01000', sectorNumber: 5, state: 'proving', startEpoch: 1, endEpoch: 9000 };
  const deals = { listDeals: notAsked, getDeal: async () => ({ row, calls: [] }) };
  const sources = {
    connection: active,
    tipsets: buildChain([1, 2]),
    deals,
    board: idle,
    readBlocks: notAsked,
  } as unknown as RetrievalSources;
  const { findings } = await checkRetrieval({ text: '3' }, sources);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({ dealId: 3, sector: 5, startEpoch: 1, expiration: 9000 });
});

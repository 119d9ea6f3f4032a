/** Counting a large miner's sectors by quality, for the rehearsal of an upgrade, compared with one plain pass over the same columns. */
import { SectorChunk } from '../../electron/services/miners/sector-chunk.ts';
import { SectorTable } from '../../electron/services/miners/sector-table.ts';
import { tallySectors } from '../../electron/services/upgrades/tally-sectors.ts';
import { bitfieldOf } from '../../shared/domain/encoding/bitfield.ts';
import { zNodeSectorInfos } from '../../shared/validation/node/miner-detail.ts';
import { median, report } from './lib/report.ts';

const SECTORS = 100_000;
const ROUNDS = 15;
const PLEDGE = 10n ** 17n;
const chunk = filledChunk();
const table = new SectorTable();
table.set([chunk]);
const clock = { head: 1000, timeMsOf: (epoch: number) => epoch, epochAt: (timeMs: number) => timeMs };

const took: number[] = [];
const plain: number[] = [];
for (let round = -2; round < ROUNDS; round += 1) {
  const baseline = timeOf(plainPass);
  const measured = timeOf(() => tallySectors(table, { clock, epoch: clock.head, sectorSizeBytes: 34_359_738_368n, pledgeOfFull: PLEDGE }));
  if (round < 0) continue;
  plain.push(baseline);
  took.push(measured);
}
report({
  bench: 'Tally 100,000 sectors by quality',
  unit: 'ms',
  measured: median(took),
  baseline: { name: 'one plain pass over the same columns', value: median(plain) },
  ratio: median(took.map((time, round) => time / (plain[round] ?? Number.NaN))),
  aim: '2,000 ms',
  note: `slowest ${Math.round(Math.max(...took))} ms`,
});

/** Read the same columns and sum them. */
function plainPass(): bigint {
  let sum = 0n;
  let bytes = 0;
  for (let index = 0; index < chunk.count; index += 1) {
    bytes += (chunk.powers[index] ?? 0) + (chunk.qualities[index] ?? 0) + (chunk.states[index] ?? 0);
    sum += chunk.pledges.get(index) + chunk.fees.get(index);
  }
  return sum + BigInt(Math.round(bytes));
}

function timeOf(run: () => unknown): number {
  const started = performance.now();
  if (run() === undefined) throw new Error('A benchmarked operation returned nothing.');
  return performance.now() - started;
}

function filledChunk(): SectorChunk {
  const filled = new SectorChunk(0, SECTORS);
  for (let number = 0; number < SECTORS; number += 1) {
    const [sector] = zNodeSectorInfos.parse([
      {
        SectorNumber: number,
        SealProof: 8,
        SealedCID: { '/': 'bagboea4b5abcatlxechwbp7kjpjguna6r6q7ejrhe6mdp3lf34pmswn27pkkiekz' },
        DealIDs: null,
        Activation: 0,
        Expiration: 1_000_000,
        DealWeight: '0',
        VerifiedDealWeight: '0',
        InitialPledge: String(10n ** 16n + BigInt(number)),
        ExpectedDayReward: '0',
        ExpectedStoragePledge: '0',
        PowerBaseEpoch: 0,
        ReplacedDayReward: '0',
        SectorKeyCID: null,
        Flags: number % 3 === 0 ? 3 : 1,
        DailyFee: '1000000',
      },
    ]);
    if (sector !== undefined) filled.add(sector, 1);
  }
  const all = bitfieldOf(Array.from({ length: SECTORS }, (_, number) => number));
  const none = bitfieldOf([]);
  filled.place([{ deadline: 0, partition: 0, isPosted: false, all, live: all, active: all, faulty: none, recovering: none }]);
  return filled;
}

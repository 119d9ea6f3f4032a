/**
 * Bytes for updating a dataset of a million deals by one day, compared with the bytes of the market file.
 *
 * The day: of each 540 deals one ends, one is activated, one is settled and one is published, as in a market with deals of 540 days; one
 * of 5,000 is slashed. Deals published together, 16 at a time, start and end together. SEXTANT_BENCH_DEALS sets the number of deals.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { DatasetStore } from '../../electron/dataset/dataset-store.ts';
import { openDuckDbWriter } from '../../electron/dataset/duckdb-engine.ts';
import type { DatasetWriter } from '../../electron/dataset/engine.ts';
import { startLoad } from '../../electron/dataset/load-market.ts';
import { type DealFields, encodeProposal, encodeState, FIELD_COLUMNS, fieldsOf } from '../../electron/dataset/mirror/deal-values.ts';
import { arrayLayout } from '../../electron/dataset/mirror/market-arrays.ts';
import { type MarketTarget, updateMarket } from '../../electron/dataset/mirror/update-market.ts';
import { MAINNET_GENESIS_CID } from '../../shared/domain/chain/networks.ts';
import { Amt } from '../../shared/domain/ipld/amt.ts';
import { marketFile } from '../builders/market-file.ts';
import { MemoryBlocks } from '../builders/memory-blocks.ts';
import { seededNumbers } from '../builders/model-market.ts';
import { report } from './lib/report.ts';

const DEALS = Number(process.env.SEXTANT_BENCH_DEALS ?? 1_000_000);
const DAYS_OF_A_DEAL = 540;
const TOGETHER = 16;
const LAYOUT = 'v16';

const folder = await mkdtemp(join(tmpdir(), 'sextant-bench-'));
try {
  const file = join(folder, 'market.json');
  await pipeline(Readable.from(marketFile({ deals: DEALS })), createWriteStream(file));
  await pipeline(createReadStream(file), createZstdCompress(), createWriteStream(`${file}.zst`));
  const [plainBytes, packedBytes] = [(await stat(file)).size, (await stat(`${file}.zst`)).size];
  const store = new DatasetStore(join(folder, 'datasets'));
  const startedMs = performance.now();
  await startLoad({ source: { path: file }, store, nowMs: Date.now, onProgress: () => undefined }).done;
  const loadSeconds = (performance.now() - startedMs) / 1000;
  await rm(file);
  const path = (await store.current())?.path ?? '';
  const writer = await openDuckDbWriter({ path, memoryMib: 256, threads: 2 });
  const deals = await readDeals(writer);
  const first = await timed(writer, targetOf(deals, 1));
  const changes = liveADay(deals);
  const day = await timed(writer, targetOf(deals, 2));
  await writer.close();
  // As an endpoint sends a block: base64 in a JSON-RPC response.
  const sentBytes = Math.ceil((day.bytes * 4) / 3) + day.blocks * 40;
  report({
    bench: `a day of changes of a market of ${DEALS} deals: bytes received`,
    unit: 'bytes',
    measured: sentBytes,
    baseline: { name: 'the market file, plain', value: plainBytes },
    ratio: plainBytes / sentBytes,
    aim: 'at least 100',
    note: `${changes} deals changed, ${day.blocks} blocks in ${day.seconds.toFixed(1)} s; ${(packedBytes / sentBytes).toFixed(0)} × fewer than the file as zstd (${packedBytes} bytes)`,
  });
  report({
    bench: 'first update after a load: every row hashed and compared',
    unit: 's',
    measured: first.seconds,
    baseline: { name: 'the load', value: loadSeconds },
    ratio: first.seconds / loadSeconds,
    aim: 'said',
    note: `${(DEALS / first.seconds).toFixed(0)} deals/s, ${first.blocks} blocks, resident memory of this process with the whole market in it ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`,
  });
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Target {
  readonly target: MarketTarget;
  readonly blocks: MemoryBlocks;
}

async function timed(writer: DatasetWriter, { target, blocks }: Target) {
  const startedMs = performance.now();
  const done = await updateMarket({ writer, target, read: blocks.later, nowMs: 1, signal: new AbortController().signal });
  return { ...done, seconds: (performance.now() - startedMs) / 1000 };
}

async function readDeals(writer: DatasetWriter): Promise<Map<number, DealFields>> {
  const deals = new Map<number, DealFields>();
  await writer.stream(`SELECT ${FIELD_COLUMNS} FROM deals ORDER BY deal_id`, [], (rows) => {
    for (const row of rows) {
      const deal = fieldsOf(row);
      deals.set(deal.dealId, deal);
    }
  });
  return deals;
}

function targetOf(deals: ReadonlyMap<number, DealFields>, epoch: number): Target {
  const blocks = new MemoryBlocks();
  const proposals = [...deals.values()].map((deal) => [deal.dealId, encodeProposal(deal)] as const);
  const states = [...deals.values()].flatMap((deal) => {
    const state = encodeState(deal, LAYOUT);
    return state === undefined ? [] : [[deal.dealId, state] as const];
  });
  const target = {
    genesisCid: MAINNET_GENESIS_CID,
    epoch,
    tipsetKey: [],
    timeMs: 0,
    layout: LAYOUT,
    proposals: Amt.from(arrayLayout('proposals', LAYOUT), proposals).flush(blocks.put),
    states: Amt.from(arrayLayout('states', LAYOUT), states).flush(blocks.put),
    blocks: 0,
    bytes: 0,
  } as const;
  return { target, blocks };
}

/** Apply the changes of a day and count them. */
function liveADay(deals: Map<number, DealFields>): number {
  const next = seededNumbers(5);
  const ids = [...deals.keys()];
  const runs = Math.round(DEALS / DAYS_OF_A_DEAL / TOGETHER);
  const epoch = 4_000_000;
  let changes = 0;
  const inRuns = (count: number, change: (deal: DealFields) => void): void => {
    for (let run = 0; run < count; run += 1) {
      const from = next() % ids.length;
      for (const id of ids.slice(from, from + TOGETHER)) {
        const deal = deals.get(id);
        if (deal === undefined) continue;
        change(deal);
        changes += 1;
      }
    }
  };
  inRuns(runs, ({ dealId }) => deals.delete(dealId));
  inRuns(runs, (deal) =>
    deals.set(deal.dealId, { ...deal, sectorNumber: next() % 100_000, sectorStartEpoch: epoch, lastUpdatedEpoch: -1 }),
  );
  inRuns(runs, (deal) => deals.set(deal.dealId, deal.sectorStartEpoch < 0 ? deal : { ...deal, lastUpdatedEpoch: epoch }));
  inRuns(Math.round(DEALS / 5000 / TOGETHER), (deal) =>
    deals.set(deal.dealId, deal.sectorStartEpoch < 0 ? deal : { ...deal, slashEpoch: epoch }),
  );
  let id = ids.at(-1) ?? 0;
  const [sample] = deals.values();
  for (let count = 0; sample !== undefined && count < runs * TOGETHER; count += 1) {
    id += 1;
    const label = Buffer.from(`bafy${Array.from({ length: 12 }, () => next().toString(36)).join('')}`.slice(0, 59));
    deals.set(id, { ...sample, dealId: id, label, sectorStartEpoch: -1, lastUpdatedEpoch: -1, slashEpoch: -1, startEpoch: epoch + 100 });
    changes += 1;
  }
  return changes;
}

/**
 * Queries of a market of 20 million deals: pages of 500 rows at random offsets and look-ups of single CIDs, as services run them (via
 * the worker), compared with the same statements in DuckDB's own client. `MARKET_ROWS` sets another size, `MARKET_CLAIMS` the number of
 * claims.
 */
import path from 'node:path';
import { DuckDBBlobValue, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { openDataset } from '../../electron/dataset/dataset-client.ts';
import type { DatasetEngine, SqlValue } from '../../electron/dataset/engine.ts';
import { lookUp } from '../../electron/dataset/questions/look-up.ts';
import { MarketQuestions } from '../../electron/dataset/questions/market-questions.ts';
import { migrationsOf, SCHEMA_VERSION } from '../../electron/dataset/schema.ts';
import { DEAL_FILTER } from '../../shared/deals/deal-filter.ts';
import { cidFromBytes } from '../../shared/domain/encoding/cid.ts';
import { parseFilter } from '../../shared/filter/filter.ts';
import type { DealOrder } from '../../shared/ipc/schemas/deals.ts';
import { temporaryFolder } from '../builders/temporary-folder.ts';
import { median, report } from './lib/report.ts';

const ROWS = Number(process.env.MARKET_ROWS ?? 20_000_000);
/** Percentage of verified deals in sectors that have a claim. */
const CLAIMS = Number(process.env.MARKET_CLAIMS ?? 90);
const ROUNDS = 40;
const PAGE = 500;
const MEMORY_MIB = 512;
const THREADS = 2;
const MOMENT = { head: 1_500_000, asOf: 1_500_000, epochOf: (timeMs: number): number => (timeMs - 1_598_306_400_000) / 30_000 };

const folder = await temporaryFolder();
try {
  const file = path.join(folder.path, 'market.duckdb');
  await generate(file);
  const asked: { text: string; parameters: readonly SqlValue[] }[] = [];
  const engine = await openDataset({ path: file, memoryMib: MEMORY_MIB, threads: THREADS });
  const recording: DatasetEngine = {
    dialect: engine.dialect,
    query: (text, parameters = [], signal) => {
      asked.push({ text, parameters });
      return engine.query(text, parameters, signal);
    },
    stream: (...question) => engine.stream(...question),
    close: () => engine.close(),
  };
  const own = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY', memory_limit: `${MEMORY_MIB}MiB`, threads: String(THREADS) });
  const connection = await own.connect();
  /** Duration of the same statements in DuckDB's client. */
  const bareTime = async (): Promise<number> => {
    const statements = asked.splice(0);
    const startedMs = performance.now();
    for (const { text, parameters } of statements) {
      const result = await connection.runAndReadAll(text, parameters.map(toBound));
      result.getRows();
    }
    return performance.now() - startedMs;
  };

  const questions = new MarketQuestions(recording, 'f');
  const pages: readonly (readonly [filter: string, by: DealOrder['by']])[] = [
    ['', 'id'],
    ['verified:yes', 'id'],
    ['state:proving size:>=1GiB', 'id'],
    ['', 'end'],
    ['', 'provider'],
    ['provider:f05990', 'id'],
  ];
  for (const [text, by] of pages) {
    const { node } = parseFilter(text, DEAL_FILTER);
    const order = { by, direction: 'ascending' } as const;
    const startedMs = performance.now();
    const { matching } = await questions.counts({ node }, MOMENT);
    await questions.page({ node }, MOMENT, order, 0, PAGE);
    const firstMs = performance.now() - startedMs;
    const took: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const offset = Math.floor(Math.random() * Math.max(1, matching - PAGE));
      // New ranges are counted once; measure pages after that.
      await questions.page({ node }, MOMENT, order, offset, PAGE);
      asked.length = 0;
      const pageMs = performance.now();
      await questions.page({ node }, MOMENT, order, offset, PAGE);
      took.push(performance.now() - pageMs);
      bare.push(await bareTime());
    }
    tell(
      `Page of ${PAGE} of ${matching} deals, ${text === '' ? 'no filter' : text}, by ${by}`,
      took,
      bare,
      '1.3 x, p95 50 ms',
      `the first page, with its counts, ${Math.round(firstMs)} ms`,
    );
  }

  const took: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [found] = await engine.query('SELECT piece_cid FROM deals WHERE deal_id = $1', [1 + Math.floor(Math.random() * ROWS)]);
    const piece = found?.[0];
    if (!(piece instanceof Uint8Array)) throw new Error('There is no such deal.');
    asked.length = 0;
    const startedMs = performance.now();
    const { rows } = await lookUp(recording, [{ kind: 'piece', cid: cidFromBytes(piece) }], MOMENT, PAGE);
    took.push(performance.now() - startedMs);
    if (rows.length === 0) throw new Error('A look-up found nothing.');
    bare.push(await bareTime());
  }
  tell(`Look-up of a piece CID in ${ROWS} deals`, took, bare, 'p95 20 ms');
  connection.closeSync();
  own.closeSync();
  await engine.close();
} finally {
  await folder.remove();
}

function tell(bench: string, took: readonly number[], bare: readonly number[], aim: string, note?: string): void {
  const p95 = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  report({
    bench,
    unit: 'ms',
    measured: median(took),
    baseline: { name: "the same statements in DuckDB's own client", value: median(bare) },
    ratio: median(took.map((time, round) => time / (bare[round] ?? Number.NaN))),
    aim,
    note: `p95 ${p95(took).toFixed(1)} ms, of the client ${p95(bare).toFixed(1)} ms${note === undefined ? '' : `; ${note}`}`,
  });
}

function toBound(value: SqlValue): DuckDBValue {
  return value instanceof Uint8Array ? new DuckDBBlobValue(value) : typeof value === 'number' ? BigInt(value) : value;
}

/** By ascending ID, as after a load. Four deals share a piece; providers are distributed unevenly, as on mainnet. */
async function generate(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file, { memory_limit: '1GiB', threads: String(THREADS) });
  const connection = await instance.connect();
  for (const statements of migrationsOf('duckdb')) for (const statement of statements) await connection.run(statement);
  await connection.run(`INSERT INTO about VALUES ('schema_version', '${SCHEMA_VERSION}')`);
  await connection.run(`INSERT INTO deals SELECT i, 1000 + (hash(i) % 25000)::BIGINT, 2000 + (pow((hash(i * 7) % 1000000) / 1000000.0, 3) * 4000)::BIGINT,
    unhex('0181E203922020' || sha256(piece)), (1::BIGINT << (20 + (hash(i * 11) % 16)::INT))::BIGINT, hash(i * 13) % 10 < 7,
    encode('bafybei' || substr(sha256(piece || 'x'), 1, 52)), true, start, start + 518400 + (hash(i * 19) % 1000000)::BIGINT,
    (CASE WHEN hash(i * 23) % 10 < 8 THEN 0 ELSE hash(i * 29) % 100000000000 END)::DECIMAL(38, 0), 8000000000000000, 0, (hash(i * 31) % 100000)::BIGINT,
    CASE WHEN hash(i * 37) % 10 < 9 THEN start ELSE -1 END, -1, CASE WHEN hash(i * 41) % 50 = 0 THEN start ELSE -1 END
    FROM (SELECT i, ((hash(i * 3) % ${Math.ceil(ROWS / 4)})::BIGINT)::VARCHAR AS piece, (i // 20 + hash(i * 17) % 20000)::BIGINT AS start FROM range(1, ${ROWS + 1}) AS t(i))`);
  // The first 8 bytes after the prefix of a piece CID, as a signed integer.
  await connection.run(`INSERT INTO cids SELECT (CASE WHEN high >= 2147483648 THEN high - 4294967296 ELSE high END) * 4294967296 + low, 0, deal_id FROM
    (SELECT ('0x' || substr(hex(piece_cid), 15, 8))::BIGINT AS high, ('0x' || substr(hex(piece_cid), 23, 8))::BIGINT AS low, deal_id FROM deals) ORDER BY 1`);
  if (CLAIMS > 0) {
    // Two thirds belong to deals.
    await connection.run(`INSERT INTO registry SELECT 1, deal_id, client_id, provider_id, piece_cid, piece_size, sector_number, start_epoch, end_epoch,
      518400, end_epoch - start_epoch, CASE WHEN deal_id % 3 = 0 THEN NULL ELSE deal_id END FROM deals WHERE is_verified AND sector_start_epoch >= 0 AND hash(deal_id) % 100 < ${CLAIMS} ORDER BY deal_id`);
    await connection.run(
      'INSERT INTO cids SELECT prefix, 3, cids.deal_id FROM cids JOIN registry ON registry.id = cids.deal_id ORDER BY 1',
    );
    await connection.run("INSERT INTO about VALUES ('registry_odd', '0')");
  }
  await connection.run('CHECKPOINT');
  connection.closeSync();
  instance.closeSync();
}

/**
 * A generated market file of 1 and of 4 GB (real shapes, 10 % oddities), from JSON to a dataset that answers, beside JSON.parse of the same
 * records on one thread. Each load runs in a process of its own, which says its largest resident memory. SEXTANT_BENCH_DEALS sets the
 * number of deals of the large file.
 */
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { marketFile } from '../builders/market-file.ts';
import { report } from './lib/report.ts';

/** About 4 GB. */
const DEALS = Number(process.env.SEXTANT_BENCH_DEALS ?? 8_300_000);
const MIB = 1024 * 1024;

const folder = await mkdtemp(join(tmpdir(), 'sextant-bench-'));
try {
  const rates: number[] = [];
  for (const deals of [Math.round(DEALS / 4), DEALS]) {
    const file = join(folder, 'market.json');
    await pipeline(Readable.from(marketFile({ deals, rejectEvery: 100_000 })), createWriteStream(file));
    const bytes = (await stat(file)).size;
    const parseSeconds = await parseEach(file);
    const plain = await load(file);
    rates.push(plain.rows / plain.seconds);
    report({
      bench: `load of a market file of ${(bytes / 1e9).toFixed(1)} GB, ${deals} deals`,
      unit: 'deals/s',
      measured: plain.rows / plain.seconds,
      baseline: { name: 'JSON.parse of the same records, one thread', value: deals / parseSeconds },
      ratio: parseSeconds / plain.seconds,
      aim: 'at least 1.0',
      note: `resident memory at most ${(plain.maxRssKib / 1024).toFixed(0)} MiB (aim 512); ${((plain.sizeBytes / plain.rows) * (1e6 / MIB)).toFixed(0)} MiB on disk per million deals`,
    });
    if (deals !== DEALS) continue;
    report({
      bench: 'rate at the full size',
      unit: 'deals/s',
      measured: rates[1] ?? Number.NaN,
      baseline: { name: 'at a quarter of it', value: rates[0] ?? Number.NaN },
      ratio: (rates[1] ?? Number.NaN) / (rates[0] ?? Number.NaN),
      aim: 'does not fall',
    });
    const packed = `${file}.zst`;
    await pipeline(createReadStream(file, { highWaterMark: MIB }), createZstdCompress(), createWriteStream(packed));
    const zst = await load(packed);
    report({
      bench: `the same file as zstd, ${((await stat(packed)).size / 1e9).toFixed(2)} GB`,
      unit: 'deals/s',
      measured: zst.rows / zst.seconds,
      baseline: { name: 'plain', value: plain.rows / plain.seconds },
      ratio: plain.seconds / zst.seconds,
      aim: 'said',
      note: `resident memory at most ${(zst.maxRssKib / 1024).toFixed(0)} MiB`,
    });
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

interface Loaded {
  readonly seconds: number;
  readonly rows: number;
  readonly sizeBytes: number;
  readonly maxRssKib: number;
}

async function load(file: string): Promise<Loaded> {
  const profile = await mkdtemp(join(folder, 'profile-'));
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      '--max-semi-space-size=2',
      join(import.meta.dirname, 'lib/load-market-child.ts'),
      file,
      profile,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  for await (const data of child.stdout) said += String(data);
  await rm(profile, { recursive: true, force: true });
  return JSON.parse(said) as Loaded;
}

/** Seconds for JSON.parse of every record, without splitting the file. */
async function parseEach(file: string): Promise<number> {
  let tookMs = 0;
  let rest = '';
  for await (const data of createReadStream(file, { highWaterMark: MIB, encoding: 'utf8' })) {
    const members = `${rest}${String(data)}`.split(/,(?="\d+":)/);
    rest = members.pop() ?? '';
    const records = members.map((member) => member.slice(member.indexOf(':') + 1));
    const startedMs = performance.now();
    for (const record of records) JSON.parse(record);
    tookMs += performance.now() - startedMs;
  }
  return tookMs / 1000;
}

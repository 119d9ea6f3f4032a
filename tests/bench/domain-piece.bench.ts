/**
 * CommP of a piece of 1 GiB and of one beyond 2 GiB, compared with bare sha-256 of the same tree's nodes by @noble/hashes and
 * node:crypto. The data repeats every 127 bytes, so a few hashes determine the expected result; another result fails the benchmark.
 */
import { hash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { type CommittedPiece, PieceHasher } from '../../shared/domain/deals/piece-commitment.ts';
import { median, report } from './lib/report.ts';

const MIB = 1024 ** 2;
/** Bytes per four leaves. */
const GROUP = Uint8Array.from({ length: 127 }, (_, index) => (index * 37 + 11) & 0xff);
const SLICE_BYTES = 64 * MIB;
const CHUNK_BYTES = 64 * 1024;
/** Nodes of the baseline after every slice of the piece, about a tenth of a second. */
const NODES = 100_000;
const HASHES = {
  'sha256 of @noble/hashes on every node': sha256,
  'hash() of node:crypto on every node': (pair: Uint8Array): Uint8Array => hash('sha256', pair, 'buffer'),
};

for (const digestOf of Object.values(HASHES)) treeRate(digestOf);
measure('CommP of 1 GiB', 1024 * MIB);
measure('CommP of a byte more than 2 GiB', 2048 * MIB + 1);

function measure(bench: string, payloadBytes: number): void {
  const data = new Uint8Array(GROUP.length + CHUNK_BYTES);
  for (let index = 0; index < data.length; index += 1) data[index] = GROUP[index % GROUP.length] ?? 0;
  const memoryBefore = process.memoryUsage().rss;
  const hasher = new PieceHasher();
  const rates: number[] = [];
  const baselines = Object.entries(HASHES).map(([name, digestOf]) => ({ name, digestOf, rates: [] as number[] }));
  for (let taken = 0; taken < payloadBytes; ) {
    const sliceStart = taken;
    const sliceEnd = Math.min(taken + SLICE_BYTES, payloadBytes);
    const started = performance.now();
    while (taken < sliceEnd) {
      const start = taken % GROUP.length;
      const bytes = Math.min(CHUNK_BYTES, sliceEnd - taken);
      hasher.update(data.subarray(start, start + bytes));
      taken += bytes;
    }
    rates.push((taken - sliceStart) / ((performance.now() - started) * 1000));
    for (const baseline of baselines) baseline.rates.push(treeRate(baseline.digestOf));
  }
  const piece = hasher.digest();
  const grownMib = Math.round((process.memoryUsage().rss - memoryBefore) / MIB);
  requireRoot(piece);
  for (const baseline of baselines) {
    report({
      bench,
      unit: 'MB/s',
      measured: median(rates),
      baseline: { name: baseline.name, value: median(baseline.rates) },
      ratio: median(rates.map((rate, index) => rate / (baseline.rates[index] ?? Number.NaN))),
      aim: 'at least the bare hash of the tree',
      note: `${rates.length} slices, each followed by ${NODES} nodes of the baseline; ${grownMib} MiB more memory at the end; the right commitment`,
    });
  }
}

/** MB of data per second for hashing the tree's nodes only: one node per 127 / 4 bytes. */
function treeRate(digestOf: (pair: Uint8Array) => Uint8Array): number {
  const pair = new Uint8Array(64);
  const started = performance.now();
  for (let index = 0; index < NODES; index += 1) {
    pair.set(digestOf(pair));
    pair[31] = (pair[31] ?? 0) & 0x3f;
  }
  return (NODES * GROUP.length) / 4 / (performance.now() - started) / 1000;
}

/** Compare with the root computed from equal subtrees: one full and one partial node per level, by @noble/hashes. */
function requireRoot(piece: CommittedPiece): void {
  const groups = piece.payloadBytes / GROUP.length;
  const last = new Uint8Array(GROUP.length);
  last.set(GROUP.subarray(0, piece.payloadBytes % GROUP.length));
  const groupRoot = commitmentOf(GROUP);
  const lastRoot = commitmentOf(last);
  const zeroRoot = commitmentOf(new Uint8Array(GROUP.length));
  const rootOf = (count: number, capacity: number): Uint8Array => {
    if (capacity === 1) return count >= 1 ? groupRoot : count > 0 ? lastRoot : zeroRoot;
    const half = capacity / 2;
    const left = rootOf(Math.min(count, half), half);
    // Equal halves are hashed once.
    const right = count === capacity || count <= 0 ? left : rootOf(Math.max(0, count - half), half);
    const root = sha256(Uint8Array.from([...left, ...right]));
    root[31] = (root[31] ?? 0) & 0x3f;
    return root;
  };
  if (Buffer.compare(rootOf(groups, piece.paddedSize / 128), piece.commitment) !== 0)
    throw new Error(`The piece came to ${piece.pieceCid}.`);
}

function commitmentOf(data: Uint8Array): Uint8Array {
  const hasher = new PieceHasher();
  hasher.update(data);
  return hasher.digest().commitment;
}

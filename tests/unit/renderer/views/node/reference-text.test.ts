import { describe, expect, test } from 'vitest';
import {
  bandwidthText,
  goDuration,
  listenText,
  peersText,
  reachabilityText,
  siBytes,
  statusText,
  syncText,
  versionText,
} from '../../../../../renderer/views/node/reference-text.ts';
import type { SyncWorker } from '../../../../../shared/ipc/schemas/node.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson, readSharedText } from '../../../../builders/shared-data.ts';

interface Expected {
  readonly samples: readonly { readonly file: string; readonly rows: readonly ExpectedWorker[] }[];
}
interface ExpectedWorker {
  readonly worker: number;
  readonly base: readonly string[];
  readonly target: readonly string[];
  readonly targetHeight: number;
  readonly heightDiff: number;
  readonly stage: SyncWorker['stage'];
  readonly height: number;
  readonly elapsed: string;
  readonly error: string | null;
}

/** Milliseconds of a duration as Go writes it. */
function milliseconds(text: string): number {
  const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
  return [...text.matchAll(/([\d.]+)(ms|h|m|s)/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? Number.NaN),
    0,
  );
}

test('lotus sync status, to the letter', () => {
  const sample = readSharedJson<Expected>('cli/expected.json').samples.find(({ file }) => file === 'sync-status.txt');
  const workers = (sample?.rows ?? []).map(
    (row): SyncWorker => ({
      workerId: String(row.worker),
      ...(row.base.length === 0 ? {} : { base: { height: row.targetHeight - row.heightDiff, key: [...row.base] } }),
      target: { height: row.targetHeight, key: [...row.target] },
      heightDiff: row.heightDiff,
      stage: row.stage,
      height: row.height,
      elapsedMs: milliseconds(row.elapsed),
      ...(row.error === null ? {} : { message: row.error }),
    }),
  );
  checked(workers.length, 3, 'workers of the sample');
  expect(syncText(workers).trimEnd()).toBe(readSharedText('cli/sync-status.txt').trimEnd());
});

test('a worker without base and target', () => {
  expect(syncText([{ workerId: '0', stage: 'idle', height: 0, heightDiff: 0 }])).toBe(
    'sync status:\nworker 0:\n\tBase:\t[]\n\tTarget:\t[] (0)\n\tHeight diff:\t0\n\tStage: idle\n\tHeight: 0\n',
  );
});

describe('durations', () => {
  test.each([
    [0, '0s'],
    [0.0005, '500ns'],
    [0.0015, '1.5µs'],
    [16.718371, '16.718371ms'],
    [1234, '1.234s'],
    [60_000, '1m0s'],
    [3_779_722.215519, '1h2m59.722215519s'],
    [-1500, '-1.5s'],
  ])('%d ms', (value, text) => {
    expect(goDuration(value)).toBe(text);
  });
});

test('peers by id, descending, the agent where it is known', () => {
  expect(
    peersText([
      { peerId: '12D3A', addresses: ['/ip4/1.2.3.4/tcp/1', '/ip6/::1/tcp/2'], agent: 'lotus-1.36' },
      { peerId: '12D3B', addresses: [] },
    ]),
  ).toBe('12D3B, []\n12D3A, [/ip4/1.2.3.4/tcp/1 /ip6/::1/tcp/2], lotus-1.36\n');
});

test('the other commands', () => {
  expect(versionText({ software: '1.36.2+mainnet+git.abc', apiVersion: '2.3.0' })).toBe('Daemon:  1.36.2+mainnet+git.abc+api2.3.0\n');
  expect(listenText({ peerId: '12D3A', addresses: ['/ip4/1.2.3.4/tcp/1'] })).toBe('/ip4/1.2.3.4/tcp/1/p2p/12D3A\n');
  expect(reachabilityText({ reachability: 'public', publicAddresses: ['/ip4/1.2.3.4/tcp/1'] })).toBe(
    'AutoNAT status:  Public\nPublic address: [/ip4/1.2.3.4/tcp/1]\n',
  );
  expect(bandwidthText({ totalIn: 9_500_000_000, totalOut: 12, rateIn: 123_456, rateOut: 3 })).toBe(
    'Segment  TotalIn  TotalOut  RateIn    RateOut\nTotal    9.5 GB   12 B      124 kB/s  3 B/s\n',
  );
});

test('status says whether the chain is healthy only beyond its finality', () => {
  const base = {
    epochsBehind: 0,
    peersToPublishMessages: 4,
    peersToPublishBlocks: 5,
    blocksPerTipsetLast100: 4.8,
    blocksPerTipsetLastFinality: 4.1,
  };
  expect(statusText({ ...base, epoch: 900 })).not.toContain('Blocks per');
  expect(statusText({ ...base, epoch: 901 })).toMatch(/100 epochs: 4\.800000 \[OK\]\n.*finality: 4\.100000 \[UNHEALTHY\]\n$/);
});

test.each([
  [0, '0 B'],
  [9, '9 B'],
  [1000, '1.0 kB'],
  [9_960, '10 kB'],
  [1_000_000, '1.0 MB'],
  [12_460, '12 kB'],
  [12_540, '12 kB'],
  [13_540, '14 kB'],
])('%d bytes', (value, text) => {
  expect(siBytes(value)).toBe(text);
});

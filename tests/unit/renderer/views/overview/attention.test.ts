import { describe, expect, it } from 'vitest';
import { findAttention } from '../../../../../renderer/views/overview/attention.ts';
import { feeChange } from '../../../../../renderer/views/overview/fee-change.ts';
import type { HeadState } from '../../../../../shared/ipc/schemas/chain.ts';
import type { JournalEntry } from '../../../../../shared/ipc/schemas/journal.ts';
import type { MinerRow } from '../../../../../shared/ipc/schemas/providers.ts';

const NOW_MS = 1_800_000_000_000;

const HEAD: HeadState = {
  connectionId: 'a',
  connectionName: 'harbour-1',
  status: 'live',
  head: { height: 100, key: ['k'], timeMs: NOW_MS, parents: [], blockCount: 5, baseFee: '20000000' },
  headReceivedAtMs: NOW_MS - 60_000,
  strip: [],
  reorgs: [],
  calls: {},
};

const MINER: MinerRow = {
  address: 'f01241',
  isOwn: true,
  qualityAdjusted: '1',
  networkQualityAdjusted: '2',
  sectors: { live: 10, active: 8, faulty: 0 },
};

function entry(change: Partial<JournalEntry>): JournalEntry {
  return {
    id: 'one',
    stage: 'in-pool',
    createdAtMs: NOW_MS - 60_000,
    updatedAtMs: NOW_MS - 60_000,
    genesisCid: 'g',
    networkName: 'n',
    connectionName: 'c',
    from: 'f1from',
    to: 'f1to',
    nonce: '1204',
    value: '0',
    method: '0',
    methodName: 'Send',
    gasLimit: '1',
    gasFeeCap: '30000000',
    gasPremium: '1',
    unsignedCid: 'bafy',
    origin: 'here',
    isHeld: false,
    pushCount: 1,
    history: [],
    ...change,
  };
}

describe('what needs attention', () => {
  it('is nothing while all is well', () => {
    expect(
      findAttention({
        head: HEAD,
        capabilities: undefined,
        journal: [entry({}), entry({ stage: 'final', exitCode: 0 })],
        ownMiners: [MINER],
        nowMs: NOW_MS,
      }),
    ).toEqual([]);
  });

  it('is faulty sectors first, then the endpoint, then messages', () => {
    const items = findAttention({
      head: { ...HEAD, status: 'failed', problem: { code: 'endpoint-unreachable', message: 'Refused.' } },
      capabilities: undefined,
      journal: [entry({ gasFeeCap: '19000000' }), entry({ id: 'two', stage: 'executed', exitCode: 18 })],
      ownMiners: [{ ...MINER, sectors: { live: 10, active: 8, faulty: 2 } }],
      nowMs: NOW_MS,
    });
    expect(items.map((item) => item.title)).toEqual([
      'f01241 has 2 faulty sectors',
      'harbour-1: does not answer',
      'Message with nonce 1,204 waits 1 min',
      'Message with nonce 1,204 did not do what it should',
    ]);
    expect(items[2]).toMatchObject({ detail: 'Fee cap 0.0190 nanoFIL is under the base fee 0.0200 nanoFIL', note: 'Needs 0.0200 nanoFIL' });
    expect(items[3]?.detail).toContain('exit code 18');
  });

  it('is a head in the future, unless the chain keeps a time of its own', () => {
    const head: HeadState = {
      ...HEAD,
      head: { height: 100, key: ['k'], timeMs: NOW_MS + 300_000, parents: [], blockCount: 5, baseFee: '1' },
    };
    const capabilities = { hasMinerApi: false, hasControl: false, isChainAccelerated: false, missingMethods: [] };
    const facts = { head, journal: [], ownMiners: [], nowMs: NOW_MS };
    expect(findAttention({ ...facts, capabilities }).map(({ title }) => title)).toEqual(['The head of harbour-1 is 5 min in the future']);
    expect(findAttention({ ...facts, capabilities, nowMs: NOW_MS + 240_000 })).toEqual([]);
    expect(findAttention({ ...facts, capabilities: { ...capabilities, isChainAccelerated: true, chainPaceMs: 1000 } })).toEqual([]);
    expect(findAttention({ ...facts, capabilities: { ...capabilities, chainPaceMs: 30_000 } })).toEqual([]);
  });

  it('is a message that nobody has taken for a while', () => {
    const items = findAttention({
      head: HEAD,
      capabilities: undefined,
      journal: [entry({ createdAtMs: NOW_MS - 600_000 })],
      ownMiners: [],
      nowMs: NOW_MS,
    });
    expect(items.map((item) => item.urgency)).toEqual(['Stuck']);
  });
});

describe('the change of a fee', () => {
  it('is said as a percentage, and as a multiple where that reads better', () => {
    expect(feeChange(100n, 104n)).toBe('+4.0%');
    expect(feeChange(100n, 50n)).toBe('−50.0%');
    expect(feeChange(100n, 100n)).toBe('0.0%');
    expect(feeChange(100n, 2850n)).toBe('×28');
    expect(feeChange(0n, 5n)).toBeUndefined();
    expect(feeChange(undefined, 5n)).toBeUndefined();
  });
});

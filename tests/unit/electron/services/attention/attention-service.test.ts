import { afterEach, beforeEach, expect, test } from 'vitest';
import { ListTopic, ValueTopic } from '../../../../../electron/platform/topics.ts';
import { AttentionService } from '../../../../../electron/services/attention/attention-service.ts';
import type { KnownBalances } from '../../../../../shared/attention/attention-facts.ts';
import type { RuleId } from '../../../../../shared/ipc/schemas/attention.ts';
import type { HeadState } from '../../../../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState, Passport, PassportFile } from '../../../../../shared/ipc/schemas/connections.ts';
import type { HistoryFile } from '../../../../../shared/ipc/schemas/history.ts';
import type { JournalEntry } from '../../../../../shared/ipc/schemas/journal.ts';
import type { OwnMinersKnown } from '../../../../../shared/ipc/schemas/own-miners.ts';
import type { WalletState } from '../../../../../shared/ipc/schemas/wallet.ts';
import { journalEntry } from '../../../../builders/journal-entry.ts';
import { KeepingLogger } from '../../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';

const HEAD: HeadState = { connectionId: 'a', connectionName: 'harbour-1', status: 'connecting', strip: [], reorgs: [], calls: {} };
const FAILED: HeadState = { ...HEAD, status: 'failed', problem: { code: 'endpoint-unreachable', message: 'Refused.' } };

function createSources() {
  return {
    head: new ValueTopic<HeadState>(HEAD),
    connections: new ValueTopic<ConnectionsState>({
      activeId: 'a',
      revision: 1,
      connections: [],
      offers: [],
      capabilities: { hasMinerApi: false, hasV2: false, hasControl: false, isChainAccelerated: false, missingMethods: [] },
    }),
    passports: new ListTopic<Passport>(({ connectionId }) => connectionId, 10),
    passportFile: new ValueTopic<PassportFile>({ isSaved: true }),
    historyFile: new ValueTopic<HistoryFile>({ isSaved: true }),
    journal: new ListTopic<JournalEntry>(({ id }) => id, 10),
    wallet: new ValueTopic<WalletState>({ status: 'missing', accounts: [], phrases: [] }),
    ownMiners: new ValueTopic<OwnMinersKnown>({ connectionId: '' }),
    balances: new ValueTopic<KnownBalances>({ genesisCid: undefined, byAddress: new Map() }),
  };
}

let sources: ReturnType<typeof createSources>;
let clock: ManualClock;
let logger: KeepingLogger;
let service: AttentionService;
let published: number;
const found = () => service.slice.get().findings.map(({ rule }) => rule);
const stateOf = (rule: RuleId) => service.slice.get().results.find((result) => result.rule === rule)?.state;

beforeEach(() => {
  sources = createSources();
  clock = new ManualClock();
  logger = new KeepingLogger();
  service = new AttentionService({ ...sources, clock, logger });
  service.start();
  published = 0;
  service.slice.onChange(() => {
    published += 1;
  });
});
afterEach(() => service.stop());

test('findings follow every source, several changes at once', () => {
  service.slice.addSubscriber();
  expect(found()).toEqual([]);
  sources.head.set(FAILED);
  sources.historyFile.set({ isSaved: false, problem: 'The disk is full.' });
  sources.journal.put([journalEntry(['signed', 'executed'], { exitCode: 7, updatedAtMs: clock.nowMs() })]);
  clock.advance(100);
  expect(found().sort()).toEqual(['answers', 'failed', 'history']);
  expect(published).toBe(1);
  sources.head.set({ ...HEAD, status: 'live' });
  clock.advance(100);
  expect(stateOf('answers')).toBe('ok');
  expect(published).toBe(2);
});

test('time alone is enough: a message that is pending too long', () => {
  sources.journal.put([journalEntry(['signed', 'in-pool'], { createdAtMs: clock.nowMs() })]);
  service.slice.addSubscriber();
  expect(found()).toEqual([]);
  for (let step = 0; step < 31; step += 1) clock.advance(10_000);
  expect(found()).toEqual(['waits']);
});

test('the same result is not published again', () => {
  service.slice.addSubscriber();
  for (let step = 0; step < 5; step += 1) {
    sources.head.set({ ...HEAD });
    clock.advance(10_000);
  }
  expect(published).toBe(0);
});

test('nothing is evaluated without subscribers; the first one starts with a current value', () => {
  sources.head.set(FAILED);
  clock.advance(60_000);
  expect(published).toBe(0);
  service.slice.addSubscriber();
  expect(found()).toEqual(['answers']);
  service.slice.removeSubscriber();
  sources.head.set({ ...HEAD, status: 'live' });
  clock.advance(60_000);
  expect(published).toBe(1);
});

test('a rule that fails is unknown and in the log once', () => {
  service.slice.addSubscriber();
  const miner = {
    address: 'f01000',
    standing: { readAtMs: 0, keys: [], feeDebt: 'not a number' },
  };
  const known = { pinned: { height: 1, key: ['k'], timeMs: 0 }, miners: { value: [miner], calls: [] } };
  sources.ownMiners.set({ connectionId: 'a', known });
  clock.advance(10_000);
  clock.advance(10_000);
  expect(stateOf('debt')).toBe('unknown');
  expect(stateOf('vault')).toBe('not-applicable');
  expect(logger.lines.filter(({ level }) => level === 'error')).toHaveLength(1);
});

import { describe, expect, it } from 'vitest';
import { matchesJournalFilter, messageLife, stageLabel } from '../../../../../renderer/views/sent/message-life.ts';
import type { JournalEntry } from '../../../../../shared/ipc/schemas/journal.ts';

function makeEntry(stages: readonly JournalEntry['stage'][], change: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: 'j1',
    stage: stages.at(-1) ?? 'intent',
    createdAtMs: 1,
    updatedAtMs: 2,
    genesisCid: 'bafygenesis',
    networkName: 'practice',
    connectionName: 'Practice network',
    from: 't1from',
    to: 't1to',
    nonce: '0',
    value: '1',
    method: '0',
    methodName: 'Send',
    gasLimit: '1',
    gasFeeCap: '1',
    gasPremium: '1',
    unsignedCid: 'bafymessage',
    history: stages.map((stage, index) => ({ stage, atMs: index })),
    ...change,
  };
}

describe('the life of a sent message', () => {
  it('marks the stage it is in and lists those ahead', () => {
    const life = messageLife(makeEntry(['intent', 'signed', 'pushed', 'in-pool']));
    expect(life.map((step) => [step.stage, step.status])).toEqual([
      ['intent', 'done'],
      ['signed', 'done'],
      ['pushed', 'done'],
      ['in-pool', 'now'],
      ['included', 'next'],
      ['executed', 'next'],
      ['final', 'next'],
    ]);
  });

  it('shows a reorg as it happened: included, back in the pool, included again', () => {
    const life = messageLife(makeEntry(['intent', 'signed', 'pushed', 'included', 'in-pool', 'included']));
    expect(life.map((step) => step.stage)).toEqual(['intent', 'signed', 'pushed', 'included', 'in-pool', 'included', 'executed', 'final']);
  });

  it('ends where the message ends', () => {
    expect(messageLife(makeEntry(['intent', 'signed', 'rejected'])).at(-1)).toMatchObject({ stage: 'rejected', status: 'bad' });
    expect(messageLife(makeEntry(['executed', 'final'])).at(-1)).toMatchObject({ stage: 'final', status: 'done' });
  });

  it('does not call a message with an exit code a success', () => {
    expect(stageLabel({ stage: 'executed', exitCode: 0 })).toEqual({ label: 'Executed', tone: 'success' });
    expect(stageLabel({ stage: 'final', exitCode: 16 })).toEqual({ label: 'Final, exit 16', tone: 'danger' });
  });

  it('filters by what is open, settled and troubled', () => {
    const open = makeEntry(['intent', 'signed']);
    const bad = makeEntry(['final'], { exitCode: 16 });
    expect(matchesJournalFilter(open, 'open')).toBe(true);
    expect(matchesJournalFilter(open, 'settled')).toBe(false);
    expect(matchesJournalFilter(bad, 'trouble')).toBe(true);
    expect(matchesJournalFilter(bad, 'settled')).toBe(true);
  });
});

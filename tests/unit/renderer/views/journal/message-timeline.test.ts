import { describe, expect, it } from 'vitest';
import { messageTimeline } from '../../../../../renderer/views/journal/message-timeline.ts';
import { journalEntry } from '../../../../builders/journal-entry.ts';

describe('the life of a message', () => {
  it('marks the stage it is in and lists those ahead', () => {
    const life = messageTimeline(journalEntry(['intent', 'signed', 'pushed', 'in-pool']));
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
    const life = messageTimeline(journalEntry(['intent', 'signed', 'pushed', 'included', 'in-pool', 'included']));
    expect(life.map((step) => step.stage)).toEqual(['intent', 'signed', 'pushed', 'included', 'in-pool', 'included', 'executed', 'final']);
  });

  it('ends where the message ends', () => {
    expect(messageTimeline(journalEntry(['intent', 'signed', 'replaced'])).at(-1)).toMatchObject({ stage: 'replaced', status: 'bad' });
    expect(messageTimeline(journalEntry(['executed', 'final'])).at(-1)).toMatchObject({ stage: 'final', status: 'done' });
  });

  it('goes on after a rejection: the message may still be published', () => {
    const life = messageTimeline(journalEntry(['intent', 'signed', 'rejected']));
    expect(life.map(({ stage, status }) => `${stage} ${status}`)).toEqual([
      'intent done',
      'signed done',
      'rejected bad',
      'pushed next',
      'in-pool next',
      'included next',
      'executed next',
      'final next',
    ]);
  });

  it('says by what it became final', () => {
    expect(messageTimeline(journalEntry(['executed', 'final'], { finalBy: 'f3' })).at(-1)?.note).toContain('F3');
    expect(messageTimeline(journalEntry(['executed', 'final'], { finalBy: 'depth' })).at(-1)?.note).toContain('depth');
  });

  it('does not show a failed execution as a step that went well', () => {
    const executed = messageTimeline(journalEntry(['included', 'executed', 'final'], { exitCode: 16 }))[1];
    expect(executed).toMatchObject({ status: 'bad', title: 'Executed, exit code 16' });
  });

  it('starts with the signature for an imported message', () => {
    const life = messageTimeline(journalEntry(['intent', 'signed', 'pushed'], { origin: 'elsewhere' }));
    expect(life[0]).toMatchObject({ stage: 'signed', title: 'Imported, signature verified' });
  });

  it('says of a message that is kept that somebody has to push it', () => {
    const life = messageTimeline(journalEntry(['intent', 'signed'], { isHeld: true }));
    expect(life.find(({ stage }) => stage === 'pushed')?.title).toBe('Push manually');
  });

  it('shows once that it was signed, then that it was released', () => {
    const entry = journalEntry(['intent', 'signed', 'signed', 'pushed']);
    const history = entry.history.map((step, index) => (index === 2 ? { ...step, note: 'Released manually.' } : step));
    const life = messageTimeline({ ...entry, history });
    expect(life.slice(1, 3).map(({ title, note }) => [title, note])).toEqual([
      ['Signed, signature verified', undefined],
      ['Released manually', undefined],
    ]);
  });
});

import { expect, it } from 'vitest';
import { findNews } from '../../../../renderer/app/journal-news.ts';
import { journalEntry } from '../../../builders/journal-entry.ts';

const NOW = { baseFee: 1n, nowMs: 1, isFirst: false };

it('says nothing of what was so when the page was opened', () => {
  const told = new Set<string>();
  const entries = [journalEntry(['signed', 'final'], { exitCode: 0 })];
  expect(findNews(entries, told, { ...NOW, isFirst: true })).toEqual([]);
  expect(findNews(entries, told, NOW)).toEqual([]);
});

it('tells each message once', () => {
  const told = new Set<string>();
  const entries = [journalEntry(['signed', 'final'], { exitCode: 0, nonce: '7' })];
  expect(findNews(entries, told, NOW)).toEqual([{ tone: 'success', title: 'Message final', message: 'Send, nonce 7' }]);
  expect(findNews(entries, told, NOW)).toEqual([]);
});

it('tells a failure once, and not that it is final as well', () => {
  const told = new Set<string>();
  const executed = journalEntry(['signed', 'executed'], { exitCode: 16, trouble: 'failed-on-chain' });
  expect(findNews([executed], told, NOW)).toMatchObject([{ tone: 'danger', title: 'Execution failed' }]);
  expect(findNews([{ ...executed, stage: 'final' }], told, NOW)).toEqual([]);
});

it('tells that a message is stuck when the base fee rises over its cap', () => {
  const told = new Set<string>();
  const entries = [journalEntry(['signed', 'in-pool'], { gasFeeCap: '10' })];
  expect(findNews(entries, told, NOW)).toEqual([]);
  expect(findNews(entries, told, { ...NOW, baseFee: 11n })).toMatchObject([{ tone: 'warning', title: 'Message stuck' }]);
});

it('tells many at once in one word', () => {
  const entries = ['a', 'b', 'c'].map((id) => journalEntry(['signed', 'final'], { id }));
  expect(findNews(entries, new Set(), NOW)).toMatchObject([{ title: '3 messages are final' }]);
});

it('says nothing of an approval that was rejected', () => {
  expect(findNews([journalEntry(['intent', 'failed'])], new Set(), NOW)).toEqual([]);
});

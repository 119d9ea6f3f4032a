import { expect, test } from 'vitest';
import { z } from 'zod';
import { ValueTopic } from '../../../../../electron/platform/topics.ts';
import { findCallRefs } from '../../../../../electron/services/inspector/find-call-refs.ts';
import { noteShownCalls } from '../../../../../electron/services/inspector/note-shown-calls.ts';
import { command, query, valueTopic } from '../../../../../shared/ipc/define.ts';

const ref = (id: number) => ({ id, method: 'ChainHead', tookMs: 1, atMs: 2, isCached: false });

test('calls are found wherever an answer names them', () => {
  const panel = { value: { rows: [{ call: ref(1) }] }, calls: [ref(2), ref(3)] };
  const error = { error: { code: 'x', details: { callId: 4 } } };
  expect([...findCallRefs({ power: panel, reward: error, id: 9, other: { id: 10, method: 'x' } })].sort()).toEqual([1, 2, 3, 4]);
  expect(findCallRefs(undefined).size).toBe(0);
  expect(findCallRefs('text').size).toBe(0);
});

test('a value of any depth or size ends', () => {
  let deep: unknown = ref(1);
  for (let depth = 0; depth < 20_000; depth += 1) deep = { deep };
  expect([...findCallRefs(deep)]).toEqual([1]);
  const cycle: Record<string, unknown> = { call: ref(5) };
  cycle.self = cycle;
  expect([...findCallRefs(cycle)]).toEqual([5]);
});

test('answers of queries and values of topics of the app are looked at, and pass unchanged', async () => {
  const zAny = z.unknown();
  const contract = {
    chain: { getOne: query('app', zAny, zAny), doOne: command('app', zAny, zAny), changed: valueTopic('app', zAny) },
    inspector: { getCall: query('app', zAny, zAny) },
    approval: { getSecret: query('approval', zAny, zAny) },
  } as const;
  const answer = { calls: [ref(1)] };
  const topic = new ValueTopic<unknown>({});
  const noted: number[] = [];
  const shown = noteShownCalls<typeof contract>({
    contract,
    handlers: {
      chain: { getOne: async () => answer, doOne: async () => ref(2) },
      inspector: { getCall: async () => ref(3) },
      approval: { getSecret: async () => ref(4) },
    },
    topics: { chain: { changed: topic } },
    note: (ids) => noted.push(...ids),
  });
  expect(await shown.handlers.chain.getOne({})).toBe(answer);
  await shown.handlers.chain.doOne({});
  await shown.handlers.inspector.getCall({});
  await shown.handlers.approval.getSecret({});
  topic.set({ head: ref(7) });
  shown.stop();
  topic.set({ head: ref(8) });
  expect(noted).toEqual([1, 7]);
});

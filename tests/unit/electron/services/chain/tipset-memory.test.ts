import { expect, test, vi } from 'vitest';
import { TipsetMemory } from '../../../../../electron/services/chain/tipset-memory.ts';
import type { Answer } from '../../../../../electron/services/pinned/pinned-node.ts';
import type { Tipset } from '../../../../../shared/domain/chain/tipset.ts';

const answer = (key: string): Answer<Tipset> => ({
  value: { key: [key], blocks: [], height: 1 } as unknown as Tipset,
  call: { id: 1, method: 'ChainGetTipSet', tookMs: 1, atMs: 0, isCached: false },
});

test('a tipset is asked for once, also by two at the same time, and one that came otherwise not at all', async () => {
  const learned = vi.fn();
  const memory = new TipsetMemory(learned);
  const ask = vi.fn(async () => answer('a'));
  const [first, second] = await Promise.all([memory.once(['a'], ask), memory.once(['a'], ask)]);
  expect([first.call.isCached, second.call.isCached]).toEqual([false, true]);
  memory.keep(answer('b'));
  memory.keep(answer('b'));
  await memory.once(['b'], ask);
  expect(ask).toHaveBeenCalledOnce();
  expect(learned).toHaveBeenCalledTimes(2);
});

test('a failure is not remembered', async () => {
  const memory = new TipsetMemory(() => undefined);
  const ask = vi.fn(async (): Promise<Answer<Tipset>> => answer('a')).mockRejectedValueOnce(new Error('gone'));
  await expect(memory.once(['a'], ask)).rejects.toThrow('gone');
  expect((await memory.once(['a'], ask)).value.key).toEqual(['a']);
});

test('two hundred are remembered, those that were used last', async () => {
  const memory = new TipsetMemory(() => undefined);
  const ask = vi.fn(async () => answer('again'));
  for (let index = 0; index < 200; index += 1) memory.keep(answer(String(index)));
  await memory.once(['0'], ask);
  memory.keep(answer('one more'));
  await memory.once(['0'], ask);
  expect(ask).not.toHaveBeenCalled();
  await memory.once(['1'], ask);
  expect(ask).toHaveBeenCalledOnce();
});

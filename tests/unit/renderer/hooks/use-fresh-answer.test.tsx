import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FreshAnswer, useFreshAnswer } from '../../../../renderer/hooks/use-fresh-answer.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import { type Rendered, render } from '../../../builders/rendered.tsx';

interface Asked {
  readonly question: string;
  answer(value: string): Promise<void>;
  refuse(error: Error): Promise<void>;
}

let drawn: Rendered | undefined;
let asked: Asked[] = [];
let latest: FreshAnswer<string> | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
});
afterEach(async () => {
  await drawn?.unmount();
  vi.useRealTimers();
});

function Probe({ question, revision }: { readonly question: string; readonly revision: number }) {
  latest = useFreshAnswer(
    question,
    () =>
      new Promise<string>((resolve, reject) => {
        asked.push({
          question,
          answer: (value) => act(async () => resolve(value)),
          refuse: (error) => act(async () => reject(error)),
        });
      }),
    { revision, pauseMs: 300 },
  );
  return <p>{latest.data}</p>;
}

async function draw(question: string, revision = 0): Promise<void> {
  const node = <Probe question={question} revision={revision} />;
  if (drawn === undefined) drawn = await render(node);
  else await drawn.rerender(node);
}
afterEach(() => {
  drawn = undefined;
});
const pass = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

describe('useFreshAnswer', () => {
  it('drops an answer that was overtaken by another question, whichever comes first', async () => {
    await draw('one');
    await pass(0);
    await draw('two');
    await pass(60);
    expect(asked.map((entry) => entry.question)).toEqual(['one', 'two']);
    await asked[1]?.answer('second');
    await asked[0]?.answer('first');
    expect(latest).toMatchObject({ data: 'second', question: 'two' });
  });

  it('asks the same question once at a time, and again when something changed meanwhile', async () => {
    await draw('one', 1);
    await pass(0);
    for (let revision = 2; revision < 20; revision += 1) {
      await draw('one', revision);
      await pass(10);
    }
    expect(asked).toHaveLength(1);
    await asked[0]?.answer('old');
    await pass(299);
    expect(asked).toHaveLength(2);
    await asked[1]?.answer('new');
    expect(latest?.data).toBe('new');
    await pass(5000);
    expect(asked).toHaveLength(2);
  });

  it('asks at most as often as it is told to', async () => {
    await draw('one', 0);
    await pass(0);
    await asked[0]?.answer('0');
    for (let revision = 1; revision <= 100; revision += 1) {
      await draw('one', revision);
      await pass(30);
      await asked.at(-1)?.answer(String(revision));
    }
    expect(asked.length).toBeLessThanOrEqual(11);
    expect(asked.length).toBeGreaterThan(5);
  });

  it('keeps what it knows when an attempt fails, and says why', async () => {
    await draw('one');
    await pass(0);
    await asked[0]?.answer('known');
    await draw('one', 1);
    await pass(300);
    await asked[1]?.refuse(new SextantError('cancelled', 'The connection to Sextant was lost.'));
    expect(latest).toMatchObject({ data: 'known', error: { code: 'cancelled' } });
  });
});

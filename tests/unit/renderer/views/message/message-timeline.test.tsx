import { afterEach, expect, test } from 'vitest';
import { MessageTimeline } from '../../../../../renderer/views/message/MessageTimeline.tsx';
import type { Message } from '../../../../../shared/ipc/schemas/chain.ts';
import type { JournalEntry } from '../../../../../shared/ipc/schemas/journal.ts';
import { journalEntry } from '../../../../builders/journal-entry.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

async function draw(...journal: readonly JournalEntry[]): Promise<HTMLElement> {
  const { unsignedCid } = journalEntry(['intent']);
  const message = { unsignedCid, stage: 'pending', calls: {} } as unknown as Message;
  drawn = await render(
    <MessageTimeline message={message} />,
    clientWith({ messages: { journalChanged: new ManualTopic([...journal]) } as never }),
  );
  return drawn.container;
}

const titles = (container: HTMLElement) => [...container.querySelectorAll('li .m')].map((title) => title.textContent);

test('a message sent here links to its journal entry, and repeated pushes are one step', async () => {
  const container = await draw(journalEntry(['intent', 'failed'], { id: 'j0' }), journalEntry(['intent', 'signed', 'pushed', 'pushed']));
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/journal/j1');
  expect(titles(container)).toEqual(['Signed', 'Pushed', 'Pending']);
  expect(container.textContent).toContain('on this machine');
});

test('an imported message is not shown as signed on this machine', async () => {
  const container = await draw(journalEntry(['intent', 'signed', 'pushed'], { origin: 'elsewhere' }));
  expect(container.textContent).toContain('imported');
  expect(container.textContent).not.toContain('on this machine');
});

test('on a chain with its own clock, all times are local', async () => {
  const dayMs = 86_400_000;
  const entry = journalEntry(['signed', 'pushed', 'included', 'executed'], {
    history: (['signed', 'pushed', 'included', 'executed'] as const).map((stage, index) => ({ stage, atMs: dayMs + index * 1000 })),
  });
  const tipset = (height: number) => ({ height, key: ['bafy'], timeMs: 500 * dayMs + height * 30_000 });
  const message = {
    unsignedCid: entry.unsignedCid,
    stage: 'executed',
    inclusion: { tipset: tipset(10), blockCids: [] },
    execution: { tipset: tipset(11), exitCode: 0 },
    calls: {},
  } as unknown as Message;
  const times = async (capabilities: object): Promise<(string | null)[]> => {
    await drawn?.unmount();
    drawn = await render(
      <MessageTimeline message={message} />,
      clientWith({
        messages: { journalChanged: new ManualTopic([entry]) } as never,
        connections: { changed: new ManualTopic({ capabilities }) } as never,
      }),
    );
    return [...drawn.container.querySelectorAll('time')].map((time) => time.getAttribute('datetime'));
  };
  const seen = [0, 1, 2, 3].map((seconds) => new Date(dayMs + seconds * 1000).toISOString());
  expect(await times({ isChainAccelerated: true })).toEqual(seen);
  expect(drawn?.container.textContent).toContain('with local times');
  expect(drawn?.container.textContent).toContain('epoch 10');
  const onChain = [10, 11].map((height) => new Date(tipset(height).timeMs).toISOString());
  expect(await times({ isChainAccelerated: false })).toEqual([...seen.slice(0, 2), ...onChain]);
});

test('an approval that was never signed shows chain steps only', async () => {
  const container = await draw(journalEntry(['intent', 'failed']));
  expect(container.textContent).toContain('from the chain');
  expect(container.querySelector('a')).toBeNull();
});

// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { MessageLife } from '../../../../../renderer/views/message/MessageLife.tsx';
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
    <MessageLife message={message} />,
    clientWith({ messages: { journalChanged: new ManualTopic([...journal]) } as never }),
  );
  return drawn.container;
}

const titles = (container: HTMLElement) => [...container.querySelectorAll('li .m')].map((title) => title.textContent);

test('a message of ours leads to its entry in the journal, and a push counts once however often it was repeated', async () => {
  const container = await draw(journalEntry(['intent', 'failed'], { id: 'j0' }), journalEntry(['intent', 'signed', 'pushed', 'pushed']));
  expect(container.querySelector('a')?.getAttribute('href')).toBe('/journal/j1');
  expect(titles(container)).toEqual(['Signed', 'Pushed', 'In the pool']);
  expect(container.textContent).toContain('on this machine');
});

test('what was signed elsewhere is not said to be signed here', async () => {
  const container = await draw(journalEntry(['intent', 'signed', 'pushed'], { origin: 'elsewhere' }));
  expect(container.textContent).toContain('brought here');
  expect(container.textContent).not.toContain('on this machine');
});

test('an approval that was never signed leaves the chain to tell', async () => {
  const container = await draw(journalEntry(['intent', 'failed']));
  expect(container.textContent).toContain('as the chain tells it');
  expect(container.querySelector('a')).toBeNull();
});

import { act, type ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { EmbeddedNodeNotes } from '../../../../../renderer/components/feedback/EmbeddedNodeNotes.tsx';
import { JournalState } from '../../../../../renderer/components/feedback/JournalState.tsx';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import type { JournalEntry } from '../../../../../shared/ipc/schemas/journal.ts';
import { journalEntry } from '../../../../builders/journal-entry.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const OWN = { id: 'embedded', kind: 'embedded', name: 'Embedded node' };
const FOLDER = '/home/ada/.sextant/embedded-node/set-aside-1';

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

async function draw(element: ReactElement, embedded: ConnectionsState['embedded'], activeId = 'embedded') {
  const dismissReplacedChain = vi.fn(async () => ({}));
  const changed = new ManualTopic<unknown>({ activeId, connections: [OWN, { id: 'a', kind: 'custom', name: 'harbour-1' }], embedded });
  rendered = await render(element, clientWith({ connections: { changed: changed as never, dismissReplacedChain } }));
  return { container: rendered.container, dismissReplacedChain };
}

test('while a network is made, that is said; once it is there, nothing', async () => {
  const { container } = await draw(<EmbeddedNodeNotes />, { stage: 'making' });
  expect(container.querySelector('[role="status"]')?.textContent).toContain('Creating a practice network');
  await rendered?.unmount();
  const open = await draw(<EmbeddedNodeNotes />, { stage: 'open', genesisCid: 'bafy2bzacea' });
  expect(open.container.textContent).toBe('');
});

test.each([
  ['other-version' as const, 'created by another version of Sextant'],
  ['damaged' as const, 'could not be read'],
  ['other-seed' as const, 'a different seed'],
])('a chain that was replaced (%s): why, where the old one is, what becomes of balances, until it is dismissed', async (reason, words) => {
  const { container, dismissReplacedChain } = await draw(<EmbeddedNodeNotes />, {
    stage: 'open',
    replaced: { reason, folder: FOLDER, atMs: 1 },
  });
  expect(container.textContent).toContain(words);
  expect(container.textContent).toContain('The funds of your keys on the old chain are gone');
  expect(container.textContent).toContain(FOLDER);
  await act(async () => container.querySelector('button')?.click());
  expect(dismissReplacedChain).toHaveBeenCalledOnce();
});

test('a chain that lost its end: by how much, until it is dismissed', async () => {
  const { container, dismissReplacedChain } = await draw(<EmbeddedNodeNotes />, { stage: 'open', lostEpochs: 86 });
  expect(container.textContent).toContain('The last 86 epochs of its chain were damaged on disk');
  await act(async () => container.querySelector('button')?.click());
  expect(dismissReplacedChain).toHaveBeenCalledOnce();
});

test('over another endpoint nothing is said of it', async () => {
  const { container } = await draw(<EmbeddedNodeNotes />, { stage: 'open', replaced: { reason: 'damaged', folder: FOLDER, atMs: 1 } }, 'a');
  expect(container.textContent).toBe('');
});

test('a message of a practice network that is gone is told from one of this network, and from one of another endpoint', async () => {
  const shown = async (change: Partial<JournalEntry>): Promise<string | null> => {
    const entry = journalEntry(['final'], { connectionName: OWN.name, genesisCid: 'bafy2bzaceold', ...change });
    const { container } = await draw(<JournalState entry={entry} />, { stage: 'open', genesisCid: 'bafy2bzacenew' });
    const text = container.textContent;
    await rendered?.unmount();
    return text;
  };
  expect(await shown({})).toBe('Final, network reset');
  expect(await shown({ stage: 'in-pool' })).toBe('Network reset');
  expect(await shown({ genesisCid: 'bafy2bzacenew' })).toBe('Final');
  expect(await shown({ connectionName: 'harbour-1' })).toBe('Final');
});

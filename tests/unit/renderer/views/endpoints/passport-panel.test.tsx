import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { PanelError } from '../../../../../renderer/components/feedback/PanelError.tsx';
import { PassportPanel } from '../../../../../renderer/views/endpoints/PassportPanel.tsx';
import type { Connection, ConnectionsState, Passport, PassportFile } from '../../../../../shared/ipc/schemas/connections.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

const CONNECTION: Connection = {
  id: 'mine',
  kind: 'custom',
  name: 'Mine',
  httpUrl: 'http://two/',
  apiVersion: 'v1',
  namespace: 'Filecoin',
  hasToken: true,
  hasMinerToken: false,
  hasHeaders: false,
  isTokenLocked: false,
  isTokenExposed: false,
};

const PASSPORT: Passport = {
  connectionId: 'mine',
  connectionName: 'Mine',
  httpUrl: 'http://one/',
  startedAtMs: 1,
  finishedAtMs: 2,
  progress: 1,
  verdict: 'limited',
  summary: 'A gateway: read-only.',
  rows: [{ id: 'http', group: 'reach', label: 'HTTP', status: 'good', value: 'answers\u202e in 3 ms', calls: [] }],
  methods: [
    { name: 'ChainHead', api: 'full', status: 'served', via: 'call' },
    { name: 'NetPeers', api: 'full', status: 'missing', via: 'call', alternative: 'Ask a node of your own.' },
  ],
};

async function draw(connection: Connection, passports: readonly Passport[]) {
  const runPassport = vi.fn(async () => ({}));
  const stopPassport = vi.fn(async () => ({}));
  const topic = new ManualTopic<readonly Passport[]>(passports);
  const file = new ManualTopic<PassportFile>({ isSaved: true });
  rendered = await render(
    <PassportPanel connection={connection} />,
    clientWith({ connections: { passportsChanged: topic, passportFileChanged: file, runPassport, stopPassport } }),
  );
  return { container: rendered.container, runPassport, stopPassport, topic, file };
}

function button(container: HTMLElement, name: string): HTMLButtonElement {
  const found = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (found === undefined) throw new Error(`There is no button ${name}.`);
  return found;
}

test('without a passport: what is examined, and the button', async () => {
  const { container, runPassport } = await draw(CONNECTION, []);
  expect(container.textContent).toContain('Not examined yet');
  expect(container.textContent).toContain('Nothing is changed or sent to the chain');
  await act(async () => button(container, 'Examine endpoint').click());
  expect(runPassport).toHaveBeenCalledWith({ id: 'mine', skipsBurst: false });
});

test('the burst is announced and can be skipped', async () => {
  const { container, runPassport } = await draw(CONNECTION, []);
  expect(container.textContent).toContain('The last 24 are a burst, four at a time');
  const choice = container.querySelector<HTMLInputElement>('input[type=checkbox]');
  expect(choice?.labels?.[0]?.textContent).toBe('Skip burst test');
  await act(async () => choice?.click());
  await act(async () => button(container, 'Examine endpoint').click());
  expect(runPassport).toHaveBeenCalledWith({ id: 'mine', skipsBurst: true });
});

test('a passport newer than the last clock tick is not dated in the future', async () => {
  const { container } = await draw(CONNECTION, [{ ...PASSPORT, finishedAtMs: Date.now() + 1500 }]);
  expect(container.textContent).not.toContain('examined in ');
  expect(container.textContent).toContain('examined ');
});

test('reports an unreadable passport file', async () => {
  const { container, file } = await draw(CONNECTION, []);
  expect(container.textContent).not.toContain('Passports are not saved');
  await act(async () => file.set({ isSaved: false, problem: 'The file /p/passports.json cannot be read.' }));
  expect(container.textContent).toContain('Passports are not saved');
  expect(container.textContent).toContain('/p/passports.json cannot be read');
  await act(async () => file.set({ isSaved: true, problem: 'It is kept as /p/passports.json.corrupt.' }));
  expect(container.textContent).toContain('Saved passports were damaged');
});

test('with a sealed token the button is disabled and says why', async () => {
  const { container, runPassport } = await draw({ ...CONNECTION, isTokenLocked: true }, []);
  const examine = button(container, 'Examine endpoint');
  expect(examine.getAttribute('aria-description')).toContain('Unlock the vault');
  await act(async () => examine.click());
  expect(runPassport).not.toHaveBeenCalled();
});

test('shows verdict, summary, rows, and missing methods first with alternatives; marked old after the URL changes', async () => {
  const { container } = await draw(CONNECTION, [PASSPORT]);
  expect(container.textContent).toContain('Serves 1 of 2 methods');
  expect(container.textContent).toContain('A gateway: read-only.');
  expect(container.textContent).toContain('URL changed');
  expect(container.textContent).not.toContain('\u202e');
  const methods = [...container.querySelectorAll('li')]
    .map(({ textContent }) => textContent ?? '')
    .filter((text) => /NetPeers|ChainHead/.test(text));
  expect(methods).toEqual(['NetPeersmissingAsk a node of your own.', 'ChainHeadserved']);
});

test('while it runs: progress and a stop button', async () => {
  const { finishedAtMs: _, ...unfinished } = PASSPORT;
  const { container, stopPassport } = await draw({ ...CONNECTION, httpUrl: 'http://one/' }, [
    { ...unfinished, progress: 0.4, verdict: 'running' },
  ]);
  expect(container.textContent).toContain('40%');
  expect(container.querySelector('progress')?.value).toBe(0.4);
  await act(async () => button(container, 'Stop').click());
  expect(stopPassport).toHaveBeenCalledWith({ id: 'mine' });
});

test('a panel of a missing method names it, its alternative, and links to the passport', async () => {
  const state: ConnectionsState = {
    activeId: 'mine',
    revision: 1,
    connections: [CONNECTION],
    offers: [],
    capabilities: { hasMinerApi: false, hasV2: false, hasControl: false, isChainAccelerated: false, missingMethods: ['StateMinerSectors'] },
  };
  const error = {
    code: 'method-not-served',
    message: 'two does not serve StateMinerSectors.',
    retryable: false,
    details: { method: 'StateMinerSectors' },
  };
  rendered = await render(<PanelError error={error} />, clientWith({ connections: { changed: new ManualTopic(state) } }));
  expect(rendered.container.textContent).toContain('This endpoint does not serve StateMinerSectors');
  expect(rendered.container.textContent).toContain('StateSectorGetInfo');
  expect(button(rendered.container, 'Served methods')).toBeDefined();
});

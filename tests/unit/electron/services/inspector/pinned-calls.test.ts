import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInspectorArea, type InspectorArea } from '../../../../../electron/services/inspector/inspector-area.ts';
import { LIVE_SOURCE } from '../../../../../shared/ipc/schemas/inspector.ts';
import { TestConnections } from '../../../../builders/active-connection.ts';
import { callStart } from '../../../../builders/call-start.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';
import { memoryLogger } from '../../../../builders/memory-logger.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

let profile: Awaited<ReturnType<typeof temporaryProfile>>;
let areas: InspectorArea[];
let log: ReturnType<typeof memoryLogger>;

beforeEach(async () => {
  profile = await temporaryProfile();
  areas = [];
  log = memoryLogger();
});
afterEach(async () => {
  for (const area of areas) await area.stop();
  await profile.remove();
});

function start(): InspectorArea {
  const area = createInspectorArea({
    paths: profile.paths,
    clock: new ManualClock(),
    logger: log.logger,
    connections: () => new TestConnections(),
    head: () => ({ connectionId: '', strip: [] }),
    version: '0.0.0',
    signatures: () => ({ signedMessageOf: () => undefined }),
  });
  areas.push(area);
  return area;
}

const list = (area: InspectorArea) =>
  area.handlers.inspector.listCalls({
    source: LIVE_SOURCE,
    filter: '',
    part: 'all',
    order: { by: 'id', direction: 'ascending' },
    offset: 0,
    limit: 10,
  });

test('pinned and noted calls are there after a restart, can be read, and unpinned for good', async () => {
  const first = start();
  for (const method of ['Filecoin.ChainHead', 'Filecoin.StateMinerInfo', 'Filecoin.Version']) {
    const id = first.tap.begin(callStart({ method }));
    first.tap.end(id, { tookMs: 3, response: `{"result":"${method}"}` });
  }
  await first.handlers.inspector.annotateCall({ id: 1, isPinned: true });
  await first.handlers.inspector.annotateCall({ id: 3, note: 'odd' });
  await first.stop();

  const second = start();
  await expect.poll(async () => (await list(second)).rows.map(({ method }) => method)).toEqual(['Filecoin.ChainHead', 'Filecoin.Version']);
  const [pinned, noted] = (await list(second)).rows;
  expect(pinned).toMatchObject({ isPinned: true });
  const detail = await second.handlers.inspector.getCall({ source: LIVE_SOURCE, id: noted?.id ?? 0 });
  expect(detail.note).toBe('odd');
  const place = { source: LIVE_SOURCE, id: pinned?.id ?? 0, side: 'response', offset: 0, lengthBytes: 100 } as const;
  expect((await second.handlers.inspector.readBody(place)).text).toBe('{"result":"Filecoin.ChainHead"}');
  await second.handlers.inspector.annotateCall({ id: place.id, isPinned: false });
  await second.stop();

  const third = start();
  await expect.poll(async () => (await list(third)).rows.map(({ method }) => method)).toEqual(['Filecoin.Version']);
});

test('a file that cannot be read is left as it is, told of, and kept where a call is pinned', async () => {
  const path = profile.paths.file('pinned-calls.sextant');
  await writeFile(path, 'not a session');
  await start().stop();
  expect(await readFile(path, 'utf8')).toBe('not a session');
  expect(log.lines.join()).toContain('Could not read the pinned calls');

  const area = start();
  area.tap.end(area.tap.begin(callStart({ method: 'Filecoin.ChainHead' })), { tookMs: 3, response: '{}' });
  await area.handlers.inspector.annotateCall({ id: 1, isPinned: true });
  await area.stop();
  expect(await readFile(`${path}.damaged`, 'utf8')).toBe('not a session');
  const after = start();
  await expect.poll(async () => (await list(after)).rows.map(({ method }) => method)).toEqual(['Filecoin.ChainHead']);
});

test('pins that cannot be saved are told of', async () => {
  await mkdir(profile.paths.file('pinned-calls.sextant', 'in the way'), { recursive: true });
  const area = start();
  area.tap.end(area.tap.begin(callStart({ method: 'Filecoin.ChainHead' })), { tookMs: 3, response: '{}' });
  await area.handlers.inspector.annotateCall({ id: 1, isPinned: true });
  await area.stop();
  expect(log.lines.join()).toContain('Could not save the pinned calls');
});

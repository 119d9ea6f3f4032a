/** Updates of the dataset in its worker, as the app runs them: on demand, with every head, beside questions, and from endpoints that fail. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { DatasetError } from '../../../electron/dataset/dataset-client.ts';
import { DatasetStore } from '../../../electron/dataset/dataset-store.ts';
import { startLoad } from '../../../electron/dataset/load-market.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import type { NodeClient } from '../../../electron/rpc/node-client.ts';
import { ChainService } from '../../../electron/services/chain/chain-service.ts';
import type { ActiveConnection } from '../../../electron/services/connections/active-connection.ts';
import { DatasetUpdates } from '../../../electron/services/dataset/dataset-updates.ts';
import { OpenDatasets } from '../../../electron/services/dataset/open-datasets.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { buildConnection, TestConnections } from '../../builders/active-connection.ts';
import { control, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { eventually } from '../../builders/eventually.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

let node: RunningDevnet;
let connection: ActiveConnection;
let closeConnection: () => void;
let connections: TestConnections;
let chain: ChainService;
let folder: { readonly path: string; remove(): Promise<void> };
let genesisCid: string;
let datasets: OpenDatasets;
let updates: DatasetUpdates;

beforeAll(async () => {
  node = await startDevnet({ seed: 'updates', isPaused: true, historyEpochs: 40 });
  const { connection: built, close } = buildConnection(
    { httpUrl: node.httpUrl, wsUrl: node.wsUrl, token: node.tokens.read },
    { letter: 't' },
  );
  closeConnection = close;
  genesisCid = (await resultOf<TipsetJson>(node, 'ChainGetGenesis')).Cids[0]?.['/'] ?? '';
  connection = { ...built, facts: { ...built.facts, genesisCid } };
  connections = new TestConnections(connection);
  chain = new ChainService({ connections, clock: systemClock, logger: quietLogger });
  chain.start();
  await chain.whenHead();
});
afterAll(async () => {
  await chain.stop();
  closeConnection();
  await node.stop();
});

beforeEach(async () => {
  folder = await temporaryFolder();
  const store = new DatasetStore(join(folder.path, genesisCid));
  const file = join(folder.path, 'market.json');
  await writeFile(file, JSON.stringify(await resultOf(node, 'StateMarketDeals', [null])));
  await startLoad({ source: { path: file }, store, nowMs: Date.now, onProgress: () => undefined }).done;
  datasets = new OpenDatasets((genesis) => new DatasetStore(join(folder.path, genesis)).current(), folder.path);
  updates = new DatasetUpdates({ connections, chain, datasets, clock: systemClock, logger: quietLogger });
  updates.start();
});
afterEach(async () => {
  await updates.stop();
  await datasets.stop();
  await folder.remove();
});

const ended = () => eventually(() => ['done', 'failed', 'stopped'].includes(updates.topic.get().state), 'the end of the update');
const rowCount = async () => (await (await datasets.current(genesisCid))?.engine.query('SELECT count(*) FROM deals'))?.[0]?.[0];
const marketSize = async () => Object.keys(await resultOf<object>(node, 'StateMarketDeals', [null])).length;

async function advance(epochs: number): Promise<number> {
  await control(node, 'advance', { epochs });
  const { Height } = await resultOf<TipsetJson>(node, 'ChainHead');
  await eventually(() => chain.tipsets.at(-1)?.height === Height, 'the new head');
  return Height;
}

/** Updates over the same connection, with another answer to ChainReadObj. */
function updatesWith(answer: (bytes: Uint8Array) => Uint8Array): DatasetUpdates {
  const { client } = connection;
  const call = async (...args: Parameters<NodeClient['call']>) => {
    const answered = await client.call(...args);
    return args[0] === 'ChainReadObj' ? { ...answered, value: answer(answered.value as Uint8Array) } : answered;
  };
  const active = { ...connection, client: { call } as NodeClient };
  return new DatasetUpdates({ connections: new TestConnections(active), chain, datasets, clock: systemClock, logger: quietLogger });
}

it('brings the dataset to the head; questions see the old state or the new one', async () => {
  const height = await advance(15);
  const before = await datasets.current(genesisCid);
  await updates.startUpdate();
  await expect(updates.startUpdate()).rejects.toMatchObject({ code: 'name-taken' });
  const counts = new Set<unknown>();
  while (updates.topic.get().state !== 'done') counts.add((await before?.engine.query('SELECT count(*) FROM deals'))?.[0]?.[0]);
  expect(updates.topic.get()).toMatchObject({ state: 'done', epoch: height, revision: 1 });
  const after = await datasets.current(genesisCid);
  expect(after?.number).not.toBe(before?.number);
  expect(after).toMatchObject({ epoch: height, facts: { mirror: { genesisCid, epoch: height, isAligned: true } } });
  const size = await marketSize();
  expect(await rowCount()).toBe(size);
  for (const count of counts) expect([before?.facts.rows, size]).toContain(count);
});

it('follows the heads while it is kept current', async () => {
  await updates.setKeepCurrent({ isOn: true });
  await ended();
  for (const epochs of [1, 5, 8]) {
    const height = await advance(epochs);
    await eventually(() => updates.topic.get().epoch === height, 'the update to the head');
    expect(await rowCount()).toBe(await marketSize());
  }
  await updates.setKeepCurrent({ isOn: false });
  const { epoch } = updates.topic.get();
  await advance(2);
  expect(updates.topic.get().epoch).toBe(epoch);
});

it('waits for a stream that is read slowly, and answers other questions meanwhile', async () => {
  await advance(5);
  const dataset = await datasets.current(genesisCid);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let rows = 0;
  let isBegun = false;
  const stream = dataset?.engine.stream('SELECT deal_id FROM deals', [], async (some) => {
    rows += some.length;
    isBegun = true;
    await held;
  });
  await eventually(() => isBegun, 'the stream');
  await updates.startUpdate();
  await eventually(async () => (await rowCount()) === dataset?.facts.rows, 'an answer');
  release();
  await stream;
  await ended();
  expect(rows).toBe(dataset?.facts.rows);
  expect(updates.topic.get().state).toBe('done');
});

it('refuses blocks that do not hash to their CIDs, and says whether the file changed where there are no blocks', async () => {
  await advance(3);
  const before = await rowCount();
  const failed = async (other: DatasetUpdates) => {
    await other.startUpdate();
    await eventually(() => other.topic.get().state === 'failed' && other.topic.get().failure !== undefined, 'the failure');
    await other.stop();
    return other.topic.get();
  };
  expect(await failed(updatesWith((bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte))))).toMatchObject({
    failure: expect.stringContaining('does not match its CID'),
  });
  const bare = updatesWith(() => {
    throw new SextantError('method-not-served', 'This endpoint does not serve ChainReadObj.');
  });
  expect(await failed(bare)).toMatchObject({
    failure: 'This endpoint does not serve ChainReadObj.',
    file: { source: join(folder.path, 'market.json'), isChanged: false },
    isKeptCurrent: false,
  });
  await writeFile(join(folder.path, 'market.json'), '{}');
  expect(await failed(bare)).toMatchObject({ file: { isChanged: true, sizeBytes: 2 } });
  expect(await rowCount()).toBe(before);
});

it('leaves the dataset open for other programs after an update that failed', async () => {
  let settled = 0;
  const failing = new DatasetUpdates({
    connections,
    chain,
    datasets: {
      current: (genesis) => datasets.current(genesis),
      update: async () => {
        throw new DatasetError('UpdateFailed', 'The rows do not match.');
      },
      settle: async () => {
        settled += 1;
      },
    },
    clock: systemClock,
    logger: quietLogger,
  });
  await failing.startUpdate();
  await eventually(() => failing.topic.get().state === 'failed', 'the failure');
  await failing.stop();
  expect([failing.topic.get().failure, settled]).toEqual(['The rows do not match.', 1]);
});

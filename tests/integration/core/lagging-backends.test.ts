/** A hosted endpoint whose backends lag by 0, 1 and 3 epochs, as the whole privileged side sees it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import { createProfilePaths } from '../../../electron/platform/profile-paths.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import { control } from '../../builders/devnet-caller.ts';
import { eventually } from '../../builders/eventually.ts';
import { type HostedDevnet, startHostedDevnet } from '../../builders/hosted-devnet.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { confirmMessage, draftOf, PASSPHRASE, startCore } from '../../builders/wallet-core.ts';

const ROUNDS = 4;

let devnet: HostedDevnet;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let core: Core;

const head = (): HeadState => core.topics.chain.headChanged.get();

/** Makes epochs until the endpoint has shown a newer head. */
async function nextHead(): Promise<void> {
  const known = head().head?.height ?? 0;
  await control(devnet.node, 'advance', { epochs: 1 });
  await eventually(async () => {
    if ((head().head?.height ?? 0) > known) return true;
    // After null rounds a backend that is behind shows the next one only later.
    await control(devnet.node, 'advance', { epochs: 1 });
    return false;
  }, 'a newer head');
}

beforeAll(async () => {
  folder = await temporaryFolder();
  devnet = await startHostedDevnet({ lagEpochs: [0, 1, 3], turns: [2, 1, 0, 2, 0, 1, 0] }, { historyEpochs: 60 });
  await control(devnet.node, 'advance', { epochs: 8 });
  ({ core } = await startCore(createProfilePaths(folder.path), devnet.node));
  const { httpUrl, wsUrl } = devnet.hosted.networks.mainnet;
  const { id } = await core.handlers.connections.addConnection({ name: 'Hosted', httpUrl, wsUrl, apiVersion: 'v1', namespace: 'Filecoin' });
  await core.handlers.connections.activateConnection({ id });
  await eventually(() => head().connectionId === id && head().head !== undefined, 'the first head');
});
afterAll(async () => {
  await core.stop();
  await devnet.node.stop();
  await folder.remove();
});

interface View {
  readonly pinned: TipsetRef;
}

const VIEWS: Readonly<Record<string, () => Promise<View>>> = {
  overview: () => core.handlers.chain.getOverview({}),
  miners: () => core.handlers.miners.listMiners({}),
  miner: () => core.handlers.miners.getMiner({ address: 't01000' }),
  actor: () => core.handlers.actors.getActor({ address: 't01000' }),
  streams: () => core.handlers.chain.getRewardStreams({}),
};

/** Views whose calls may be of an earlier tipset: where the actor has the same state, its figures are the same. */
const KEEPS_UNCHANGED = new Set(['miner', 'actor']);

/** Everything under a name, anywhere in a value. */
function valuesUnder(name: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [...(key === name ? [part] : []), ...valuesUnder(name, part)]);
}

/** Tipsets that the calls behind a view name. */
async function tipsetsOf(view: View): Promise<readonly string[]> {
  const calls = valuesUnder('calls', view).flat() as { readonly id: number; readonly method: string }[];
  const asked = await Promise.all(
    calls.filter(({ method }) => method.startsWith('State')).map(({ id }) => core.handlers.inspector.getCall({ source: 'live', id })),
  );
  return [...new Set(asked.flatMap(({ summary: { tipsetKey } }) => (tipsetKey === undefined ? [] : [tipsetKey.join()])))];
}

test('a view has the figures of one tipset, and its next reading none of an earlier one', async () => {
  const shown = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    await nextHead();
    for (const [name, read] of Object.entries(VIEWS)) {
      const view = await read();
      expect(valuesUnder('error', view), name).toEqual([]);
      if (!KEEPS_UNCHANGED.has(name)) expect(await tipsetsOf(view), name).toEqual([view.pinned.key.join()]);
      expect(view.pinned.height, name).toBeGreaterThanOrEqual(shown.get(name) ?? 0);
      shown.set(name, view.pinned.height);
    }
  }
  expect(head().reorgs.filter(({ depth }) => depth > 1)).toEqual([]);
});

test('what a new tipset holds is read, whichever backend is asked first', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await nextHead();
    const key = head().head?.key ?? [];
    const tipset = await core.handlers.chain.getTipset({ key: [...key] });
    expect(valuesUnder('error', tipset)).toEqual([]);
    expect(tipset.isCanonical).toBe(true);
  }
});

test('a message keeps its stage and its nonce, whatever a backend that is behind still lists', async () => {
  const { address } = await core.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'First key' });
  await control(devnet.node, 'faucet', { address });
  await eventually(async () => {
    await nextHead();
    return (await core.handlers.wallet.getAccount({ address })).exists;
  }, 'practice funds');
  const send = async (): Promise<string> => {
    const { approvalId } = await core.handlers.messages.prepareMessage(draftOf(address, 't01000'));
    return (await confirmMessage(core, approvalId)).journalId;
  };
  const ids = [await send(), await send()];
  const entriesNow = () => core.topics.messages.journalChanged.items().filter(({ id }) => ids.includes(id));
  const seen = new Map<string, string>();
  const ORDER = ['signed', 'pushed', 'in-pool', 'included', 'executed', 'final'];
  await eventually(async () => {
    await nextHead();
    for (const { id, stage } of entriesNow()) {
      expect(ORDER.indexOf(stage)).toBeGreaterThanOrEqual(ORDER.indexOf(seen.get(id) ?? 'signed'));
      seen.set(id, stage);
    }
    const executed = entriesNow().filter(({ stage }) => stage === 'executed' || stage === 'final');
    const isListed = (
      await core.handlers.mempool.listMessages({ filter: '', order: { by: 'nonce', direction: 'ascending' }, offset: 0, limit: 100 })
    ).rows.some(({ cid }) => executed.some((entry) => entry.signedCid === cid));
    expect(isListed).toBe(false);
    return executed.length === 2;
  }, 'both messages executed');
  expect(entriesNow().map(({ nonce }) => nonce)).toEqual(expect.arrayContaining(['0', '1']));
  ids.push(await send());
  expect(entriesNow().map(({ nonce }) => nonce)).toContain('2');
});

test('a reorg that reaches the backends one after another is one reorg', async () => {
  await control(devnet.node, 'reorg', { depth: 2 });
  for (let round = 0; round < ROUNDS; round += 1) {
    await nextHead();
    await core.handlers.chain.getOverview({});
  }
  // A block that came late widens a tipset, at a depth of one.
  expect(head().reorgs.filter(({ depth }) => depth > 1)).toMatchObject([{ depth: 2 }]);
});

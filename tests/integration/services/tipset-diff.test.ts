/** What changed between two tipsets, against the embedded node: its own answers about each actor are what is expected. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { AnswerCache } from '../../../electron/rpc/answer-cache.ts';
import { TipsetDiffService } from '../../../electron/services/tipset-diff/tipset-diff-service.ts';
import { type StateDiffProgress, zStateDiff, zTipsetComparison } from '../../../shared/ipc/schemas/tipset-diff.ts';
import { resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { type DevnetServices, startDevnetServices } from '../../builders/devnet-services.ts';
import { eventually } from '../../builders/eventually.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';

let services: DevnetServices;
let diff: TipsetDiffService;

beforeAll(async () => {
  services = await startDevnetServices(60);
  const { connections, chain } = services;
  diff = new TipsetDiffService({
    connections,
    chain,
    clock: systemClock,
    logger: quietLogger,
    blocks: new AnswerCache({ maxEntries: 10_000, maxBytes: 8 * 1024 * 1024 }),
    ownMiners: async () => ['t01000'],
  });
});
afterAll(async () => {
  await diff.stop();
  await services.stop();
});

function filled<T>(panel: { value: T } | { error: { message: string } } | undefined): T {
  if (panel === undefined || 'error' in panel) throw new Error(panel?.error.message ?? 'absent');
  return panel.value;
}

async function ended(readId: string): Promise<StateDiffProgress> {
  return eventually(() => {
    const found = diff.topic.get(readId);
    return found === undefined || found.state === 'running' ? undefined : found;
  }, 'the end of the comparison');
}

interface ActorJson {
  readonly Balance: string;
  readonly Nonce: number;
}

it('tells heads, power and own miners, and every actor that changed as the node has it on both sides', async () => {
  const { node } = services;
  const sender = new DevnetSender(node, 'services');
  const [from, to] = [sender.key('traffic-0'), sender.key('traffic-1')];
  const first = await resultOf<TipsetJson>(node, 'ChainHead');
  await sender.push(from, to.address, { value: 7n * 10n ** 18n });
  await sender.settle();
  const last = await resultOf<TipsetJson>(node, 'ChainHead');
  await eventually(() => services.chain.slice.get().head?.height === last.Height, 'the new head');

  const pair = { one: { height: last.Height }, other: { height: first.Height } };
  const compared = zTipsetComparison.parse(await diff.compareTipsets(pair));
  expect([compared.before.height, compared.after.height]).toEqual([first.Height, last.Height]);
  const path = filled(compared.path);
  expect(path.tipsets + path.nullRounds).toBe(last.Height - first.Height);
  expect(path.revertedTipsets).toBe(0);
  expect(path.messages?.tipsets).toBe(path.tipsets);
  expect(path.messages?.count).toBeGreaterThan(0);
  expect(BigInt(filled(compared.power).after.rawBytes)).toBeGreaterThan(0n);
  expect(filled(compared.miners[0]?.figures).before.faulty).toBeGreaterThanOrEqual(0);

  const { readId } = await diff.startStateDiff({ before: compared.before.key, after: compared.after.key, callBudget: 5000 });
  expect(await ended(readId)).toMatchObject({ state: 'done' });
  const { actors } = zStateDiff.parse(await diff.getStateDiff({ readId }));
  const { rows, total } = filled(actors);
  expect(rows).toHaveLength(total);
  const receiver = await resultOf<string>(node, 'StateLookupID', [to.address.replace(/^f/, 't'), null]);
  expect(rows.some(({ address }) => address === receiver)).toBe(true);
  const links = (tipset: TipsetJson) => tipset.Cids;
  for (const row of rows) {
    const [before, after] = await Promise.all(
      [first, last].map((tipset) => resultOf<ActorJson>(node, 'StateGetActor', [row.address, links(tipset)]).catch(() => undefined)),
    );
    expect([row.balanceBefore, row.balanceAfter]).toEqual([before?.Balance, after?.Balance]);
    expect([row.nonceBefore, row.nonceAfter]).toEqual([before?.Nonce.toString(), after?.Nonce.toString()]);
    expect(BigInt(row.balanceChange)).toBe(BigInt(after?.Balance ?? 0) - BigInt(before?.Balance ?? 0));
  }
  // Nothing is made of nothing: the sum over all actors is what it was.
  expect(rows.reduce((sum, { balanceChange }) => sum + BigInt(balanceChange), 0n)).toBe(0n);
});

it('stops at its budget, and goes on with more without asking twice', async () => {
  const { chain } = services;
  const [before, after] = [chain.tipsets.at(-20), chain.tipsets.at(-1)];
  const keys = { before: [...(before?.key ?? [])], after: [...(after?.key ?? [])] };
  const { readId } = await diff.startStateDiff({ ...keys, callBudget: 3 });
  const stopped = await ended(readId);
  expect(stopped).toMatchObject({ state: 'budget-spent', problem: { code: 'budget-spent' } });
  expect(stopped.calls).toBeLessThanOrEqual(3);
  expect((await diff.getStateDiff({ readId })).actors).toBeUndefined();
  await diff.continueStateDiff({ readId, callBudget: 5000 });
  expect(await ended(readId)).toMatchObject({ state: 'done' });
  expect(filled((await diff.getStateDiff({ readId })).actors).total).toBeGreaterThan(0);
});

it('of a tipset with itself finds nothing', async () => {
  const key = [...(services.chain.tipsets.at(-1)?.key ?? [])];
  const { readId } = await diff.startStateDiff({ before: key, after: key, callBudget: 100 });
  expect(await ended(readId)).toMatchObject({ state: 'done' });
  expect(filled((await diff.getStateDiff({ readId })).actors)).toEqual({ total: 0, rows: [] });
});

it('is refused for what is no key, and says that a tipset is not known', async () => {
  await expect(diff.startStateDiff({ before: ['not-a-cid'], after: ['not-a-cid'], callBudget: 10 })).rejects.toMatchObject({
    code: 'invalid-input',
  });
  await expect(diff.compareTipsets({ one: { height: 0 }, other: { height: 999_999 } })).rejects.toMatchObject({ code: 'not-found' });
  await expect(diff.getStateDiff({ readId: 'none' })).rejects.toMatchObject({ code: 'not-found' });
});

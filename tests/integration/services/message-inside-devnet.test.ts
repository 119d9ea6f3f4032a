/** What a message did inside and what a block paid, against the embedded node: its own balances are what is expected. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { zBlockDetail } from '../../../shared/ipc/schemas/block.ts';
import { zMessage } from '../../../shared/ipc/schemas/chain.ts';
import { zMessageInside } from '../../../shared/ipc/schemas/message-inside.ts';
import { control, resultOf, type TipsetJson } from '../../builders/devnet-caller.ts';
import { DevnetSender } from '../../builders/devnet-sender.ts';
import { type DevnetServices, startDevnetServices } from '../../builders/devnet-services.ts';
import { eventually } from '../../builders/eventually.ts';
import { type FailedApproval, makeFailedApproval, REFUSED_AMOUNT } from '../../builders/failed-approval.ts';

let services: DevnetServices;
let made: FailedApproval;

beforeAll(async () => {
  services = await startDevnetServices(60);
  made = await makeFailedApproval(new DevnetSender(services.node, 'services'));
  const { Height } = await resultOf<TipsetJson>(services.node, 'ChainHead');
  await eventually(() => services.chain.slice.get().head?.height === Height, 'the head of the node');
});
afterAll(() => services.stop());

function filled<T>(panel: { value: T } | { error: { message: string } } | undefined): T {
  if (panel === undefined || 'error' in panel) throw new Error(panel?.error.message ?? 'absent');
  return panel.value;
}

it('an approval that succeeds shows the call inside that did not, whom the miner would have let in, and what was approved', async () => {
  const message = zMessage.parse(await services.chain.getMessage({ cid: made.approval }));
  expect(message).toMatchObject({ methodName: 'Approve', toActor: 'multisig', signature: { kind: 'secp256k1', check: 'valid' } });
  expect(message.execution?.exitCode).toBe(0);
  const inside = zMessageInside.parse(
    await services.chain.getMessageInside({ cid: made.approval, tipsetKey: message.inclusion?.tipset.key ?? [] }),
  );
  const trace = filled(inside.trace);
  expect(trace.calls.map(({ methodName, toId, exitCode, isUndone }) => [methodName, toId, exitCode, isUndone])).toEqual([
    ['Approve', made.multisig, 0, false],
    ['WithdrawBalance', made.miner, 18, true],
  ]);
  expect([trace.failedInsideCount, trace.failedAt, trace.differingFees]).toEqual([1, 1, []]);
  const info = await resultOf<{ Owner: string; Beneficiary: string }>(services.node, 'StateMinerInfo', [made.miner, null]);
  expect(trace.refusal).toMatchObject({ miner: made.miner, caller: made.multisig });
  expect(trace.refusal?.allowed.map(({ role, address }) => [role, address])).toEqual([
    ['owner', info.Owner],
    ['beneficiary', info.Beneficiary],
  ]);
  const key = await resultOf<string>(services.node, 'StateAccountKey', [info.Owner, null]);
  expect(trace.refusal?.allowed[0]?.key).toBe(key);
  const { proposal, hash, threshold } = filled(inside.proposal);
  expect([hash, threshold, proposal.id, proposal.to, proposal.methodName, proposal.approved.length]).toEqual([
    'matches',
    2,
    '0',
    made.miner,
    'WithdrawBalance',
    1,
  ]);
  expect(JSON.stringify(proposal.params)).toContain(REFUSED_AMOUNT.toString());
});

it('the proposal itself has no call inside, and names none', async () => {
  const message = await services.chain.getMessage({ cid: made.proposal });
  const inside = await services.chain.getMessageInside({ cid: made.proposal, tipsetKey: message.inclusion?.tipset.key ?? [] });
  expect(filled(inside.trace).calls).toHaveLength(1);
  expect(filled(inside.trace).failedAt).toBeUndefined();
  expect(inside.proposal).toBeUndefined();
});

it('kinds of receivers are learned once, and what is no actor is left out', async () => {
  const { chain, tap } = services;
  const asked = () => tap.methods().filter((method) => method === 'StateGetActor').length;
  const first = await chain.getReceiverTypes({ addresses: [made.multisig, 't05', 't0999999', 'not an address'] });
  expect(first.types).toEqual({ [made.multisig]: 'multisig', t05: 'storagemarket' });
  const before = asked();
  expect((await chain.getReceiverTypes({ addresses: [made.multisig, 't05'] })).types).toEqual(first.types);
  expect(asked()).toBe(before);
  const many = Array.from({ length: 60 }, (_, index) => `t0${900_000 + index}`);
  await chain.getReceiverTypes({ addresses: many });
  expect(asked()).toBeLessThanOrEqual(before + 30);
});

it('what the blocks of a tipset paid is what the reward actor paid out', async () => {
  const { node, chain } = services;
  const { Height } = await resultOf<TipsetJson>(node, 'ChainHead');
  let blockCount = 0;
  for (const height of [Height - 4, Height - 3, Height - 2]) {
    const [tipset, child] = await Promise.all(
      [height, height + 1].map((at) => resultOf<TipsetJson>(node, 'ChainGetTipSetByHeight', [at, null])),
    );
    if (tipset === undefined || child === undefined || tipset.Height !== height || child.Height !== height + 1) continue;
    const balance = async (at: TipsetJson): Promise<bigint> =>
      BigInt((await resultOf<{ Balance: string }>(node, 'StateGetActor', ['t02', at.Cids])).Balance);
    // Tips go to the reward actor first, which hands them on with what the wins are worth.
    let expected = (await balance(tipset)) - (await balance(child));
    let forWins = 0n;
    for (const link of tipset.Cids) {
      const block = zBlockDetail.parse(await chain.getBlock({ cid: (link as { '/': string })['/'] }));
      const reward = filled(block.reward);
      expect(block.block.isCidVerified).toBe(true);
      const { total, tips, vesting } = reward.received ?? expect.fail('not executed');
      expect(BigInt(total)).toBe(BigInt(reward.miner) + BigInt(tips));
      expect(BigInt(vesting)).toBe((BigInt(total) * 3n) / 4n);
      forWins += BigInt(reward.miner) + BigInt(reward.burned);
      blockCount += 1;
    }
    expected -= forWins;
    expect(expected).toBe(0n);
  }
  expect(blockCount).toBeGreaterThan(2);
});

it('a block of the head has the reward that is expected, and that it got once a child has executed it', async () => {
  const { node, chain } = services;
  const { Height, Cids } = await resultOf<TipsetJson>(node, 'ChainHead');
  await eventually(() => chain.slice.get().head?.height === Height, 'the head of the node');
  const cid = (Cids[0] as { '/': string })['/'];
  const atHead = filled(zBlockDetail.parse(await chain.getBlock({ cid })).reward);
  expect(atHead).toMatchObject({ way: 'expected', isExact: false });
  expect(atHead.received).toBeUndefined();
  await control(node, 'advance', { epochs: 1 });
  await eventually(() => (chain.slice.get().head?.height ?? 0) > Height, 'a child');
  const executed = filled(zBlockDetail.parse(await chain.getBlock({ cid })).reward);
  expect(executed).toMatchObject({ way: 'state', isExact: true });
  expect(executed.received).toBeDefined();
  // The estimate of the epoch's reward moves by null rounds alone, and these less than a millionth.
  const difference = Number(BigInt(executed.minted) - BigInt(atHead.minted));
  expect(Math.abs(difference)).toBeLessThan(Number(executed.minted) / 1e6);
});

it('a block that gave way is shown as one, and so is its tipset, with what the chain has instead', async () => {
  const { node, chain } = services;
  const before = await resultOf<TipsetJson>(node, 'ChainHead');
  await control(node, 'reorg', { depth: 1 });
  const gone = await eventually(
    () =>
      chain.slice
        .get()
        .reorgs.flatMap(({ reverted }) => reverted)
        .find(({ height }) => height === before.Height),
    'a reorg',
  );
  const kept = await resultOf<TipsetJson>(node, 'ChainGetTipSetByHeight', [before.Height, null]);
  const cidsOf = (tipset: TipsetJson): string[] => tipset.Cids.map((link) => (link as { '/': string })['/']);
  await control(node, 'advance', { epochs: 2 });
  await eventually(() => (chain.slice.get().head?.height ?? 0) >= before.Height + 1, 'heads after it');
  const tipset = await chain.getTipset({ key: gone.key });
  expect(tipset.isCanonical).toBe(false);
  expect(tipset.instead?.key).toEqual(cidsOf(kept));
  const lost = gone.key.find((cid) => !cidsOf(kept).includes(cid));
  if (lost !== undefined) {
    const block = await chain.getBlock({ cid: lost });
    expect(block.tipset).toBeUndefined();
    expect(block.reward).toBeUndefined();
  }
});

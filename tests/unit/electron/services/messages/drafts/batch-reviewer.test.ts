import { describe, expect, it } from 'vitest';
import { reviewBatchRows } from '../../../../../../electron/services/messages/drafts/batch-reviewer.ts';
import { viewOfBatch } from '../../../../../../electron/services/messages/drafts/batch-view.ts';
import { PinnedNode } from '../../../../../../electron/services/pinned/pinned-node.ts';
import type { SentMessage } from '../../../../../../electron/wallet/sent-message.ts';
import { attoFil, FIL } from '../../../../../../shared/domain/amounts/amount.ts';
import { actorCodes } from '../../../../../../shared/domain/methods/actor-code.ts';
import { SextantError } from '../../../../../../shared/ipc/envelope.ts';
import { type BatchDraft, zBatchReview } from '../../../../../../shared/ipc/schemas/drafts.ts';
import { scriptedConnection } from '../scripted-node.ts';
import { GENESIS, RECEIVER, SENDER, sentMessage } from '../sent-message-of.ts';

const FROM = `t${SENDER.slice(1)}`;
const CODES = actorCodes('calibration');
const LIMIT = 1_500_000n;
const FEE = LIMIT * 2000n;

const actor = (code: string, balance: bigint) => ({ Code: { '/': code }, Head: { '/': code }, Nonce: 3, Balance: balance.toString() });
const honest = {
  StateGetActor: ([address]: readonly unknown[]) =>
    actor(String(address).endsWith('77') ? (CODES.storageminer ?? '') : (CODES.account ?? ''), 10n * FIL),
  StateLookupID: 't01001',
  StateAccountKey: FROM,
  MpoolGetNonce: 3,
  GasEstimateMessageGas: { GasLimit: Number(LIMIT), GasFeeCap: '2000', GasPremium: '1000' },
  StateCall: { MsgRct: { ExitCode: 0, Return: null, GasUsed: 500_000 }, Error: '' },
};

async function dryRun(
  csv: string,
  change: { script?: Record<string, unknown>; draft?: Partial<BatchDraft>; sent?: readonly SentMessage[]; baseFee?: bigint } = {},
) {
  const { active, asked } = scriptedConnection({ ...honest, ...change.script });
  const reviewed = await reviewBatchRows(new PinnedNode(active.client, { height: 100, key: [GENESIS], timeMs: 0 }, 'test'), {
    active,
    draft: { from: FROM, csv, ...change.draft },
    baseFee: attoFil(change.baseFee ?? 100n),
    known: { list: () => [], find: () => undefined, noteSent: async () => undefined },
    networkOf: async () => ({ genesisCid: GENESIS, name: 'practice', letter: 't' }),
    contextOf: (network) => ({ network, account: undefined, sent: change.sent ?? [], known: [], nowMs: 10, feeWarningPercent: 10 }),
  });
  return { reviewed, view: zBatchReview.parse(viewOfBatch(reviewed)), asked };
}

const lines = (count: number, value = '0.001') =>
  ['to,value', ...Array.from({ length: count }, (_, index) => `t0${10_000 + index * 100},${value}`)].join('\n');

describe('a dry run of a batch', () => {
  it('asks once for each recipient, and once for each kind of transfer', async () => {
    const { view, reviewed, asked } = await dryRun(`${lines(200)}\nt010000,0.002`);
    const count = (method: string) => asked.filter((each) => each.method === method).length;
    expect(view.rows).toHaveLength(201);
    expect(count('GasEstimateMessageGas')).toBe(1);
    expect(count('StateCall')).toBe(1);
    // 200 recipients and the sender.
    expect(count('StateGetActor')).toBe(201);
    expect(reviewed.rows.map(({ message }) => message?.nonce)).toEqual(Array.from({ length: 201 }, (_, index) => 3n + BigInt(index)));
    expect(view.totalValue).toBe(((FIL / 1000n) * 202n).toString());
    expect(view.totalMaximumFee).toBe((FEE * 201n).toString());
  });

  it('tries transfers by themselves where it is not known what the recipients are', async () => {
    const silent = ([address]: readonly unknown[]) =>
      String(address) === FROM ? honest.StateGetActor([address]) : new SextantError('endpoint-bad-reply', 'nonsense');
    const { asked } = await dryRun(lines(3), { script: { StateGetActor: silent } });
    expect(asked.filter(({ method }) => method === 'StateCall')).toHaveLength(3);
  });

  it('estimates and tries every call of a method by itself', async () => {
    const csv =
      'to,value,method,params\nt0177,0,16,"{""AmountRequested"": ""1""}"\nt0177,0,16,"{""AmountRequested"": ""2""}"\nt0177,0,16,"{""Amount"": 1}"\n';
    const { view, asked } = await dryRun(csv);
    expect(asked.filter(({ method }) => method === 'StateCall')).toHaveLength(2);
    expect(view.rows.map(({ methodName, result }) => [methodName, result])).toEqual([
      ['WithdrawBalance', 'pass'],
      ['WithdrawBalance', 'pass'],
      ['WithdrawBalance', 'fail'],
    ]);
    expect(view.rows[2]?.findings[0]).toMatchObject({ id: 'params', detail: 'Amount: unknown field.' });
  });

  it('reads methods by name, and shows what a line that fails was to call', async () => {
    const params = '"{""AmountRequested"": ""1""}"';
    const csv = `to,value,method,params\nt0177,0,withdrawbalance,${params}\nt0100,1,Send,\nt0177,0,Withdraw,${params}\nt0177,x,16,\n`;
    const { view, reviewed } = await dryRun(csv);
    expect(reviewed.rows.map(({ message }) => message?.method)).toEqual([16n, 0n, undefined, undefined]);
    expect(view.rows.map(({ method, methodName, result }) => [method, methodName, result])).toEqual([
      ['withdrawbalance', 'WithdrawBalance', 'pass'],
      ['Send', 'Send', 'pass'],
      ['Withdraw', undefined, 'fail'],
      ['16', undefined, 'fail'],
    ]);
    expect(view.rows[2]?.findings[0]).toMatchObject({ id: 'method', detail: expect.stringContaining('has no method “Withdraw”') });
  });

  it('asks for the parameters of a method that takes them', async () => {
    const { view } = await dryRun('to,value,method,params\nt0177,0,WithdrawBalance,\nt0177,0,ConfirmChangeWorkerAddress,\nt0177,1,Send,\n');
    expect(view.rows.map(({ findings }) => findings.find(({ id }) => id === 'params')?.detail)).toEqual([
      'This method takes parameters. Enter them as JSON in the params column.',
      undefined,
      undefined,
    ]);
  });

  it('gives no nonce to a line that would fail', async () => {
    const GasEstimateMessageGas = ([{ Method }]: [{ Method: number }]) =>
      Method === 16
        ? new SextantError('node-error', 'refused', { details: { nodeMessage: 'message execution failed (exit=[18])' } })
        : honest.GasEstimateMessageGas;
    const csv = 'to,value,method,params\nt0100,1,,\nt0177,0,16,"{""AmountRequested"": ""1""}"\nt0100,2,,\n';
    const { reviewed } = await dryRun(csv, { script: { GasEstimateMessageGas } });
    expect(reviewed.rows.map(({ message }) => message?.nonce)).toEqual([3n, undefined, 4n]);
  });

  it('points out fees that are large together and small one by one', async () => {
    const dear = { GasEstimateMessageGas: { GasLimit: Number(LIMIT), GasFeeCap: `${10n ** 10n}`, GasPremium: '1000' } };
    const feesOf = async (count: number) => {
      const { view } = await dryRun(lines(count, '1'), { script: dear });
      expect(view.rows.flatMap(({ findings }) => findings.filter(({ id }) => id === 'fee-share'))).toEqual([]);
      return view.problems.find(({ id }) => id === 'fee-total');
    };
    // 0.015 FIL each.
    expect(await feesOf(4)).toBeUndefined();
    expect(await feesOf(5)).toMatchObject({ result: 'warning', detail: expect.stringContaining('0.075 FIL') });
  });

  it('has one price for all of it, and adds up the funds', async () => {
    let price = 2000;
    const script = { GasEstimateMessageGas: () => ({ GasLimit: Number(LIMIT), GasFeeCap: `${price++}`, GasPremium: '1000' }) };
    const { reviewed } = await dryRun('to,value\nt0100,1\nt0177,1\n', { script });
    expect(new Set(reviewed.rows.map(({ message }) => message?.gasFeeCap))).toEqual(new Set([2000n]));
    const heavy = {
      GasEstimateMessageGas: ([{ Method }]: [{ Method: number }]) => ({
        GasLimit: Method === 0 ? 1_000_000 : 1_000_000_000,
        GasFeeCap: `${10n ** 9n}`,
        GasPremium: '1000',
      }),
    };
    const mixed = await dryRun('to,value,method\nt0100,1,0\nt0177,1,2\n', { script: heavy });
    expect(mixed.reviewed.rows.map(({ message }) => message?.gasFeeCap)).toEqual([10n ** 9n, 7n * 10n ** 7n]);
    expect(mixed.view.problems.find(({ id }) => id === 'fee-limit')?.result).toBe('warning');
    const problemOf = async (value: bigint, sent: readonly SentMessage[] = []) => {
      const { view } = await dryRun(`to,value\nt0100,${value} attoFIL\n`, { sent });
      return view.problems.find(({ id }) => id === 'funds')?.result;
    };
    expect(await problemOf(10n * FIL - FEE)).toBe('pass');
    expect(await problemOf(10n * FIL - FEE + 1n)).toBe('fail');
    // A message that waits takes its share.
    expect(await problemOf(10n * FIL - FEE, [sentMessage(3n)])).toBe('fail');
  });

  it('covers what the simulation used where the estimate counts on messages that wait', async () => {
    const { reviewed, view } = await dryRun(lines(3), {
      script: {
        GasEstimateMessageGas: { GasLimit: 900_000, GasFeeCap: '2000', GasPremium: '1000' },
        StateCall: { MsgRct: { ExitCode: 0, Return: null, GasUsed: 1_500_000 }, Error: '' },
      },
    });
    for (const { message } of reviewed.rows) expect(message?.gasLimit).toBeGreaterThanOrEqual(1_875_000n);
    expect(view.rows.map(({ result }) => result)).not.toContain('fail');
  });

  it('fails the lines that would fail, and goes on without a simulation', async () => {
    const failing = await dryRun('to,value\nt0100,1\nt0200,2\n', {
      script: { StateCall: { MsgRct: { ExitCode: 6, Return: null, GasUsed: 1 }, Error: 'x' } },
    });
    expect(failing.view.rows[0]).toMatchObject({ result: 'fail', simulatedExitCode: 6 });
    expect(failing.view.rows[0]?.findings[0]?.detail).toMatch(/^Line 3, simulated for all transfers of this kind, would fail/);
    expect(failing.view.rows[1]?.findings[0]?.detail).toMatch(/^It would fail/);
    const notServed = new SextantError('method-not-served', 'not here');
    const blind = await dryRun('to,value\nt0100,1\n', { script: { StateCall: notServed } });
    expect(blind.view.rows[0]?.simulatedExitCode).toBeUndefined();
    expect(blind.view.problems.find(({ id }) => id === 'simulated')?.result).toBe('warning');
  });

  it('points out recipients that can be taken for each other', async () => {
    const csv = 'to,value\n0xd388ab098ed3e84c0d808776440b48f685198498,1\n0xd388111111111111111111111111111111118498,1\n';
    const { view } = await dryRun(csv, { script: { StateLookupID: new SextantError('method-not-served', 'not here') } });
    expect(view.rows.map(({ findings }) => findings.map(({ id }) => id))).toEqual([['look-alike-here'], ['look-alike-here']]);
  });

  it('points out the same payment under two addresses of one recipient, and one that was made shortly before', async () => {
    const idsOf = ({ view }: Awaited<ReturnType<typeof dryRun>>) => view.rows.map(({ findings }) => findings.map(({ id }) => id));
    const csv = `to,value\nt01001,1\nt${RECEIVER.slice(1)},1\n`;
    expect(idsOf(await dryRun(csv))).toEqual([expect.arrayContaining(['repeated']), expect.arrayContaining(['repeated'])]);
    const twice = await dryRun('to,value\nt01001,1\n', {
      script: { StateAccountKey: RECEIVER },
      sent: [sentMessage(3n, { value: attoFil(FIL) })],
    });
    expect(idsOf(twice)).toEqual([expect.arrayContaining(['duplicate'])]);
  });

  it('makes the checks of a single message for every line', async () => {
    const { view } = await dryRun('to,value\nt0100,1\n', { draft: { gasFeeCap: '100 attoFIL' }, baseFee: 5000n });
    expect(view.rows[0]?.findings.map(({ id, result }) => [id, result])).toEqual([
      ['base-fee-low', 'fail'],
      ['base-fee', 'warning'],
    ]);
    const GasEstimateMessageGas = { GasLimit: 600_000, GasFeeCap: '2000', GasPremium: '1' };
    const short = await dryRun('to,value\nt0100,1\n', {
      script: { GasEstimateMessageGas, StateCall: new SextantError('method-not-served', 'not here') },
    });
    expect(short.view.rows[0]?.findings.map(({ id }) => id)).toEqual(['min-gas']);
  });

  it('says what is wrong with the file, the key and the sender', async () => {
    const { view } = await dryRun('to,price\nt0100,1\n');
    expect(view.rows).toEqual([]);
    expect(view.problems.filter(({ result }) => result === 'fail').map(({ id }) => id)).toEqual(['file', 'key']);
    await expect(dryRun(lines(1), { draft: { from: 'nobody' } })).rejects.toMatchObject({
      code: 'invalid-input',
      details: { fields: { from: expect.any(String) } },
    });
    await expect(dryRun(lines(1), { draft: { gasFeeCap: 'x' } })).rejects.toMatchObject({
      details: { fields: { gasFeeCap: expect.any(String) } },
    });
  });
});

/** Replays of recorded messages, as their screen shows them; expected values are counted from the recordings. */
import { describe, expect, it } from 'vitest';
import { viewOfReplay, zReplay } from '../../../../../electron/services/chain/message-trace.ts';
import { failedCallOf, gasOfCalls, readTrace } from '../../../../../electron/services/execution-trace.ts';
import { zMessageTrace } from '../../../../../shared/ipc/schemas/message-inside.ts';
import { KNOWN_ACTORS } from '../../../../builders/known-actors.ts';
import { listSharedFiles, readSharedJson } from '../../../../builders/shared-data.ts';
import { networkVersionOfFile, type TracedCall } from '../../../../builders/traced-calls.ts';

interface Recorded {
  readonly MsgCid: { readonly '/': string };
  readonly Msg: { readonly From: string };
  readonly MsgRct: { readonly ExitCode: number; readonly GasUsed: number };
  readonly GasCost: Readonly<Record<string, string>>;
  readonly ExecutionTrace: TracedCall & { readonly GasCharges: readonly { readonly tg: number }[] };
  readonly Error: string;
}

const recorded = listSharedFiles('chain/traces').flatMap((file) => {
  const tipset = readSharedJson<{ Blocks: { ParentBaseFee: string }[] }>(`chain/tipsets/${file.replace('.gz', '')}`);
  const baseFee = BigInt(tipset.Blocks[0]?.ParentBaseFee ?? '0');
  const { Trace } = readSharedJson<{ Trace: Recorded[] }>(`chain/traces/${file}`);
  return Trace.map((message) => ({ message, baseFee, networkVersion: networkVersionOfFile(file) }));
});

function viewOf({ message, baseFee, networkVersion }: (typeof recorded)[number]) {
  const replay = zReplay.parse(message);
  return zMessageTrace.parse(
    viewOfReplay(replay, readTrace(message.ExecutionTrace, KNOWN_ACTORS), baseFee, { letter: 'f', networkVersion, ...KNOWN_ACTORS }),
  );
}

function flatten(call: TracedCall): readonly TracedCall[] {
  return [call, ...(call.Subcalls ?? []).flatMap(flatten)];
}

describe('a replayed message', () => {
  it('has as many calls as were made, each with its own exit code', () => {
    expect(recorded).toHaveLength(175);
    for (const one of recorded) {
      const calls = flatten(one.message.ExecutionTrace);
      const view = viewOf(one);
      expect(view.calls.length + view.omittedCount).toBe(calls.length);
      expect(view.calls.map(({ exitCode }) => exitCode)).toEqual(calls.slice(0, 200).map(({ MsgRct }) => MsgRct.ExitCode));
      expect(view.calls[0]?.gasUsed).toBe(String(one.message.MsgRct.GasUsed));
    }
  });

  it('costs to the attoFIL what the node says, by part', () => {
    const paid = recorded.filter(({ message }) => message.Msg.From !== 'f00');
    expect(paid.length).toBeGreaterThan(100);
    for (const one of paid) {
      const { fees, differingFees } = viewOf(one);
      expect(differingFees).toEqual([]);
      expect(fees).toMatchObject({
        baseFeeBurn: one.message.GasCost.BaseFeeBurn,
        overEstimationBurn: one.message.GasCost.OverEstimationBurn,
        minerTip: one.message.GasCost.MinerTip,
        total: one.message.GasCost.TotalCost,
      });
    }
  });

  it('says which part differs where a node tells another cost', () => {
    const one = recorded.find(({ message }) => message.Msg.From !== 'f00');
    if (one === undefined) throw new Error('no paid message');
    const told = { ...one.message, GasCost: { ...one.message.GasCost, MinerTip: '1' } };
    expect(viewOf({ ...one, message: told }).differingFees).toEqual(['minerTip']);
  });

  it('uses what was charged, but for the rounding of charges and the storing of what it returned, which no call is charged for', () => {
    /** As for each byte of the message itself. */
    const gasOfReturnedByte = 1300;
    for (const { message } of recorded) {
      const calls = readTrace(message.ExecutionTrace, KNOWN_ACTORS);
      const [total = 0n] = gasOfCalls(calls);
      const over = Number(total) - message.MsgRct.GasUsed;
      expect(over).toBeGreaterThanOrEqual(-gasOfReturnedByte * (calls[0]?.returned.length ?? 0));
      expect(over).toBeLessThanOrEqual(calls.reduce((sum, { charges }) => sum + charges.length, 0));
    }
  });

  it('that a contract reverted is explained by the contract, not by the message around it', () => {
    const reverted = recorded.find(({ message }) => message.MsgRct.ExitCode === 33);
    if (reverted === undefined) throw new Error('no reverted message');
    const view = viewOf(reverted);
    const calls = flatten(reverted.message.ExecutionTrace);
    expect(view.error).toBe(reverted.message.Error);
    expect(view.failedAt).toBeDefined();
    expect(calls[view.failedAt ?? 0]?.MsgRct.ExitCode).not.toBe(0);
  });
});

describe('the call that explains a failure', () => {
  const at = (...calls: readonly (readonly [depth: number, exitCode: number])[]) =>
    failedCallOf(calls.map(([depth, exitCode]) => ({ depth, exitCode })));

  it('is none where nothing failed', () => {
    expect(at([0, 0], [1, 0])).toBeUndefined();
  });
  it('is the one inside of a message that succeeded', () => {
    expect(at([0, 0], [1, 0], [1, 18])).toBe(2);
  });
  it('is the innermost one that a call gave up for', () => {
    expect(at([0, 33], [1, 0], [1, 33], [2, 0], [2, 19])).toBe(4);
  });
  it('is the outer one where it had got over the failure inside', () => {
    expect(at([0, 33], [1, 19], [1, 0])).toBe(0);
  });
});

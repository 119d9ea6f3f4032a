import { describe, expect, it } from 'vitest';
import { readTrace } from '../../../../../../electron/services/execution-trace.ts';
import { stepsTo } from '../../../../../../electron/services/messages/drafts/next-steps.ts';
import { describeFailures } from '../../../../../../electron/services/messages/journal/internal-failures.ts';
import type { MessagePlace } from '../../../../../../electron/services/messages/journal/message-place.ts';
import type { NewStep } from '../../../../../../electron/wallet/send-journal.ts';
import { isSettled, type SentMessage, sentFromIntent, withStep } from '../../../../../../electron/wallet/sent-message.ts';
import { attoFil } from '../../../../../../shared/domain/amounts/amount.ts';
import { KNOWN_ACTORS } from '../../../../../builders/known-actors.ts';
import { sampleIntent } from '../../../wallet/sample-messages.ts';

function sentAfter(...steps: readonly NewStep[]): SentMessage {
  const start = sentFromIntent({ kind: 'intent', version: 2, atMs: 1, ...sampleIntent() });
  return steps.reduce((sent, step) => withStep(sent, { kind: 'step', version: 2, id: sent.intent.id, atMs: 2, ...step }), start);
}

const SIGNED: NewStep = { stage: 'signed', signedHex: 'c0ffee', signedCid: 'bafy2bzace-signed' };
const INCLUDED: NewStep = { stage: 'included', height: 105, tipsetKey: ['bafy-105'] };
const EXECUTED: NewStep = { stage: 'executed', height: 106, tipsetKey: ['bafy-106'], exitCode: 0, gasUsed: '1', fee: '2' };
const executedPlace = (exitCode: number, key = 'bafy-106'): MessagePlace => ({
  kind: 'executed',
  inclusion: { height: 105, key: ['bafy-105'] },
  execution: { height: 106, key: [key] },
  exitCode,
  gasUsed: 1n,
  fee: attoFil(2n),
  callId: 7,
});
const stagesOf = (sent: SentMessage, place: MessagePlace) => stepsTo(sent, place).map(({ step }) => step.stage);

describe('the next steps of a message', () => {
  it('tell each stage once', () => {
    expect(stagesOf(sentAfter(SIGNED), executedPlace(0))).toEqual(['included', 'executed']);
    expect(stagesOf(sentAfter(SIGNED, INCLUDED), executedPlace(0))).toEqual(['executed']);
    expect(stagesOf(sentAfter(SIGNED, INCLUDED, EXECUTED), executedPlace(0))).toEqual([]);
    expect(stagesOf(sentAfter(SIGNED), { kind: 'nowhere', isCertain: true })).toEqual([]);
  });

  it('go back to the pool when the chain has thought otherwise', () => {
    const executed = sentAfter(SIGNED, INCLUDED, EXECUTED);
    expect(stagesOf(executed, { kind: 'nowhere', isCertain: true })).toEqual(['in-pool']);
    expect(stagesOf(executed, { kind: 'nowhere', isCertain: false })).toEqual([]);
    expect(stagesOf(executed, executedPlace(0, 'bafy-106-other'))).toEqual(['in-pool', 'included', 'executed']);
    expect(stagesOf(sentAfter(SIGNED, INCLUDED), { kind: 'included', inclusion: { height: 107, key: ['bafy-107'] }, callId: 1 })).toEqual([
      'in-pool',
      'included',
    ]);
    const replaced = sentAfter(SIGNED, { stage: 'replaced', height: 106, trouble: 'nonce-taken-elsewhere' });
    expect(stagesOf(replaced, { kind: 'nowhere', isCertain: true })).toEqual(['in-pool']);
    expect(stagesOf(replaced, executedPlace(0))).toEqual(['in-pool', 'included', 'executed']);
  });

  it.each([
    [0, undefined],
    [7, 'out-of-gas'],
    [33, 'failed-on-chain'],
  ] as const)('name the trouble of exit code %i', (exitCode, trouble) => {
    expect(stepsTo(sentAfter(SIGNED), executedPlace(exitCode)).at(-1)?.step.trouble).toBe(trouble);
  });

  it('name a call inside that failed, though the message itself succeeded', () => {
    const call = (To: string, ExitCode: number, Subcalls: unknown[] | null = null) => ({
      Msg: { From: 't01', To, Value: '0', Method: 2, Params: null },
      MsgRct: { ExitCode, Return: null },
      Subcalls,
    });
    const failuresOf = (trace: unknown) => describeFailures(readTrace(trace, KNOWN_ACTORS), 't');
    expect(failuresOf(call('t01', 0, [call('t02', 0), call('t03', 0)]))).toBeUndefined();
    // A message that failed as a whole says so itself.
    expect(failuresOf(call('t01', 16, [call('t02', 16)]))).toBeUndefined();
    const failedInside = failuresOf(call('t01', 0, [call('t02', 0, [call('t04', 16)]), call('t03', 0)]));
    expect(failedInside).toMatch(/^An internal call .* method 2 of t04 failed with \w+ \(16\)/);
    const [, step] = stepsTo(sentAfter(SIGNED), executedPlace(0), { inside: { kind: 'failed', words: failedInside ?? '' } });
    expect(step?.step).toMatchObject({ trouble: 'failed-inside', problem: failedInside });
    const [, untold] = stepsTo(sentAfter(SIGNED), executedPlace(0), { inside: { kind: 'unknown', words: 'Nobody told.' } });
    expect(untold?.step).toMatchObject({ note: 'Nobody told.' });
    expect(untold?.step.trouble).toBeUndefined();
  });

  it('tell an own replacement from a nonce that was used elsewhere', () => {
    const sent = sentAfter(SIGNED);
    const winner = sentAfter({ ...SIGNED, signedCid: 'bafy2bzace-winner' });
    const place = { kind: 'replaced', by: 'bafy2bzace-other', height: 106 } as const;
    expect(stepsTo(sent, place)[0]?.step).toMatchObject({ stage: 'replaced', trouble: 'nonce-taken-elsewhere' });
    expect(stepsTo(sent, place, { winner })[0]?.step).toMatchObject({
      stage: 'replaced',
      trouble: 'replaced',
      note: expect.stringContaining('winner'),
    });
  });

  it('never settle a replaced message before the other one is final', () => {
    const replaced = sentAfter(SIGNED, { stage: 'replaced', height: 106, trouble: 'replaced' });
    expect(isSettled(replaced)).toBe(false);
    const step = { kind: 'step', version: 2, id: replaced.intent.id, atMs: 3, stage: 'replaced', finalBy: 'f3' } as const;
    expect(isSettled(withStep(replaced, step))).toBe(true);
  });
});

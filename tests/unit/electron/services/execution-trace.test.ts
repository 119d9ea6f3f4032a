import { describe, expect, it } from 'vitest';
import { countFailedInside, readTrace, type TracedCall, transfersOf, viewOfCalls } from '../../../../electron/services/execution-trace.ts';
import { parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { zTracedCall } from '../../../../shared/ipc/schemas/execution.ts';
import { KNOWN_ACTORS } from '../../../builders/known-actors.ts';
import { listSharedFiles, readSharedJson } from '../../../builders/shared-data.ts';

interface Invocation {
  readonly Msg: { readonly From: string };
  readonly MsgRct: { readonly ExitCode: number };
  readonly ExecutionTrace: unknown;
}

const noParty = () => undefined;

const recorded = listSharedFiles('chain/traces').flatMap((file) => readSharedJson<{ Trace: Invocation[] }>(`chain/traces/${file}`).Trace);

/** A call as a node writes it. */
function traced(from: string, to: string, value: string, exitCode: number, ...inner: unknown[]): object {
  return {
    Msg: { From: from, To: to, Value: value, Method: 0, Params: null, ParamsCodec: 0 },
    MsgRct: { ExitCode: exitCode, Return: null, ReturnCodec: 0 },
    Subcalls: inner,
  };
}

function countCalls(trace: { Subcalls?: readonly unknown[] | null }): number {
  return 1 + (trace.Subcalls ?? []).reduce<number>((sum, inner) => sum + countCalls(inner as object), 0);
}

describe('a trace', () => {
  it('of every recorded message is read whole, and shown in bounds', () => {
    expect(recorded.length).toBeGreaterThan(150);
    for (const { ExecutionTrace, MsgRct } of recorded) {
      const calls = readTrace(ExecutionTrace, KNOWN_ACTORS);
      expect(calls).toHaveLength(countCalls(ExecutionTrace as object));
      expect(calls[0]?.exitCode).toBe(MsgRct.ExitCode);
      const view = viewOfCalls(calls, { letter: 'f', ...KNOWN_ACTORS });
      expect(view.calls.length + view.omittedCount).toBe(calls.length);
      for (const call of view.calls) zTracedCall.parse(call);
    }
  });

  it('moves nothing out of nowhere', () => {
    for (const { ExecutionTrace } of recorded) {
      const sum = [...transfersOf(readTrace(ExecutionTrace, KNOWN_ACTORS), noParty).values()].reduce((total, change) => total + change, 0n);
      expect(sum).toBe(0n);
    }
  });

  it('knows a failed call inside of one that succeeds', () => {
    const own = readTrace(
      traced('f0100', 'f0101', '0', 0, traced('f0101', 'f0102', '0', 33, traced('f0102', 'f0103', '0', 0))),
      KNOWN_ACTORS,
    );
    expect(countFailedInside(own)).toBe(1);
    expect(own.map(({ depth, isUndone }) => [depth, isUndone])).toEqual([
      [0, false],
      [1, true],
      [2, true],
    ]);
    expect(countFailedInside(readTrace(traced('f0100', 'f0101', '0', 33, traced('f0101', 'f0102', '0', 33)), KNOWN_ACTORS))).toBe(0);
  });

  it('takes back what a failed call moved, and everything inside of it', () => {
    const inner = traced('f0101', 'f0102', '7', 33, traced('f0102', 'f0103', '5', 0));
    const calls = readTrace(traced('f0100', 'f0101', '10', 0, inner, traced('f0101', 'f0104', '3', 0)), KNOWN_ACTORS);
    expect([...transfersOf(calls, noParty)]).toEqual([
      ['f0100', -10n],
      ['f0101', 7n],
      ['f0104', 3n],
    ]);
    expect(transfersOf(readTrace(traced('f0100', 'f0101', '10', 6, traced('f0101', 'f0102', '1', 0)), KNOWN_ACTORS), noParty).size).toBe(0);
  });

  it('knows the parties of a message by every form of theirs', () => {
    const key = parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba');
    const call = {
      ...traced('f0100', key, '4', 0, traced('f0101', 'f0100', '1', 0)),
      InvokedActor: { Id: 101, State: { Code: code('account') } },
    };
    const changes = transfersOf(readTrace(call, KNOWN_ACTORS), (address) => (address === key ? key : undefined));
    expect([...changes]).toEqual([
      ['f0100', -3n],
      [key, 3n],
    ]);
  });

  it.each([
    ['no call', {}],
    ['a null', null],
    ['an address that is none', traced('nobody', 'f0101', '0', 0)],
    ['an amount that is none', traced('f0100', 'f0101', '1e9', 0)],
    ['a call inside that is none', traced('f0100', 'f0101', '0', 0, { Msg: 1 })],
    [
      'an actor id that no actor has',
      { ...traced('f0100', 'f0101', '0', 0), InvokedActor: { Id: 2n ** 63n, State: { Code: code('account') } } },
    ],
    [
      'more calls than a block holds',
      traced('f0100', 'f0101', '0', 0, ...Array.from({ length: 20_001 }, () => traced('f0100', 'f0101', '0', 0))),
    ],
    [
      'calls inside of calls without end',
      Array.from({ length: 1200 }).reduce<object>((inner) => traced('f0100', 'f0101', '0', 0, inner), traced('f0100', 'f0101', '0', 0)),
    ],
  ])('is refused with %s', (_what, trace) => {
    expect(() => readTrace(trace, KNOWN_ACTORS)).toThrowError(expect.objectContaining({ code: 'endpoint-bad-reply' }));
  });

  it('shows no more than 200 calls, and bounded parameters', () => {
    const call: TracedCall = {
      depth: 0,
      from: parseAddress('f0100'),
      to: parseAddress('f0101'),
      method: 3n,
      value: 0n,
      exitCode: 0,
      isUndone: false,
      params: new Uint8Array(1_000_000),
      returned: new Uint8Array(1_000_000),
      charges: [],
    };
    const view = viewOfCalls(
      Array.from({ length: 250 }, () => call),
      { letter: 'f', ...KNOWN_ACTORS },
    );
    expect([view.calls.length, view.omittedCount]).toEqual([200, 50]);
    expect(JSON.stringify(view.calls).length).toBeLessThan(200 * 20_000);
  });
});

/** The code CID of an actor, as recorded. */
function code(_type: 'account'): object {
  return { '/': 'bafk2bzacebt5o43hdveql4tqrnr7bg62by3d336ddsfl3l72xedhlsrbe6nia' };
}

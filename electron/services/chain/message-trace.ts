/**
 * Internal calls of an executed message, replayed by the node (StateReplay).
 *
 * Trusts nothing: the replay must be of the requested message, the number of calls is limited, and its fees are compared with those computed
 * from the message, the receipt and the base fee.
 */

import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { feeBreakdown } from '../../../shared/domain/messages/gas.ts';
import { type Message, messageCid } from '../../../shared/domain/messages/message.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Fees, MessageTrace } from '../../../shared/ipc/schemas/message-inside.ts';
import { zNodeMessage } from '../../../shared/validation/node/message.ts';
import { zAmount } from '../../../shared/validation/node/primitives.ts';
import { zNodeReceipt } from '../../../shared/validation/node/receipt.ts';
import { type ActorKnowledge, countFailedInside, failedCallOf, readTrace, type TracedCall, viewOfCalls } from '../execution-trace.ts';
import type { Answer, PinnedNode } from '../pinned/pinned-node.ts';
import type { ChainReader } from './chain-reader.ts';
import { readRefusal } from './refused-caller.ts';

/** A node executes the whole tipset up to the message, which takes time. */
export const REPLAY_TIMEOUT_MS = 60_000;
const MAX_CHARGES = 50;
const MAX_ERROR_CHARACTERS = 4000;

export const zReplay = z.object({
  Msg: zNodeMessage,
  MsgRct: zNodeReceipt,
  GasCost: z.object({
    BaseFeeBurn: zAmount,
    OverEstimationBurn: zAmount,
    MinerPenalty: zAmount,
    MinerTip: zAmount,
    Refund: zAmount,
    TotalCost: zAmount,
  }),
  ExecutionTrace: z.unknown(),
  Error: z.string().nullish(),
});
export type Replay = z.output<typeof zReplay>;

export interface ReplayContext {
  readonly reader: ChainReader;
  /** Pinned to the tipset that includes the message. */
  readonly node: PinnedNode;
  readonly message: Message;
  /** Base fee of the messages of that tipset, attoFIL. */
  readonly baseFee: bigint;
}

/** @throws SextantError `endpoint-bad-reply` if the node replays another message; errors of the call */
export async function readMessageTrace({ reader, node, message, baseFee }: ReplayContext, cid: string) {
  const answer = await node.read('StateReplay', (key) => [key, { '/': cid }], zReplay, { timeoutMs: REPLAY_TIMEOUT_MS });
  requireReplayOf(reader.unsignedCid(message), answer);
  const { value, call } = answer;
  const types: ActorKnowledge = {
    actorTypeOf: (address) => reader.actorTypes.get(address),
    actorTypeOfCode: (code) => reader.versions.actorType(code),
  };
  const traced = value.ExecutionTrace === undefined || value.ExecutionTrace === null ? [] : readTrace(value.ExecutionTrace, types);
  const networkVersion = (await reader.versions.read(node))?.version;
  const trace = viewOfReplay(value, traced, baseFee, { letter: reader.letter, networkVersion, ...types });
  const refused = trace.failedAt === undefined ? undefined : await readRefusal(reader.letter, node, traced[trace.failedAt]);
  const calls: CallRef[] = [call, ...(refused?.calls ?? [])];
  return { value: { ...trace, ...defined({ refusal: refused?.refusal }) }, calls };
}

/** @throws SextantError `endpoint-bad-reply` if the node replayed another message */
export function requireReplayOf(unsignedCid: string, { value, call }: Answer<Replay>): void {
  if (messageCid(value.Msg) === unsignedCid) return;
  throw new SextantError('endpoint-bad-reply', 'The node replayed a different message than requested.', {
    details: { method: call.method, callId: call.id },
    retryable: true,
  });
}

/** Return the contract's form of a replay, without parts that need more calls. */
export function viewOfReplay(
  { Msg, MsgRct, GasCost, Error: error }: Replay,
  traced: readonly TracedCall[],
  baseFee: bigint,
  context: Parameters<typeof viewOfCalls>[1],
): MessageTrace {
  const { calls, omittedCount } = viewOfCalls(traced, context);
  const [first] = calls;
  // The receipt is exact; the charges of a trace are rounded.
  if (first !== undefined) first.gasUsed = MsgRct.gasUsed.toString();
  const failedAt = failedCallOf(traced);
  const { gasLimit, gasFeeCap, gasPremium } = Msg;
  const own = feeBreakdown({ gasLimit, gasFeeCap, gasPremium, gasUsed: MsgRct.gasUsed, baseFee });
  const stated = {
    baseFeeBurn: GasCost.BaseFeeBurn,
    overEstimationBurn: GasCost.OverEstimationBurn,
    minerTip: GasCost.MinerTip,
    refund: GasCost.Refund,
    total: GasCost.TotalCost,
    minerPenalty: GasCost.MinerPenalty,
  };
  const parts = Object.keys(stated) as (keyof Fees)[];
  return {
    calls,
    omittedCount,
    failedInsideCount: countFailedInside(traced),
    ...(failedAt === undefined || failedAt >= calls.length ? {} : { failedAt }),
    exitCode: MsgRct.exitCode,
    gasUsed: MsgRct.gasUsed.toString(),
    ...(error === undefined || error === null || error === '' ? {} : { error: error.slice(0, MAX_ERROR_CHARACTERS) }),
    fees: Object.fromEntries(parts.map((part) => [part, stated[part].toString()])) as Fees,
    differingFees: parts.filter((part) => stated[part] !== own[part]),
    charges: chargesOf(traced),
  };
}

/** Sum up charges by name, over all calls. */
function chargesOf(traced: readonly TracedCall[]): MessageTrace['charges'] {
  const byName = new Map<string, { count: number; gas: bigint }>();
  for (const { name, gas } of traced.flatMap(({ charges }) => charges)) {
    if (gas === 0n) continue;
    const sum = byName.get(name) ?? { count: 0, gas: 0n };
    byName.set(name, { count: sum.count + 1, gas: sum.gas + gas });
  }
  return [...byName]
    .toSorted(([, left], [, right]) => (left.gas < right.gas ? 1 : -1))
    .slice(0, MAX_CHARGES)
    .map(([name, { count, gas }]) => ({ name: name.slice(0, 100), count, gas: gas.toString() }));
}

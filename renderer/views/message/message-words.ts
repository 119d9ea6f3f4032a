import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { ValueView } from '../../../shared/ipc/schemas/decoded.ts';
import type { TracedCallView } from '../../../shared/ipc/schemas/execution.ts';
import type { MessageTrace, Refusal } from '../../../shared/ipc/schemas/message-inside.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import type { Tone } from '../../lib/tone.ts';

/** Status of a message. The worst call decides, so a failed sub-call outweighs the stage. */
export function messageStatus(message: Message, trace: MessageTrace | undefined): { readonly tone: Tone; readonly words: string } {
  if (message.execution !== undefined && message.execution.exitCode !== 0) {
    return { tone: 'danger', words: `Exit ${message.execution.exitCode}` };
  }
  if (trace === undefined ? failureOfExecuted(message) !== undefined : trace.failedInsideCount > 0) {
    const count = trace?.failedInsideCount ?? 1;
    return { tone: 'danger', words: count === 1 ? 'A sub-call failed' : `${count} sub-calls failed` };
  }
  switch (message.stage) {
    case 'in-pool':
      return { tone: 'pending', words: 'Pending' };
    case 'included':
      return { tone: 'info', words: 'Included, not executed' };
    case 'executed':
      return { tone: 'info', words: 'Executed, not final' };
    case 'final':
      return { tone: 'success', words: 'Final' };
    case 'not-found':
      return { tone: 'neutral', words: 'Not found' };
  }
}

/** The method name, with the proposal or contract function it refers to. */
export function messageTitle({
  toActor,
  method,
  methodName,
  params,
}: Pick<Message, 'toActor' | 'method' | 'methodName' | 'params'>): string {
  const name = methodName === undefined ? `Method ${formatInteger(method)}` : sanitiseToText(methodName, 60);
  if (toActor === 'multisig') {
    const id = fieldOf(params.value, 'ID');
    if ((name === 'Approve' || name === 'Cancel') && id?.kind === 'integer') return `${name} proposal ${formatInteger(id.value)}`;
    const call = fieldOf(params.value, 'Params');
    const inner = call?.kind === 'call' ? call : undefined;
    if (name === 'Propose' && inner !== undefined) return `Propose ${callName(inner)}`;
  }
  const signature = params.value?.kind === 'contractCall' ? params.value.signature : undefined;
  return signature === undefined ? name : `${name} ${sanitiseToText(signature.replace(/\(.*/, ''), 60)}`;
}

/** The name of a call's method. */
export function callName({ method, methodName }: { readonly method: string; readonly methodName?: string | undefined }): string {
  if (methodName !== undefined) return sanitiseToText(methodName, 60);
  return method === '0' ? 'Send' : `Method ${formatInteger(method)}`;
}

/** The name of an exit code without its prefix: `ErrForbidden` is "forbidden", `SysErrOutOfGas` "out of gas". */
export function exitWords(exitCode: number, exitName: string): string {
  if (exitCode === 0) return '0, OK';
  const words = sanitiseToText(exitName, 60)
    .replace(/^(USR|ERR|SYS|EVM)_|^(Sys)?Err/, '')
    .replace(/_/g, ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return / code \d+$/.test(words) ? `${exitCode}` : `${exitCode}, ${words}`;
}

/** A failed sub-call of a message whose own exit code is 0. */
export interface InnerFailure {
  readonly title: string;
  readonly text: string;
}

/** Explains a failed sub-call of a successful message. Without a trace, only the return value of a multisig shows one. */
export function innerFailure(message: Message, trace: MessageTrace | undefined): InnerFailure | undefined {
  if (message.execution?.exitCode !== 0) return undefined;
  if (trace === undefined) return failureByReturn(message);
  if (trace.failedInsideCount === 0) return undefined;
  const at = trace.failedAt;
  const outermost = trace.calls.find(({ depth, exitCode }) => depth > 0 && exitCode !== 0);
  const failed = at === undefined ? undefined : trace.calls[at];
  if (outermost === undefined || failed === undefined) {
    return {
      title: 'The message succeeded, but sub-calls failed',
      text: `${formatCount(trace.failedInsideCount, 'call')} beyond those shown failed and were reverted.`,
    };
  }
  const why = `${actorWords(failed)} rejected ${callName(failed)}: ${whyWords(failed, trace.refusal)}`;
  if (message.toActor === 'multisig' && isApplied(message)) {
    const { action, proposal } = executedWords(message);
    return {
      title: `The ${action} succeeded, but its ${callName(outermost)} failed`,
      text: `The multisig executed and closed ${proposal}, but ${why} The call was reverted, and ${proposal} cannot be executed again.`,
    };
  }
  return {
    title: `The message succeeded, but ${trace.failedInsideCount === 1 ? 'a sub-call' : `${trace.failedInsideCount} sub-calls`} failed`,
    text: `${why} The call was reverted, and its caller continued.`,
  };
}

/** The exit code in a multisig's return value of the call it executed; undefined if that call succeeded. */
function failureOfExecuted(message: Message): string | undefined {
  const code = message.toActor === 'multisig' && isApplied(message) ? fieldOf(message.execution?.returned.value, 'Code') : undefined;
  if (code?.kind !== 'integer' || code.value === '0') return undefined;
  return exitWords(Number(code.value), code.words ?? '');
}

function failureByReturn(message: Message): InnerFailure | undefined {
  const ended = failureOfExecuted(message);
  if (ended === undefined) return undefined;
  const { action, proposal } = executedWords(message);
  return {
    title: `The ${action} succeeded, but the call it executed failed`,
    text: `The multisig executed and closed ${proposal}, but the call exited with ${ended}. It was reverted, and ${proposal} cannot be executed again.`,
  };
}

function executedWords(message: Message): { readonly action: string; readonly proposal: string } {
  const id = fieldOf(message.params.value, 'ID');
  return {
    action: message.methodName === 'Propose' ? 'proposal' : 'approval',
    proposal: id?.kind === 'integer' ? `proposal ${formatInteger(id.value)}` : 'the proposal',
  };
}

/** The sub-call that made a message fail; undefined if the message failed by itself. */
export function originOfFailure(trace: MessageTrace): string | undefined {
  const at = trace.failedAt;
  const failed = at === undefined || at === 0 ? undefined : trace.calls[at];
  if (failed === undefined) return undefined;
  return `First failing call: ${callName(failed)} of ${actorWords(failed)}, exit ${exitWords(failed.exitCode, failed.exitName)}.`;
}

/** Why a call failed: the callers the miner accepts if known, else the usual cause of the exit code. */
export function whyWords({ failure }: TracedCallView, refusal: Refusal | undefined): string {
  if (refusal === undefined) return failure === undefined ? '' : failure.cause === '' ? failure.meaning : failure.cause;
  const roles = [...new Set(refusal.allowed.map(({ role }) => roleWords(role)))];
  const byAddress = new Map<string, string[]>();
  for (const { role, address } of refusal.allowed) byAddress.set(address, [...(byAddress.get(address) ?? []), roleWords(role)]);
  const who = [...byAddress]
    .map(([address, held]) => `${listWords([...new Set(held)], 'and')} ${held.length === 1 ? 'is' : 'are both'} ${address}`)
    .join(', ');
  return `only ${listWords(roles, 'or')} of the miner may call it. For ${refusal.miner}, ${who}. The caller was ${refusal.caller}.`;
}

/** Fixes for a rejected call. */
export function refusalFixes({ allowed, caller }: Refusal): readonly string[] {
  const roles = [...new Set(allowed.map(({ role }) => roleWords(role)))];
  const addresses = [...new Set(allowed.map(({ address }) => address))];
  return [`Send the same call from ${listWords(addresses, 'or')}.`, `Or make ${caller} ${listWords(roles, 'or')} first, then try again.`];
}

function roleWords(role: Refusal['allowed'][number]['role']): string {
  return role === 'control' ? 'a control address' : `the ${role}`;
}

function listWords(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;
}

function actorWords({ to, toId }: TracedCallView): string {
  return sanitiseToText(toId ?? to, 120);
}

function isApplied({ execution }: Message): boolean {
  const applied = fieldOf(execution?.returned.value, 'Applied');
  return applied?.kind === 'boolean' && applied.value;
}

/** A field of decoded parameters, or of a decoded return value. */
export function fieldOf(value: ValueView | undefined, name: string): ValueView | undefined {
  return value?.kind === 'record' ? value.fields.find((field) => field.name === name)?.value : undefined;
}

import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { ValueView } from '../../../shared/ipc/schemas/decoded.ts';
import type { TracedCallView } from '../../../shared/ipc/schemas/execution.ts';
import type { MessageTrace, Refusal } from '../../../shared/ipc/schemas/message-inside.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import type { Tone } from '../../lib/tone.ts';

/** What became of a message, in a tone and a few words: the status of its worst call. A failure outweighs that it was included. */
export function messageStatus(message: Message, trace: MessageTrace | undefined): { readonly tone: Tone; readonly words: string } {
  if (message.execution !== undefined && message.execution.exitCode !== 0) {
    return { tone: 'danger', words: `Exit ${message.execution.exitCode}` };
  }
  if (trace === undefined ? releasedFailure(message) !== undefined : trace.failedInsideCount > 0) {
    const count = trace?.failedInsideCount ?? 1;
    return { tone: 'danger', words: count === 1 ? 'A sub-call failed' : `${count} sub-calls failed` };
  }
  switch (message.stage) {
    case 'in-pool':
      return { tone: 'pending', words: 'In the pool' };
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

/** What the message was to do: the name of its method, with what makes it this one. */
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

/** A call by its method's name. */
export function callName({ method, methodName }: { readonly method: string; readonly methodName?: string | undefined }): string {
  if (methodName !== undefined) return sanitiseToText(methodName, 60);
  return method === '0' ? 'Send' : `Method ${formatInteger(method)}`;
}

/** The name of an exit code without its family: `ErrForbidden` is "forbidden", `SysErrOutOfGas` "out of gas". */
export function exitWords(exitCode: number, exitName: string): string {
  if (exitCode === 0) return '0, OK';
  const words = sanitiseToText(exitName, 60)
    .replace(/^(USR|ERR|SYS|EVM)_|^(Sys)?Err/, '')
    .replace(/_/g, ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return / code \d+$/.test(words) ? `${exitCode}` : `${exitCode}, ${words}`;
}

/** A failure that the message as a whole does not show, in a sentence and what lies behind it. */
export interface InnerFailure {
  readonly title: string;
  readonly text: string;
}

/**
 * What a failed call inside of a successful message means, the consequence first. Without a trace only a multisig tells, by what it
 * returned.
 */
export function innerFailure(message: Message, trace: MessageTrace | undefined): InnerFailure | undefined {
  if (message.execution?.exitCode !== 0) return undefined;
  if (trace === undefined) return failureByReturn(message);
  if (trace.failedInsideCount === 0) return undefined;
  const at = trace.failedAt;
  const outermost = trace.calls.find(({ depth, exitCode }) => depth > 0 && exitCode !== 0);
  const failed = at === undefined ? undefined : trace.calls[at];
  if (outermost === undefined || failed === undefined) {
    return {
      title: 'The message went through. Not every call inside it did.',
      text: `${formatCount(trace.failedInsideCount, 'call')} failed beyond those that are shown. What they were to do was undone.`,
    };
  }
  const why = `${actorWords(failed)} refused the call ${callName(failed)}: ${whyWords(failed, trace.refusal)}`;
  if (message.toActor === 'multisig' && isApplied(message)) {
    const { deed, proposal } = releaseWords(message);
    return {
      title: `The ${deed} went through. The ${callName(outermost)} it released did not.`,
      text: `The multisig ran ${proposal} and marked it as done, but ${why} Nothing of that call stays, and ${proposal} cannot run again.`,
    };
  }
  return {
    title: `The message went through. ${trace.failedInsideCount === 1 ? 'A call' : `${trace.failedInsideCount} calls`} inside it did not.`,
    text: `${why} Nothing of that call stays; the caller went on without it.`,
  };
}

/** The exit code, in its words, with which a multisig says that the call it released ended; undefined where that did not fail. */
function releasedFailure(message: Message): string | undefined {
  const code = message.toActor === 'multisig' && isApplied(message) ? fieldOf(message.execution?.returned.value, 'Code') : undefined;
  if (code?.kind !== 'integer' || code.value === '0') return undefined;
  return exitWords(Number(code.value), code.words ?? '');
}

function failureByReturn(message: Message): InnerFailure | undefined {
  const ended = releasedFailure(message);
  if (ended === undefined) return undefined;
  const { deed, proposal } = releaseWords(message);
  return {
    title: `The ${deed} went through. The call it released did not.`,
    text: `The multisig ran ${proposal} and marked it as done; the call ended with ${ended}. Nothing of it stays, and ${proposal} cannot run again.`,
  };
}

function releaseWords(message: Message): { readonly deed: string; readonly proposal: string } {
  const id = fieldOf(message.params.value, 'ID');
  return {
    deed: message.methodName === 'Propose' ? 'proposal' : 'approval',
    proposal: id?.kind === 'integer' ? `proposal ${formatInteger(id.value)}` : 'the proposal',
  };
}

/** Which call inside of a failed message made it fail; undefined where it failed by itself. */
export function originOfFailure(trace: MessageTrace): string | undefined {
  const at = trace.failedAt;
  const failed = at === undefined || at === 0 ? undefined : trace.calls[at];
  if (failed === undefined) return undefined;
  return `It began with the call ${callName(failed)} of ${actorWords(failed)}, which ended with ${exitWords(failed.exitCode, failed.exitName)}.`;
}

/** Why a call failed: who would have been let in where that is known, what usually lies behind the code where not. */
export function whyWords({ failure }: TracedCallView, refusal: Refusal | undefined): string {
  if (refusal === undefined) return failure === undefined ? '' : failure.cause === '' ? failure.meaning : failure.cause;
  const roles = [...new Set(refusal.allowed.map(({ role }) => roleWords(role)))];
  const byAddress = new Map<string, string[]>();
  for (const { role, address } of refusal.allowed) byAddress.set(address, [...(byAddress.get(address) ?? []), roleWords(role)]);
  const who = [...byAddress]
    .map(([address, held]) => `${listWords([...new Set(held)], 'and')} ${held.length === 1 ? 'is' : 'are both'} ${address}`)
    .join(', ');
  return `only ${listWords(roles, 'or')} of a miner may make it. Of ${refusal.miner}, ${who}. The caller was ${refusal.caller}.`;
}

/** What would make a refused call succeed, in sentences. */
export function refusalFixes({ allowed, caller }: Refusal): readonly string[] {
  const roles = [...new Set(allowed.map(({ role }) => roleWords(role)))];
  const addresses = [...new Set(allowed.map(({ address }) => address))];
  return [`Make the same call from ${listWords(addresses, 'or')}.`, `Or make ${caller} ${listWords(roles, 'or')} first, then try again.`];
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

/** A field of decoded parameters or of a decoded return value. */
export function fieldOf(value: ValueView | undefined, name: string): ValueView | undefined {
  return value?.kind === 'record' ? value.fields.find((field) => field.name === name)?.value : undefined;
}

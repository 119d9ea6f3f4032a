import { type LintCall, type LintFinding, lintCall } from '../../../../shared/rpc/lint.ts';
import type { DraftCall } from './console-draft.ts';

/** What is wrong with calls that go to one endpoint. Each call is looked at once: the others of a batch do not change with it. */
export function draftLint(endpoint: Omit<LintCall, 'method' | 'paramsText' | 'params'>): (call: DraftCall) => readonly LintFinding[] {
  const known = new WeakMap<DraftCall, readonly LintFinding[]>();
  return (call) => {
    const method = call.method.trim();
    const findings = known.get(call) ?? lintCall({ ...endpoint, method, paramsText: call.params }).filter(isOf(method));
    known.set(call, findings);
    return findings;
  };
}

/** Without a method there is nothing to say but that a whole request was pasted, which names it. */
function isOf(method: string): (finding: LintFinding) => boolean {
  return ({ rule }) => method !== '' || rule === 'whole-request';
}

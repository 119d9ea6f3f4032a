/**
 * Finds the parameter at fault in a failed call. go-jsonrpc names the Go type of a parameter it could not decode (handler.go); other
 * failures concern a kind of parameter. If several parameters have that type or kind, the linter decides.
 */
import { defined } from '../collections/defined.ts';
import type { FailedCall } from './failure-row.ts';
import { type LintFinding, lintCall } from './lint.ts';
import { MASKED_RULE } from './lint-rules.ts';
import { KINDS, type ParameterKind, parameterKind } from './parameter-kinds.ts';
import { bareMethod, paramNames } from './repair.ts';

const GO_TYPE = /\(param: \*{0,3}([A-Za-z0-9_.[\]*]{1,60})\)/;

/**
 * Index of the parameter at fault, from 0; undefined if unknown.
 *
 * @param text the node's error text
 * @param kinds kinds of the failure row, used if the text names no type
 */
export function guiltyParam(call: FailedCall, text: string, kinds: readonly ParameterKind[]): number | undefined {
  const names = paramNames(bareMethod(call.method), call.apiVersion);
  const { params } = call;
  if (names === undefined || !Array.isArray(params)) return undefined;
  const type = GO_TYPE.exec(text)?.[1];
  const candidates = names.flatMap((name, index) => {
    const kind = parameterKind(name);
    if (kind === undefined || index >= params.length) return [];
    if (type !== undefined) return KINDS[kind].goTypes.test(type) ? [index] : [];
    // null leaves the value to the node, so it cannot be at fault.
    return kinds.includes(kind) && params[index] !== null ? [index] : [];
  });
  if (candidates.length <= 1) return candidates[0];
  const findings = lintOf(call);
  const wrong = candidates.filter((index) => findings.some(({ severity, path }) => severity === 'error' && path[0] === index));
  // Nodes decode parameters in order and stop at the first failure.
  return wrong[0];
}

/** The linter's first error in the parameter at fault, if any. */
export function guiltyFinding(call: FailedCall, index: number): LintFinding | undefined {
  return lintOf(call).find(({ severity, path }) => severity === 'error' && path[0] === index);
}

function lintOf({ method, params, apiVersion, headEpoch }: FailedCall): readonly LintFinding[] {
  const findings = lintCall({
    method,
    params,
    // Include the limits that only gateways have.
    isReadOnly: true,
    ...defined({ apiVersion, headEpoch }),
  });
  // Values masked in a recording were sent unmasked.
  return findings.filter(({ rule }) => rule !== MASKED_RULE);
}

/**
 * Which parameter a failure is about. go-jsonrpc names the Go type of the parameter that it could not read (handler.go); other failures
 * are about parameters of a kind. Where several have the type or kind, the lint tells which of them is wrong.
 */
import { defined } from '../collections/defined.ts';
import type { FailedCall } from './failure-row.ts';
import { type LintFinding, lintCall } from './lint.ts';
import { MASKED_RULE } from './lint-rules.ts';
import { KINDS, type ParameterKind, parameterKind } from './parameter-kinds.ts';
import { bareMethod, paramNames } from './repair.ts';

const GO_TYPE = /\(param: \*{0,3}([A-Za-z0-9_.[\]*]{1,60})\)/;

/**
 * Index of the parameter that is to blame, counted from 0; undefined where that cannot be told.
 *
 * @param text the node's text
 * @param kinds what the failure is about, where the text names no type
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
    // What was left to the node is not to blame for what it found.
    return kinds.includes(kind) && params[index] !== null ? [index] : [];
  });
  if (candidates.length <= 1) return candidates[0];
  const findings = lintOf(call);
  const wrong = candidates.filter((index) => findings.some(({ severity, path }) => severity === 'error' && path[0] === index));
  // Nodes read parameters in their order and stop at the first that they cannot.
  return wrong[0];
}

/** What the lint finds wrong first in the parameter that is to blame; undefined where it finds nothing. */
export function guiltyFinding(call: FailedCall, index: number): LintFinding | undefined {
  return lintOf(call).find(({ severity, path }) => severity === 'error' && path[0] === index);
}

function lintOf({ method, params, apiVersion, headEpoch }: FailedCall): readonly LintFinding[] {
  const findings = lintCall({
    method,
    params,
    // A limit that was broken may be one that gateways alone have.
    isReadOnly: true,
    ...defined({ apiVersion, headEpoch }),
  });
  // What is masked in a recording was sent whole.
  return findings.filter(({ rule }) => rule !== MASKED_RULE);
}

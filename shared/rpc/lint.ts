/**
 * Linter for a call before it is sent: what a node refuses, what an endpoint does not serve, and what is expensive.
 *
 * The text is typed by a person and may be invalid; nothing here throws. A fix changes only the value at fault. The rules are in
 * lint-rules.ts and lint-rules-limits.ts; they share their corrections with failed requests (repair-shapes.ts, repair.ts).
 */
import type { NetworkLetter } from '../domain/addresses/address.ts';
import { contextOf } from './lint-context.ts';
import { type Draft, type Edit, RULES } from './lint-rules.ts';
import { LIMIT_RULES } from './lint-rules-limits.ts';
import type { RpcVersion } from './methods.ts';

/** A call to be sent, and facts about the endpoint. */
export interface LintCall {
  /** With or without the namespace. */
  readonly method: string;
  /** `params` as typed. */
  readonly paramsText?: string;
  /** Instead of `paramsText`: the value of `params`, integers beyond 2^53 as bigint. Findings then have no offsets. */
  readonly params?: unknown;
  /** Namespace of the connection; `Filecoin` if absent. */
  readonly namespace?: string;
  /** API version of the path; v1 if absent. */
  readonly apiVersion?: RpcVersion;
  /** Full node or lotus-miner; a full node if absent. */
  readonly api?: 'full' | 'miner';
  /** HTTP if absent. */
  readonly transport?: 'http' | 'ws';
  readonly network?: { readonly letter: NetworkLetter; readonly name: string };
  /** Lower bound of the network version at the head; absent if unknown. */
  readonly networkVersion?: number;
  /** Height of the endpoint's head. */
  readonly headEpoch?: number;
  /** Whether the endpoint is a gateway or hosted: it serves reads of the last 2,000 epochs and pushes of signed messages. */
  readonly isReadOnly?: boolean;
  /** All methods that the endpoint lists, with their namespaces. Absent if only some were tested. */
  readonly servedMethods?: ReadonlySet<string>;
  /** Methods that were tested there and refused, with or without their namespaces. */
  readonly refusedMethods?: ReadonlySet<string>;
}

export type LintSeverity = 'error' | 'warning' | 'hint';

/** A correction: the new `paramsText`, and the new `method` if it changes. */
interface LintFix {
  /** Label of the button. */
  readonly label: string;
  readonly paramsText: string;
  /** With its namespace; absent if unchanged. */
  readonly method?: string;
}

/** A problem of a call. */
export interface LintFinding {
  /** Id of the rule. */
  readonly rule: string;
  /** `error`: the call fails; `warning`: it may fail; `hint`: for information. */
  readonly severity: LintSeverity;
  /** One sentence. */
  readonly message: string;
  /** Further explanation. */
  readonly why?: string;
  /** Index of the parameter, then fields and indices below it; empty if it concerns the whole call. */
  readonly path: readonly (string | number)[];
  /** Range of the text at fault, end exclusive. */
  readonly from?: number;
  readonly to?: number;
  readonly fix?: LintFix;
}

const MAX_FINDINGS = 100;

/** All findings for a call, errors first; at most `MAX_FINDINGS`. Never throws. */
export function lintCall(call: LintCall): LintFinding[] {
  const context = contextOf(call);
  const findings: LintFinding[] = [];
  for (const { id, severity, check } of [...RULES, ...LIMIT_RULES]) {
    for (const draft of check(context)) {
      if (findings.length >= MAX_FINDINGS) break;
      findings.push(findingOf(id, severity, draft, context.text, call.paramsText !== undefined));
    }
  }
  return findings.sort((left, right) => ORDER[left.severity] - ORDER[right.severity]);
}

const ORDER: Readonly<Record<LintSeverity, number>> = { error: 0, warning: 1, hint: 2 };

function findingOf(rule: string, severity: LintSeverity, draft: Draft, text: string, hasText: boolean): LintFinding {
  const { message, why, node, path = [], fix } = draft;
  return {
    rule,
    severity: draft.severity ?? severity,
    message,
    ...(why === undefined ? {} : { why }),
    path,
    ...(node === undefined || !hasText ? {} : { from: node.from, to: node.to }),
    ...(fix === undefined
      ? {}
      : {
          fix: {
            label: fix.label,
            paramsText: applyEdits(text, fix.edits),
            ...(fix.method === undefined ? {} : { method: fix.method }),
          },
        }),
  };
}

/** Applies edits, which do not overlap. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, text: replacement } of [...edits].sort((left, right) => left.from - right.from)) {
    result += text.slice(at, from) + replacement;
    at = to;
  }
  return result + text.slice(at);
}

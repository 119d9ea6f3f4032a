/**
 * What is wrong with a call before it is sent: what a node would refuse, what an endpoint would not answer, and what costs much.
 *
 * The text is a person's and may be anything; nothing here throws. A correction changes the value at fault and leaves every other
 * byte as it was typed. The rules are in lint-rules.ts and lint-rules-limits.ts; what a value has to become is told by the same functions that correct a
 * request after it has failed (repair-shapes.ts, repair.ts).
 */
import type { NetworkLetter } from '../domain/address.ts';
import { contextOf } from './lint-context.ts';
import { type Draft, type Edit, RULES } from './lint-rules.ts';
import { LIMIT_RULES } from './lint-rules-limits.ts';
import type { RpcVersion } from './methods.ts';

/** A call as it is about to be sent, and what is known of the endpoint. */
export interface LintCall {
  /** With or without its namespace. */
  readonly method: string;
  /** `params` as they were typed. */
  readonly paramsText?: string;
  /** In place of a text: the value of `params`, integers beyond 2^53 as bigint. Then findings have no offsets. */
  readonly params?: unknown;
  /** Namespace of the connection; `Filecoin` where it is not given. */
  readonly namespace?: string;
  /** Version of the interface that the path names; v1 where it is not given. */
  readonly apiVersion?: RpcVersion;
  /** Which program answers; a full node where it is not given. */
  readonly api?: 'full' | 'miner';
  /** How the call goes out; over HTTP where it is not given. */
  readonly transport?: 'http' | 'ws';
  readonly network?: { readonly letter: NetworkLetter; readonly name: string };
  /** Network version at the head, at least; left out where it is not known. */
  readonly networkVersion?: number;
  /** Height of the endpoint's head. */
  readonly headEpoch?: number;
  /** Whether the endpoint is a gateway or a hosted one: reads and pushes of signed messages, of the latest 2000 epochs. */
  readonly isReadOnly?: boolean;
  /** All names that the endpoint serves, as it tells them, with their namespaces. Not to be given where only some were tried. */
  readonly servedMethods?: ReadonlySet<string>;
  /** Names that were tried there and refused, with or without their namespaces. */
  readonly refusedMethods?: ReadonlySet<string>;
}

export type LintSeverity = 'error' | 'warning' | 'hint';

/** A correction: what `paramsText`, and `method` where it is given, have to become. */
interface LintFix {
  /** What it does, as the words of a button. */
  readonly label: string;
  readonly paramsText: string;
  /** With its namespace; absent where the name stays. */
  readonly method?: string;
}

/** Something that is wrong with a call. */
export interface LintFinding {
  /** Names the rule. */
  readonly rule: string;
  /** `error`: the call would fail; `warning`: it may; `hint`: good to know. */
  readonly severity: LintSeverity;
  /** One sentence. */
  readonly message: string;
  /** Why it is so, where there is more to say. */
  readonly why?: string;
  /** Index of the parameter, then fields and indices below it; empty where it is about the call as a whole. */
  readonly path: readonly (string | number)[];
  /** First character of the text at fault, and the one after its last. */
  readonly from?: number;
  readonly to?: number;
  readonly fix?: LintFix;
}

const MAX_FINDINGS = 100;

/** Everything that is wrong with a call, errors first; at most a hundred findings. Never throws. */
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
            paramsText: edited(text, fix.edits),
            ...(fix.method === undefined ? {} : { method: fix.method }),
          },
        }),
  };
}

/** The text with its edits made; they do not overlap. */
function edited(text: string, edits: readonly Edit[]): string {
  let result = '';
  let at = 0;
  for (const { from, to, text: replacement } of [...edits].sort((left, right) => left.from - right.from)) {
    result += text.slice(at, from) + replacement;
    at = to;
  }
  return result + text.slice(at);
}

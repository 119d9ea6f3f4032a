/** One finding of a check: the title is the conclusion, the detail its reason. */
import type { Check } from '../../../../shared/ipc/schemas/drafts.ts';

export type Finding = Omit<Check, 'id'>;
type Extras = Pick<Finding, 'lotusName' | 'action' | 'isSevere'>;

export const pass = (title: string, detail: string, extras: Extras = {}): Finding => ({ result: 'pass', title, detail, ...extras });
export const warning = (title: string, detail: string, extras: Extras = {}): Finding => ({ result: 'warning', title, detail, ...extras });
export const fail = (title: string, detail: string, extras: Extras = {}): Finding => ({ result: 'fail', title, detail, ...extras });

/** Return the defined findings, each with its id. */
export function checksOf(findings: readonly (readonly [id: string, finding: Finding | undefined])[]): Check[] {
  return findings.flatMap(([id, finding]) => (finding === undefined ? [] : [{ id, ...finding }]));
}

/** Findings as they are listed and counted, the same on every screen. */
import type { Finding } from '../ipc/schemas/attention.ts';

/** A row of the list: the most urgent finding of a group, and the group's other findings. */
export interface FindingRow {
  readonly lead: Finding;
  readonly others: readonly Finding[];
}

export interface ListedFindings {
  /** Each message once. */
  readonly listed: readonly Finding[];
  readonly rows: readonly FindingRow[];
  /** Rows that need attention now (`count`) and rows to plan for (`planCount`). */
  readonly count: number;
  readonly planCount: number;
}

/** @param findings most urgent first */
export function listFindings(findings: readonly Finding[]): ListedFindings {
  const listed = findings.filter(({ isRepeat }) => isRepeat !== true);
  const rows = new Map<string, { readonly lead: Finding; readonly others: Finding[] }>();
  for (const finding of listed) {
    const key = finding.group === undefined ? finding.id : `${finding.group} ${finding.urgency}`;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { lead: finding, others: [] });
    else row.others.push(finding);
  }
  const planCount = [...rows.values()].filter(({ lead }) => lead.severity === 'info').length;
  return { listed, rows: [...rows.values()], count: rows.size - planCount, planCount };
}

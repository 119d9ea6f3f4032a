import { useMemo } from 'react';
import { type ListedFindings, listFindings } from '../../shared/attention/finding-rows.ts';
import type { Finding, RuleResult } from '../../shared/ipc/schemas/attention.ts';
import { useTopic } from './use-topic.ts';

export interface ShownAttention extends ListedFindings {
  readonly results: readonly RuleResult[];
  /** Also those of messages that are listed for another rule. */
  readonly findings: readonly Finding[];
}

/** What needs attention, the same on every screen; undefined until it is known. */
export function useAttention(): ShownAttention | undefined {
  const attention = useTopic('attention.changed');
  return useMemo(() => attention && { ...attention, ...listFindings(attention.findings) }, [attention]);
}

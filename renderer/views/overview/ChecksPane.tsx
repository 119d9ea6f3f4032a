import { RULE_GROUPS, RULES } from '../../../shared/attention/rules.ts';
import type { Finding, RuleResult } from '../../../shared/ipc/schemas/attention.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import type { ShownAttention } from '../../hooks/use-attention.ts';
import { useFindingAction } from '../../hooks/use-finding-action.ts';
import { attentionWords, checksWords } from '../../lib/attention-words.ts';
import { SEVERITY_TONES } from '../../lib/severity-tones.ts';
import type { Tone } from '../../lib/tone.ts';
import styles from './checks-pane.module.css';
import { DueText } from './DueText.tsx';

const STATES: Readonly<Record<RuleResult['state'], { readonly tone: Tone; readonly words: string }>> = {
  ok: { tone: 'success', words: 'OK' },
  found: { tone: 'warning', words: 'Found' },
  unknown: { tone: 'pending', words: 'Unknown' },
  'not-applicable': { tone: 'neutral', words: 'Not applicable' },
};

interface ChecksPaneProps {
  readonly attention: ShownAttention | undefined;
  readonly onClose: () => void;
}

/** Everything that needs attention, most urgent first, then the result of every check. */
export function ChecksPane({ attention, onClose }: ChecksPaneProps) {
  const act = useFindingAction();
  if (attention === undefined) {
    return (
      <DetailPane title="All checks" sub="checking" onClose={onClose}>
        <SkeletonRows rows={8} columns={2} />
      </DetailPane>
    );
  }
  const { results, findings, listed } = attention;
  return (
    <DetailPane title="All checks" sub={checksWords(results)} onClose={onClose}>
      {listed.length === 0 ? undefined : (
        <DetailSection title={`Needs attention: ${attentionWords(attention)}`}>
          <ul className={styles.list}>
            {listed.map((finding) => (
              <li key={finding.id} className={styles.check}>
                <StatusText tone={SEVERITY_TONES[finding.severity]}>{finding.urgency}</StatusText>
                <span className="col">
                  <span className="m">{finding.title}</span>
                  <span className="s12 t2">
                    {finding.detail}. <DueText finding={finding} />{' '}
                    <button type="button" className="link" onClick={() => act(finding.action)}>
                      {finding.action.label}
                    </button>
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      {RULE_GROUPS.map((group) => (
        <DetailSection key={group} title={group}>
          <ul className={styles.list}>
            {results
              .filter(({ rule }) => RULES[rule].group === group)
              .map((result) => (
                <Check key={result.rule} result={result} findings={findings.filter(({ rule }) => rule === result.rule)} />
              ))}
          </ul>
        </DetailSection>
      ))}
    </DetailPane>
  );
}

function Check({ result: { rule, state, words, gap }, findings }: { readonly result: RuleResult; readonly findings: readonly Finding[] }) {
  const [first] = findings;
  const parts = first === undefined ? [gap, words] : [`${formatInteger(findings.length)} found (listed above).`, gap];
  return (
    <li className={styles.check}>
      <StatusText tone={first === undefined ? STATES[state].tone : SEVERITY_TONES[first.severity]}>{STATES[state].words}</StatusText>
      <span className="col">
        <span className={state === 'not-applicable' ? 't3' : 'm'}>{RULES[rule].title}</span>
        <span className="s12 t3">{parts.filter((part) => part !== undefined).join(' ')}</span>
        {first?.reckoning === undefined ? undefined : <span className="s12 t3">{first.reckoning}</span>}
      </span>
    </li>
  );
}

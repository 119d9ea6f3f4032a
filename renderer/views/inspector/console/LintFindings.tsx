import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { LintFinding } from '../../../../shared/rpc/lint.ts';
import { Button } from '../../../components/inputs/Button.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import styles from './console.module.css';

const ICONS = { error: IconAlertCircle, warning: IconAlertTriangle, hint: IconInfoCircle } as const;
const WORDS = { error: 'Would be rejected', warning: 'May fail', hint: 'Note' } as const;

interface LintFindingsProps {
  readonly findings: readonly LintFinding[];
  /** Left out where the call cannot be changed. */
  readonly onFix?: (finding: LintFinding) => void;
}

/** What is wrong with a call as it is written. Nothing here keeps it from being sent. */
export function LintFindings({ findings, onFix }: LintFindingsProps) {
  if (findings.length === 0) return undefined;
  return (
    <ul className={styles.findings} aria-label="Findings">
      {findings.slice(0, 12).map((finding) => {
        const Icon = ICONS[finding.severity];
        return (
          <li key={`${finding.rule} ${finding.path.join('.')} ${finding.from ?? ''}`} data-severity={finding.severity}>
            <Icon size={14} stroke={1.9} aria-label={WORDS[finding.severity]} />
            <div className="grow">
              <p>
                <UntrustedText text={finding.message} maximumLength={400} />
              </p>
              {finding.why === undefined ? undefined : (
                <p className={styles.why}>
                  <UntrustedText text={finding.why} maximumLength={400} />
                </p>
              )}
            </div>
            {finding.fix === undefined || onFix === undefined ? undefined : (
              <Button size="small" onClick={() => onFix(finding)}>
                {finding.fix.label}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

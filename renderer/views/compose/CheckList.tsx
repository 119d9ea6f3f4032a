import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Check } from '../../../shared/ipc/schemas/drafts.ts';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import styles from './compose.module.css';

const ICONS = { pass: IconCircleCheck, warning: IconAlertTriangle, fail: IconAlertCircle };
const SAID = { pass: 'passed', warning: 'warning', fail: 'failed' };

export type CheckAction = NonNullable<Check['action']>;

interface CheckListProps {
  readonly checks: readonly Check[];
  /** Does what a check offers; without it nothing is offered. */
  readonly onAction?: (action: CheckAction) => void;
}

const ORDER = { fail: 0, warning: 1, pass: 2 };

/**
 * Every check, the failed ones first; what failed or warns is worded more strongly, and never told by colour alone. Reasons of what
 * passed are shown when asked for: what they say is rarely looked at, and would push the simulation out of sight.
 */
export function CheckList({ checks, onAction }: CheckListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const passedCount = checks.filter(({ result }) => result === 'pass').length;
  return (
    <>
      <ul className={styles.checks}>
        {checks
          .toSorted((a, b) => ORDER[a.result] - ORDER[b.result])
          .map((check) => {
            const Icon = ICONS[check.result];
            const { action } = check;
            return (
              <li key={check.id} className={styles[check.result]}>
                <Icon size={14} stroke={1.9} aria-hidden />
                <div className={styles.checkText}>
                  <b>
                    <span className="visually-hidden">{SAID[check.result]}: </span>
                    <UntrustedText text={check.title} />
                  </b>
                  {check.result === 'pass' && !isWhole ? undefined : (
                    <p>
                      <UntrustedText text={check.detail.replace(/\s*\n\s*/g, ' ')} />{' '}
                      {check.lotusName === undefined ? undefined : (
                        <span className={styles.lotusName} title="The name of this check in Lotus">
                          {check.lotusName}{' '}
                        </span>
                      )}
                      {action === undefined || onAction === undefined ? undefined : (
                        <button type="button" className={styles.link} onClick={() => onAction(action)}>
                          {actionWords(action)}
                        </button>
                      )}
                    </p>
                  )}
                </div>
              </li>
            );
          })}
      </ul>
      {passedCount === 0 ? undefined : (
        <p className={styles.hintLine}>
          <button type="button" className={styles.link} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Hide the reasons of what passed' : 'Show the reasons of what passed'}
          </button>
        </p>
      )}
    </>
  );
}

function actionWords(action: CheckAction): string {
  switch (action.kind) {
    case 'replace':
      return 'Replace it';
    case 'fill-gap':
      return `Fill nonce ${action.nonce}`;
    case 'open-journal':
      return 'Show it in the journal';
    case 'change':
      return action.title;
    default:
      return action satisfies never;
  }
}

/** How the checks went, in one line. */
export function checkCounts(checks: readonly Pick<Check, 'result'>[]): string {
  const passed = checks.filter((check) => check.result === 'pass').length;
  const warnings = checks.filter((check) => check.result === 'warning').length;
  const failed = checks.length - passed - warnings;
  return [
    `${passed} passed`,
    warnings === 0 ? '' : `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
    failed === 0 ? '' : `${failed} failed`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

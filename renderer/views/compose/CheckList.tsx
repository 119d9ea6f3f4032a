import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { Check } from '../../../shared/ipc/schemas/drafts.ts';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import styles from './compose.module.css';

const ICONS = { pass: IconCircleCheck, warning: IconAlertTriangle, fail: IconAlertCircle };
const SAID = { pass: 'passed', warning: 'warning', fail: 'failed' };

export type CheckAction = NonNullable<Check['action']>;

interface CheckListProps {
  readonly checks: readonly Check[];
  /** Runs the action of a check; if undefined, no actions are shown. */
  readonly onAction?: (action: CheckAction) => void;
}

const ORDER = { fail: 0, warning: 1, pass: 2 };

/**
 * All checks, failed ones first. Failures and warnings use stronger text, not only colour. Details of passed checks
 * are hidden by default, because they would push the simulation out of view.
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
                        <span className={styles.lotusName} title="Name of this check in Lotus">
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
            {isWhole ? 'Hide details of passed checks' : 'Show details of passed checks'}
          </button>
        </p>
      )}
    </>
  );
}

function actionWords(action: CheckAction): string {
  switch (action.kind) {
    case 'replace':
      return 'Replace message';
    case 'fill-gap':
      return `Fill nonce ${action.nonce}`;
    case 'open-journal':
      return 'Show in journal';
    case 'change':
      return action.title;
    default:
      return action satisfies never;
  }
}

/** One-line summary of the check results. */
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

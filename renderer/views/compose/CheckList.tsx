import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
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

/** Every check with its reason; what failed or warns is worded more strongly, and never told by colour alone. */
export function CheckList({ checks, onAction }: CheckListProps) {
  return (
    <ul className={styles.checks}>
      {checks.map((check) => {
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
            </div>
          </li>
        );
      })}
    </ul>
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

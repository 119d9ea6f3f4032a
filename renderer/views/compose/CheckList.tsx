import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { Check } from '../../../shared/ipc/schemas/drafts.ts';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import styles from './compose.module.css';

const ICONS = { pass: IconCircleCheck, warning: IconAlertTriangle, fail: IconAlertCircle };
const SAID = { pass: 'passed', warning: 'warning', fail: 'failed' };

/** Every check with its reason; what failed or warns is worded more strongly, and never told by colour alone. */
export function CheckList({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className={styles.checks}>
      {checks.map((check) => {
        const Icon = ICONS[check.result];
        return (
          <li key={check.id} className={styles[check.result]}>
            <Icon size={14} stroke={1.9} aria-hidden />
            <div className={styles.checkText}>
              <b>
                <span className="visually-hidden">{SAID[check.result]}: </span>
                {check.title}
              </b>
              <p>
                <UntrustedText text={check.detail} />
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

import { IconArrowRight, IconPencil } from '@tabler/icons-react';
import type { CallDetail } from '../../../shared/ipc/schemas/inspector.ts';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import styles from './inspector.module.css';
import { paramsOfRequest } from './params-text.ts';

type Repair = NonNullable<NonNullable<CallDetail['explanation']>['repair']>;

const AMOUNTS: ReadonlySet<string> = new Set(['GasFeeCap', 'GasPremium']);

interface CorrectedRequestProps {
  readonly repair: Repair;
  readonly onEdit: (method: string, params: string) => void;
}

/** What to send instead of a call that failed: the whole request, or the fields of a signed message that have to change. */
export function CorrectedRequest({ repair, onEdit }: CorrectedRequestProps) {
  if (repair.kind === 'message') {
    return (
      <div className={styles.section}>
        <h3>What has to change</h3>
        <KeyValue
          labelWidthPx={96}
          rows={repair.changes.map(({ field, from, to }) => ({
            label: field,
            value: (
              <span className="row g6">
                {from === undefined ? undefined : (
                  <>
                    <span className="mono t3">{from}</span>
                    <IconArrowRight size={12} stroke={1.7} aria-label="becomes" />
                  </>
                )}
                <span className="mono">{to}</span>
                {AMOUNTS.has(field) ? <span className="t3">attoFIL</span> : undefined}
              </span>
            ),
            isWrapped: true,
          }))}
        />
        <p className={styles.quiet}>{repair.note}</p>
      </div>
    );
  }
  const params = paramsOfRequest(repair.request) ?? '[]';
  return (
    <div className={styles.section}>
      <h3>
        Corrected request
        <CopyButton text={repair.request} label="Copy the corrected request" />
      </h3>
      <div className={`${styles.body} ${styles.corrected}`}>
        <UntrustedText text={repair.request} maximumLength={2000} isMono />
      </div>
      <p className={styles.quiet}>
        <UntrustedText text={repair.note} />
        {repair.blanks.length === 0 ? undefined : ` Fill in before sending: ${repair.blanks.join(', ')}.`}
      </p>
      <div className={styles.actions}>
        <Button size="small" icon={IconPencil} onClick={() => onEdit(repair.method, params)}>
          Open as a new call
        </Button>
      </div>
    </div>
  );
}

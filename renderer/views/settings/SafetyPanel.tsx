import { IconShieldLock } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { Safety } from '../../../shared/ipc/schemas/app.ts';
import { TrustedDocumentNote } from '../../components/feedback/TrustedDocumentNote.tsx';
import { useTrustedDocument } from '../../components/feedback/use-trusted-document.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import styles from './settings.module.css';

/** Safety settings, read-only: only the trusted document can change them. */
export function SafetyPanel({ settings }: { readonly settings: Safety }) {
  const trusted = useTrustedDocument();
  const { autoLockMinutes, clipboardSeconds, feeWarningPercent } = settings;
  const { dismiss } = trusted;
  const key = `${autoLockMinutes} ${clipboardSeconds} ${feeWarningPercent}`;
  // A change means that the other window has saved.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the values change
  useEffect(() => dismiss(), [key, dismiss]);
  return (
    <>
      <Panel
        title="Safety"
        sub="editable only in the approval window"
        hasRule
        actions={
          <Button
            size="small"
            icon={IconShieldLock}
            isBusy={trusted.state.status === 'opening'}
            onClick={() => void trusted.open({ name: 'safety-settings' })}
          >
            Change
          </Button>
        }
      >
        <PanelBody>
          <KeyValue
            rows={[
              {
                label: 'Auto-lock',
                value: <Value text={`${autoLockMinutes} min`} help="Lock the vault after this time without use." />,
                isWrapped: true,
              },
              {
                label: 'Clear clipboard',
                value: <Value text={`${clipboardSeconds} s`} help="Delay after copying a recovery phrase or key. Copied addresses stay." />,
                isWrapped: true,
              },
              {
                label: 'Fee warning',
                value: (
                  <Value text={`${feeWarningPercent} %`} help="Warn if the maximum fee exceeds this share of the amount, or 0.07 FIL." />
                ),
                isWrapped: true,
              },
            ]}
          />
        </PanelBody>
      </Panel>
      <TrustedDocumentNote
        control={trusted}
        title="Change the safety settings in the separate window"
        actions={
          <Button size="small" kind="quiet" onClick={trusted.dismiss}>
            Dismiss
          </Button>
        }
      >
        Changes appear here once you save them there.
      </TrustedDocumentNote>
    </>
  );
}

function Value({ text, help }: { readonly text: string; readonly help: string }) {
  return (
    <div className={styles.choice}>
      {text}
      <p className={styles.help}>{help}</p>
    </div>
  );
}

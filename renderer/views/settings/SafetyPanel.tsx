import { IconShieldLock } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { Safety } from '../../../shared/ipc/schemas/app.ts';
import { Button } from '../../components/Button.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Panel, PanelBody } from '../../components/Panel.tsx';
import { TrustedDocumentNote } from '../../components/TrustedDocumentNote.tsx';
import { useTrustedDocument } from '../../components/use-trusted-document.ts';
import styles from './settings.module.css';

/** What protects the keys, to be read: only the trusted document changes it. */
export function SafetyPanel({ settings }: { readonly settings: Safety }) {
  const trusted = useTrustedDocument();
  const { autoLockMinutes, clipboardSeconds, feeWarningPercent } = settings;
  const { dismiss } = trusted;
  const key = `${autoLockMinutes} ${clipboardSeconds} ${feeWarningPercent}`;
  // A change shows that the other window has done its part.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the values change
  useEffect(() => dismiss(), [key, dismiss]);
  return (
    <>
      <Panel
        title="Safety"
        sub="changed only in the window where you sign"
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
                value: <Value text={`${autoLockMinutes} min`} help="The vault locks after this long without being used." />,
                isWrapped: true,
              },
              {
                label: 'Clear clipboard',
                value: <Value text={`${clipboardSeconds} s`} help="This long after a phrase or a key was copied. Addresses stay." />,
                isWrapped: true,
              },
              {
                label: 'Fee warning',
                value: (
                  <Value
                    text={`${feeWarningPercent} %`}
                    help="Warns of a maximum fee above this share of the amount, and always above 0.07 FIL."
                  />
                ),
                isWrapped: true,
              },
            ]}
          />
        </PanelBody>
      </Panel>
      <TrustedDocumentNote
        control={trusted}
        title="Changing the safety settings in a separate window"
        actions={
          <Button size="small" kind="quiet" onClick={trusted.dismiss}>
            Dismiss
          </Button>
        }
      >
        This screen shows them as soon as they are saved there.
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

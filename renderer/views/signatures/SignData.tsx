import { IconArrowRight, IconShieldLock } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand/react';
import { ethSignatureText } from '../../../shared/domain/signatures/delegated-signature.ts';
import type { DataForm, DataSignature, DataText } from '../../../shared/ipc/schemas/signatures.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { PrepareProblem } from '../../components/feedback/PrepareProblem.tsx';
import { TrustedDocumentNote } from '../../components/feedback/TrustedDocumentNote.tsx';
import { useTrustedDocument } from '../../components/feedback/use-trusted-document.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { useApprovalOutcome } from '../../hooks/use-approval-outcome.ts';
import { useCommand } from '../../hooks/use-command.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { DataFields } from './DataFields.tsx';
import { signatureStore } from './signature-store.ts';
import styles from './signatures.module.css';

interface Wanted {
  readonly from: string;
  readonly data: DataText;
  readonly form: DataForm;
}

const prepare = (client: AppClient, wanted: Wanted) => client.messages.prepareDataSignature(wanted);

/** Sign data with a key on this machine, after approval in the trusted document. */
export function SignData() {
  const [, navigate] = useLocation();
  const accountId = useId();
  const wallet = useTopic('wallet.changed');
  const { from, signedData, signedForm } = useStore(signatureStore);
  const accounts = wallet?.accounts ?? [];
  const chosen = accounts.find(({ address }) => address === from) ?? accounts[0];
  const preparing = useCommand(prepare);
  const trusted = useTrustedDocument();
  const [approvalId, setApprovalId] = useState<string | undefined>(undefined);
  const [asked, setAsked] = useState('');
  const outcome = useApprovalOutcome(approvalId);
  const isWaiting = approvalId !== undefined && outcome.status === 'waiting';
  const { dismiss } = trusted;
  useEffect(() => {
    if (approvalId !== undefined && outcome.status !== 'waiting') dismiss();
  }, [approvalId, outcome.status, dismiss]);

  if (wallet === undefined) return undefined;
  if (chosen === undefined) {
    return (
      <PanelState
        icon={IconShieldLock}
        title="No key to sign with"
        actions={
          <Button kind="primary" icon={IconArrowRight} onClick={() => navigate('/accounts')}>
            Open accounts
          </Button>
        }
      >
        Data is signed with a key on this machine. Create one under Accounts first.
      </PanelState>
    );
  }

  const wanted: Wanted = { from: chosen.address, data: signedData, form: signedForm };

  async function sign(): Promise<void> {
    const prepared = await preparing.run(wanted);
    if (prepared === undefined) return;
    setApprovalId(prepared.approvalId);
    setAsked(JSON.stringify(wanted));
    await trusted.open({ name: 'approve', approvalId: prepared.approvalId });
  }

  function stopWaiting(): void {
    setApprovalId(undefined);
    dismiss();
  }

  const errors = preparing.error?.details?.fields;
  const signature = outcome.result?.kind === 'data' ? outcome.result.signature : undefined;
  const reason = isWaiting ? 'Data is waiting for your approval.' : signedData.text === '' ? 'Enter the data first.' : undefined;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) void sign();
      }}
    >
      <div className={styles.area}>
        <label htmlFor={accountId} className={styles.label}>
          Account
        </label>
        <select
          id={accountId}
          className={styles.select}
          value={chosen.address}
          onChange={(event) => signatureStore.setState({ from: event.currentTarget.value })}
        >
          {accounts.map(({ address, label }) => (
            <option key={address} value={address}>
              {label === '' ? address : `${label}, ${address}`}
            </option>
          ))}
        </select>
      </div>
      <DataFields
        data={signedData}
        onData={(next) => signatureStore.setState({ signedData: next })}
        form={signedForm}
        onForm={(next) => signatureStore.setState({ signedForm: next })}
        errors={errors}
      />
      <div>
        <Button kind="primary" type="submit" icon={IconArrowRight} isBusy={preparing.isRunning} disabledReason={reason}>
          Review and sign
        </Button>
      </div>
      <div aria-live="polite" className={styles.answer}>
        {preparing.error === undefined || errors?.['data.text'] !== undefined ? undefined : (
          <PrepareProblem title="Could not prepare the data" error={preparing.error} isInset />
        )}
        {isWaiting ? (
          <TrustedDocumentNote
            control={trusted}
            title="Waiting for your approval"
            actions={
              <Button kind="quiet" onClick={stopWaiting}>
                Back to the data
              </Button>
            }
          >
            Check the data in the approval window. Nothing is signed until you confirm it there.
          </TrustedDocumentNote>
        ) : undefined}
        {approvalId === undefined || isWaiting || outcome.status === 'confirmed' ? undefined : (
          <Note tone={outcome.status === 'rejected' ? 'info' : 'warning'} title={UNSIGNED[outcome.status]} isInset>
            {outcome.status === 'lost'
              ? 'If it was signed, the signature was not saved. You can sign the same data again.'
              : 'Nothing was signed.'}
          </Note>
        )}
        {signature === undefined ? undefined : <Signed signature={signature} isChanged={asked !== JSON.stringify(wanted)} />}
      </div>
    </form>
  );
}

const UNSIGNED = {
  waiting: 'Waiting',
  rejected: 'Rejected',
  expired: 'Approval expired',
  lost: 'Approval not found',
} as const;

interface SignedProps {
  readonly signature: DataSignature;
  /** Whether the fields have changed since. */
  readonly isChanged: boolean;
}

function Signed({ signature, isChanged }: SignedProps) {
  const ethereum = ethSignatureText(signature.signatureHex);
  return (
    <Note tone="success" title="Signed" isInset>
      {isChanged ? <p>The fields above have changed. This is the signature of the data you approved.</p> : undefined}
      <KeyValue
        labelWidthPx={80}
        rows={[
          { label: 'By', value: <AddressText address={signature.address} size="whole" hasCopy />, isWrapped: true },
          { label: 'Format', value: signature.form === 'lotus' ? 'Lotus, raw bytes' : 'FRC-0102' },
          {
            label: 'Signature',
            value: (
              <>
                <span className={styles.hex} data-testid="data-signature">
                  {signature.signatureHex}
                </span>{' '}
                <CopyButton text={signature.signatureHex} label="Copy the signature" />
              </>
            ),
            isWrapped: true,
          },
          ...(ethereum === undefined
            ? []
            : [
                {
                  label: 'For Ethereum',
                  value: (
                    <>
                      <span className={styles.hex}>{ethereum}</span> <CopyButton text={ethereum} label="Copy the signature with 0x" />
                    </>
                  ),
                  isWrapped: true,
                },
              ]),
        ]}
      />
    </Note>
  );
}

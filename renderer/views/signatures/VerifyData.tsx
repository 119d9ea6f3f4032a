import { useStore } from 'zustand/react';
import type { DataForm, DataText } from '../../../shared/ipc/schemas/signatures.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { DataFields } from './DataFields.tsx';
import { signatureStore } from './signature-store.ts';
import styles from './signatures.module.css';
import { useAnswer } from './use-answer.ts';

interface Claim {
  readonly address: string;
  readonly data: DataText;
  readonly form: DataForm;
  readonly signature: string;
}

const verify = (client: AppClient, claim: Claim) => client.messages.verifyData(claim);

/** Verify that an address signed some data. */
export function VerifyData() {
  const { address, verifiedData, verifiedForm, signature } = useStore(signatureStore);
  const claim: Claim = { address: address.trim(), data: verifiedData, form: verifiedForm, signature: signature.trim() };
  const verifying = useCommand(verify);
  const answer = useAnswer(claim, verifying);
  const errors = answer.isCurrent ? verifying.error?.details?.fields : undefined;
  const reason = claim.address === '' ? 'Enter the address first.' : claim.signature === '' ? 'Paste the signature first.' : undefined;
  const verdict = answer.value;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) answer.ask();
      }}
    >
      <TextField
        label="Address"
        layout="above"
        isMono
        value={address}
        onChange={(next) => signatureStore.setState({ address: next })}
        placeholder="f1, f3, f4 or 0x"
        error={errors?.address}
        help="An f0 address does not contain a key. Use the key address of the account."
      />
      <DataFields
        data={verifiedData}
        onData={(next) => signatureStore.setState({ verifiedData: next })}
        form={verifiedForm}
        onForm={(next) => signatureStore.setState({ verifiedForm: next })}
        errors={errors}
      />
      <TextField
        label="Signature"
        layout="above"
        isMono
        value={signature}
        onChange={(next) => signatureStore.setState({ signature: next })}
        placeholder="Hex with type byte, as printed by lotus wallet sign"
        error={errors?.signature}
      />
      <div>
        <Button kind="primary" type="submit" isBusy={verifying.isRunning} disabledReason={reason}>
          Verify
        </Button>
      </div>
      <div aria-live="polite" className={styles.answer}>
        {answer.isCurrent && verifying.error !== undefined && errors === undefined ? (
          <Note tone="danger" title="Could not verify the signature" isInset>
            <UntrustedText text={verifying.error.message} />
          </Note>
        ) : undefined}
        {verdict === undefined ? undefined : (
          <Note
            tone={verdict.isValid ? 'success' : 'danger'}
            title={verdict.isValid ? 'The signature is valid' : 'The signature is invalid'}
            isInset
          >
            <p>
              <UntrustedText text={verdict.words} />
            </p>
            {verdict.isValid || verdict.signer === undefined ? undefined : (
              <p>
                The key that made it: <AddressText address={verdict.signer} size="detail" hasCopy />
              </p>
            )}
          </Note>
        )}
      </div>
    </form>
  );
}

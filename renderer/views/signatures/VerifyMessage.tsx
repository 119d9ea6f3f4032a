import { IconFileUpload, IconSend } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand/react';
import type { SignedReading } from '../../../shared/ipc/schemas/signatures.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { FileButton } from '../../components/inputs/FileButton.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { classNames } from '../../lib/class-names.ts';
import { addParts, isTooLarge, MESSAGE_FILES, readMessageFile, TOO_LARGE } from '../../lib/message-file.ts';
import { joinSigned } from '../../lib/signed-parts.ts';
import { ReadingFacts } from './ReadingFacts.tsx';
import { signatureStore } from './signature-store.ts';
import styles from './signatures.module.css';
import { TextArea } from './TextArea.tsx';
import { useReading } from './use-reading.ts';

/** The maximum in the contract. */
const MAX_CHARACTERS = 400_000;

const push = (client: AppClient, text: string) => client.messages.pushSigned({ text });

/** Verify and decode a signed message, and push it. */
export function VerifyMessage() {
  const [, navigate] = useLocation();
  const text = useStore(signatureStore, (fields) => fields.message);
  const [isOver, setIsOver] = useState(false);
  const [fileProblem, setFileProblem] = useState<string | undefined>(undefined);
  const joined = joinSigned(text);
  const whole = joined.kind === 'whole' ? joined.text.trim() : '';
  const { reading, error } = useReading(whole);
  const pushing = useCommand(push);
  const setText = (next: string): void => {
    setFileProblem(undefined);
    pushing.clearError();
    signatureStore.setState({ message: next });
  };

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    if (isTooLarge(file)) {
      setFileProblem(TOO_LARGE);
      return;
    }
    const read = await readMessageFile(file);
    if (read === undefined) setFileProblem('No QR code found in this image.');
    else setText(addParts(text, read));
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  }

  async function pushIt(): Promise<void> {
    const answer = await pushing.run(whole);
    if (answer !== undefined) navigate(`/journal/${encodeURIComponent(answer.journalId)}`);
  }

  return (
    <div className={styles.columns}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is optional, the button and the field do the same */}
      <div
        className={classNames(styles.form, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <TextArea
          label="Signed message"
          rows={14}
          maximumLength={MAX_CHARACTERS}
          value={text}
          onChange={setText}
          placeholder={
            '{"Message":{…},"Signature":{…}}\nor its CBOR as hex or base64\nor a signed Ethereum transaction\nor the parts of QR codes'
          }
          error={fileProblem ?? (joined.kind === 'incomplete' ? joined.words : error?.message)}
          help="Verified on this machine. Nothing is sent until you push it."
          actions={
            <FileButton
              size="small"
              icon={IconFileUpload}
              label="File with a signed message"
              accept={MESSAGE_FILES}
              onFile={(file) => void take(file)}
            >
              Choose a file
            </FileButton>
          }
        />
      </div>
      <div className={styles.reading} aria-live="polite">
        {reading === undefined ? (
          <p className={styles.empty}>Shows the signer, whether the signature is valid, and the effect of the message.</p>
        ) : (
          <>
            <Verdict reading={reading} />
            {pushing.error === undefined ? undefined : (
              <Note tone="danger" title="Could not push the message">
                <UntrustedText text={pushing.error.message} />
              </Note>
            )}
            <ReadingFacts reading={reading} />
            <div className={styles.actions}>
              <Button
                kind="primary"
                icon={IconSend}
                isBusy={pushing.isRunning}
                disabledReason={reading.pushProblem}
                onClick={() => void pushIt()}
              >
                Push message
              </Button>
              <span className={styles.help}>
                {reading.pushProblem ?? 'Pushes to the connected node, records it in the journal and tracks it until final.'}
              </span>
              {reading.journalId === undefined ? undefined : (
                <Link href={`/journal/${encodeURIComponent(reading.journalId)}`} className="link">
                  Open in journal
                </Link>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  );
}

function Verdict({ reading: { verdict, form } }: { readonly reading: SignedReading }) {
  return (
    <Note tone={verdict.isValid ? 'success' : 'danger'} title={verdict.isValid ? 'The signature is valid' : 'The signature is invalid'}>
      <p>
        <UntrustedText text={verdict.words} />
      </p>
      <p className={styles.help}>Read as: {form}</p>
    </Note>
  );
}

import { Modal } from '@mantine/core';
import { IconFileImport, IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useMemo, useState } from 'react';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import type { MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { FileButton } from '../../components/inputs/FileButton.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { addParts, isTooLarge, MESSAGE_FILES, readMessageFile, TOO_LARGE } from '../../lib/message-file.ts';
import { joinSigned } from '../../lib/signed-parts.ts';
import styles from './compose.module.css';
import formStyles from './params/params.module.css';
import { readUnsignedDraft, type UnsignedDraft } from './unsigned-draft.ts';

interface OpenUnsignedProps {
  readonly onUse: (draft: MessageDraft) => void;
}

/** Opens an unsigned message from another machine as a draft, with its nonce, fees and network. */
export function OpenUnsigned({ onUse }: OpenUnsignedProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const [fileProblem, setFileProblem] = useState<string | undefined>(undefined);
  const here = useTopic('chain.headChanged', (state) => state?.genesisCid);
  const reading = useMemo(() => readingOf(text, here), [text, here]);
  const problem = fileProblem ?? reading.problem;

  function change(next: string): void {
    setFileProblem(undefined);
    setText(next);
  }

  async function take(files: Iterable<File>): Promise<void> {
    let next = text;
    for (const file of files) {
      const read = isTooLarge(file) ? undefined : await readMessageFile(file);
      if (read === undefined) {
        setFileProblem(isTooLarge(file) ? TOO_LARGE : 'No QR code found in this image.');
        return;
      }
      next = addParts(next, read);
    }
    change(next);
  }

  function use({ draft }: UnsignedDraft): void {
    onUse(draft);
    change('');
    setIsOpen(false);
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    void take(event.dataTransfer.files);
  }

  return (
    <>
      <Button size="small" icon={IconFileImport} onClick={() => setIsOpen(true)}>
        Open unsigned
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title="Open an unsigned message"
        size={600}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is optional, the button and the field do the same */}
        <div className={formStyles.area} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
          <label htmlFor={id}>Unsigned message</label>
          <textarea
            id={id}
            rows={7}
            value={text}
            maxLength={400_000}
            placeholder={'JSON saved under Compose on the other machine\nor its CBOR as hex or base64\nor the texts of its QR codes'}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            data-autofocus
            aria-describedby={`${id}-about`}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <p id={`${id}-about`} className={problem === undefined ? formStyles.doc : formStyles.error} aria-live="polite">
            {problem === undefined ? (
              (reading.opened?.note ?? 'A file, an image of a QR code, or text. Nothing is sent to a node.')
            ) : (
              <UntrustedText text={problem} />
            )}
          </p>
          {reading.opened === undefined ? undefined : <KeyValue rows={reading.opened.facts} labelWidthPx={96} />}
        </div>
        <div className={styles.saveActions}>
          <FileButton
            icon={IconFileUpload}
            label="File with an unsigned message"
            accept={MESSAGE_FILES}
            onFile={(file) => void take([file])}
          >
            Choose a file
          </FileButton>
          <Button onClick={() => setIsOpen(false)}>Cancel</Button>
          <Button
            kind="primary"
            disabledReason={reading.opened === undefined ? (problem ?? 'Open a message first.') : undefined}
            onClick={() => {
              if (reading.opened !== undefined) use(reading.opened);
            }}
          >
            Use as draft
          </Button>
        </div>
      </Modal>
    </>
  );
}

function readingOf(text: string, here: string | undefined): { readonly opened?: UnsignedDraft; readonly problem?: string } {
  const joined = joinSigned(text);
  if (joined.kind === 'incomplete') return { problem: joined.words };
  if (joined.text.trim() === '') return {};
  try {
    return { opened: readUnsignedDraft(joined.text, here) };
  } catch (error) {
    if (error instanceof DomainError) return { problem: error.message };
    throw error;
  }
}

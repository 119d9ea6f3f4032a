import { Modal } from '@mantine/core';
import { IconClipboard } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import type { MessageDraft } from '../../../shared/ipc/schemas/drafts.ts';
import { Button } from '../../components/inputs/Button.tsx';
import styles from './compose.module.css';
import formStyles from './params/params.module.css';
import { type PastedCall, readPastedCall } from './paste-call.ts';

interface PasteCallProps {
  readonly letter: 'f' | 't';
  readonly onUse: (draft: MessageDraft) => void;
}

/** Pastes a call from elsewhere as a draft. */
export function PasteCall({ letter, onUse }: PasteCallProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const reading = useMemo(() => readingOf(text, letter), [text, letter]);

  function use(call: PastedCall): void {
    onUse(call.draft);
    setText('');
    setIsOpen(false);
  }

  return (
    <>
      <Button size="small" icon={IconClipboard} onClick={() => setIsOpen(true)}>
        Paste call
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title="Paste a call"
        size={600}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <div className={formStyles.area}>
          <label htmlFor={id}>A message or a line of lotus send</label>
          <textarea
            id={id}
            rows={9}
            value={text}
            maxLength={400_000}
            placeholder={'lotus send --from f1… --method 16 --params-json \'{"AmountRequested":"1000000000000000000"}\' f01234 0'}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            data-autofocus
            aria-describedby={`${id}-about`}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <p id={`${id}-about`} className={reading.problem === undefined ? formStyles.doc : formStyles.error} aria-live="polite">
            {reading.problem ??
              (reading.call === undefined
                ? 'Lotus JSON, CBOR as hex or base64, signed or unsigned, or a command line. Signature and nonce are dropped.'
                : `Recognised as ${reading.call.understoodAs}.`)}
          </p>
        </div>
        <div className={styles.saveActions}>
          <Button onClick={() => setIsOpen(false)}>Cancel</Button>
          <Button
            kind="primary"
            disabledReason={reading.call === undefined ? (reading.problem ?? 'Paste a call first.') : undefined}
            onClick={() => {
              if (reading.call !== undefined) use(reading.call);
            }}
          >
            Use as draft
          </Button>
        </div>
      </Modal>
    </>
  );
}

function readingOf(text: string, letter: 'f' | 't'): { readonly call?: PastedCall; readonly problem?: string } {
  if (text.trim() === '') return {};
  try {
    return { call: readPastedCall(text, letter) };
  } catch (error) {
    if (error instanceof DomainError) return { problem: error.message };
    throw error;
  }
}

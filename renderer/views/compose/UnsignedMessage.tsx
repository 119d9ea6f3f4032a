import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { DraftReview } from '../../../shared/ipc/schemas/drafts.ts';
import { MessageCodes } from '../../components/chain/MessageCodes.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { saveFile } from '../../lib/save-file.ts';
import { splitUnsigned } from '../../lib/signed-parts.ts';
import styles from './send-elsewhere.module.css';

type BuiltMessage = NonNullable<DraftReview['message']>;

/**
 * The unsigned message as files, text and QR codes. Does not follow new estimates, because the scanned codes
 * and the copied text must be the same message; *Update* uses the current nonce and fees. Remount it for another draft.
 */
export function UnsignedMessage({ message: current }: { readonly message: BuiltMessage }) {
  const [message, setMessage] = useState(current);
  const isOutdated = message.cid !== current.cid;
  return (
    <>
      <div className={styles.buttons}>
        <Button size="small" icon={IconDownload} onClick={() => saveFile(message.unsignedText, unsignedName(message.cid, 'json'))}>
          Save unsigned message
        </Button>
        <CopyButton text={message.unsignedText} label="Copy JSON" hasLabel />
        <Button size="small" icon={IconDownload} onClick={() => saveFile(message.bytesHex, unsignedName(message.cid, 'hex'))}>
          Save as hex
        </Button>
        <CopyButton text={message.bytesHex} label="Copy hex" hasLabel />
        <Button
          size="small"
          icon={IconRefresh}
          disabledReason={isOutdated ? undefined : 'Nonce and fees are current.'}
          onClick={() => setMessage(current)}
        >
          Update nonce and fees
        </Button>
      </div>
      <p className={styles.hint}>
        Contains nonce {message.nonce}, its fees and its network. Does not change with new heads. On the machine with the key, open it in
        Compose with “Open unsigned”. Then paste the signed message under Signatures to push and track it.
      </p>
      <MessageCodes key={message.cid} codes={splitUnsigned(message.unsignedText, message.cid)} label="QR code of the unsigned message" />
    </>
  );
}

function unsignedName(cid: string, extension: string): string {
  return `unsigned-message-${cid.slice(-12)}.${extension}`;
}

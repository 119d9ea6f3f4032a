import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import type { SignedExport } from '../../../shared/ipc/schemas/signatures.ts';
import { MessageCodes } from '../../components/chain/MessageCodes.tsx';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { DetailSection } from '../../components/layout/DetailPane.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { saveFile } from '../../lib/save-file.ts';
import { splitSigned } from '../../lib/signed-parts.ts';
import styles from './journal.module.css';

/** Export of a signed message as file, text or QR codes. */
export function ExportSection({ entry }: { readonly entry: JournalEntry }) {
  const query = useQuery(`signed ${entry.id}`, (client) => client.messages.exportSigned({ journalId: entry.id }));
  return (
    <DetailSection title="Export signed message">
      <QueryContent query={query}>{(made) => <Exported key={made.signedCid} made={made} />}</QueryContent>
    </DetailSection>
  );
}

function Exported({ made }: { readonly made: SignedExport }) {
  const codes = useMemo(() => splitSigned(made.hex, made.signedCid), [made]);
  return (
    <div className={styles.export}>
      <p className={styles.hint}>
        Anyone with the signed message can push it until its nonce is used. Paste it under Signatures in another Sextant, or push it with
        MpoolPush.
      </p>
      <div className={styles.forms}>
        <Button size="small" icon={IconDownload} onClick={() => saveFile(made.json, made.fileName)}>
          Save as JSON
        </Button>
        <CopyButton text={made.json} label="Copy JSON" hasLabel />
        <Button size="small" icon={IconDownload} onClick={() => saveFile(made.hex, made.fileName.replace(/\.json$/, '.hex'))}>
          Save as hex
        </Button>
        <CopyButton text={made.hex} label="Copy hex" hasLabel />
      </div>
      <MessageCodes codes={codes} label="QR code of the signed message" />
    </div>
  );
}

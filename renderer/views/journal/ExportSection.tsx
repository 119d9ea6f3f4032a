import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import type { SignedExport } from '../../../shared/ipc/schemas/signatures.ts';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DetailSection } from '../../components/DetailPane.tsx';
import { QrCode } from '../../components/QrCode.tsx';
import { QueryContent } from '../../components/QueryContent.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { saveFile } from '../../lib/save-file.ts';
import { splitSigned } from '../../lib/signed-parts.ts';
import styles from './journal.module.css';

/** The signed message on its way to another machine: as a file, as text, as QR codes. */
export function ExportSection({ entry }: { readonly entry: JournalEntry }) {
  const query = useQuery(`signed ${entry.id}`, (client) => client.messages.exportSigned({ journalId: entry.id }));
  return (
    <DetailSection title="Signed message, for another machine">
      <QueryContent query={query}>{(made) => <Exported key={made.signedCid} made={made} />}</QueryContent>
    </DetailSection>
  );
}

function Exported({ made }: { readonly made: SignedExport }) {
  const codes = useMemo(() => splitSigned(made.hex, made.signedCid), [made]);
  const [position, setPosition] = useState(0);
  const code = codes[position] ?? '';
  const step = (by: number): void => setPosition((position + by + codes.length) % codes.length);
  return (
    <div className={styles.export}>
      <p className={styles.hint}>
        Whoever has it can push it, once, as long as its nonce is unused: paste it under Signatures of another Sextant, or give it to
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
      <QrCode text={code} label={`QR code of the signed message${codes.length === 1 ? '' : `, part ${position + 1} of ${codes.length}`}`} />
      {codes.length === 1 ? undefined : (
        <div className={styles.buttons}>
          <Button size="small" icon={IconChevronLeft} isIconOnly onClick={() => step(-1)}>
            Previous part
          </Button>
          <span aria-live="polite">
            Part {position + 1} of {codes.length}
          </span>
          <Button size="small" icon={IconChevronRight} isIconOnly onClick={() => step(1)}>
            Next part
          </Button>
          <CopyButton text={code} label="Copy this part" hasLabel />
        </div>
      )}
    </div>
  );
}

import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { defined } from '../../../shared/collections/defined.ts';
import type { AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import { CsvError } from '../../../shared/text/csv.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { useClient } from '../../client/client-context.ts';
import { Button } from '../../components/inputs/Button.tsx';
import { FileButton } from '../../components/inputs/FileButton.tsx';
import { toEnvelope } from '../../hooks/use-query.ts';
import { saveFile } from '../../lib/save-file.ts';
import { readAddressesCsv, writeAddressesCsv } from './addresses-csv.ts';

const MAX_FILE_BYTES = 4_000_000;

export interface ImportOutcome {
  readonly title: string;
  /** Rejected lines, with the reason. */
  readonly problems: readonly string[];
}

interface CsvActionsProps {
  readonly entries: readonly AddressEntry[];
  readonly onOutcome: (outcome: ImportOutcome) => void;
}

/** Exports and imports the address book as CSV. A rejected line does not stop the import. */
export function CsvActions({ entries, onOutcome }: CsvActionsProps) {
  const client = useClient();
  const [isImporting, setIsImporting] = useState(false);

  async function importAndReport(file: File): Promise<void> {
    setIsImporting(true);
    try {
      onOutcome(await importFile(file));
    } finally {
      setIsImporting(false);
    }
  }

  async function importFile(file: File): Promise<ImportOutcome> {
    if (file.size > MAX_FILE_BYTES) return { title: 'Nothing was imported', problems: ['The file is larger than 4 MB.'] };
    const problems: string[] = [];
    let count = 0;
    try {
      for (const { line, address, label, note, isWatched } of readAddressesCsv(await file.text())) {
        try {
          // An empty cell leaves the stored value.
          const changes = {
            ...(label === '' ? {} : { label }),
            ...(note === '' ? {} : { note }),
            ...defined({ isWatched }),
          };
          await client.addresses.saveAddress({ address, ...changes });
          count += 1;
        } catch (error) {
          problems.push(`Line ${line}: ${toEnvelope(error).message}`);
        }
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      problems.push(`Line ${error.line}: ${error.message}`);
    }
    return { title: count === 0 ? 'Nothing was imported' : `${formatCount(count, 'address', 'addresses')} imported`, problems };
  }

  return (
    <>
      <FileButton
        icon={IconUpload}
        label="CSV file"
        accept=".csv,text/csv,text/plain"
        isBusy={isImporting}
        onFile={(file) => void importAndReport(file)}
      >
        Import
      </FileButton>
      {entries.length === 0 ? undefined : (
        <Button icon={IconDownload} onClick={() => saveFile(writeAddressesCsv(entries), 'sextant-addresses.csv')}>
          Export
        </Button>
      )}
    </>
  );
}

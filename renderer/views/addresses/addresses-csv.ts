/**
 * The address book as CSV with the columns address, label, note and watched.
 *
 * A cell that a spreadsheet would run as a formula gets a leading apostrophe, which is removed on import.
 */
import type { AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import { CsvError, type CsvRow, parseCsv } from '../../../shared/text/csv.ts';
import { csvLine, readCsvCell } from '../../../shared/text/table-text.ts';

/** An imported line. An empty cell or a missing column is an empty text. */
export interface ImportedAddress extends Pick<AddressEntry, 'address' | 'label' | 'note'> {
  readonly line: number;
  /** Absent if the cell is empty. */
  readonly isWatched?: boolean;
}

const HEAD = ['address', 'label', 'note', 'watched'] as const;

/** Writes the entries with a label or note, and the watched ones. */
export function writeAddressesCsv(entries: readonly AddressEntry[]): string {
  const saved = entries.filter(({ label, note, isWatched }) => label !== '' || note !== '' || isWatched);
  const rows = saved.map(({ address, label, note, isWatched }) => [address, label, note, isWatched ? 'yes' : 'no']);
  return [HEAD, ...rows].map(csvLine).join('');
}

/**
 * Reads the output of `writeAddressesCsv`, or any CSV with the columns address and label.
 *
 * @throws CsvError
 */
export function readAddressesCsv(text: string): readonly ImportedAddress[] {
  const [head, ...rows] = parseCsv(text);
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  const cell = ({ cells }: CsvRow, name: (typeof HEAD)[number]): string => {
    const at = names.indexOf(name);
    return at === -1 ? '' : readCsvCell((cells[at] ?? '').trim());
  };
  if (!names.includes('address') || !names.includes('label')) {
    throw new CsvError(head?.line ?? 1, 'The first line must name the columns: address, label, note, watched.');
  }
  return rows.map((row) => ({
    line: row.line,
    address: cell(row, 'address'),
    label: cell(row, 'label').slice(0, 60),
    note: cell(row, 'note').slice(0, 2000),
    ...(cell(row, 'watched') === '' ? {} : { isWatched: /^(yes|true|1)$/i.test(cell(row, 'watched')) }),
  }));
}

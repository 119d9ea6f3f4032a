import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSectorsList } from '../../../../shared/sealing/sectors-list-text.ts';
import { checked } from '../../../builders/checked.ts';
import { readSharedJson, readSharedText } from '../../../builders/shared-data.ts';

interface ExpectedRow {
  readonly id: number;
  readonly state?: string;
  readonly onChain?: boolean;
  readonly proving?: boolean;
  readonly active?: boolean;
  readonly expiration?: number | null;
  readonly ticketHeight?: number;
  readonly seedHeight?: number;
  readonly cc?: boolean;
  readonly deals?: number | string | readonly number[];
  readonly dealWeight?: string | null;
  readonly verifiedPower?: string | null;
  readonly recoveryTimeout?: number | null;
  readonly toUpgrade?: boolean;
  readonly error?: string;
}
interface Sample {
  readonly file: string;
  readonly rows: readonly ExpectedRow[];
}

const samples = readSharedJson<{ samples: Sample[] }>('cli/expected.json').samples.filter(({ file }) => file.startsWith('sectors-list'));
const MODERN = readSharedText('cli/sectors-list.table-modern.txt');
const PSET = readSharedText('cli/sectors-list.pset.txt');

/** A count of the tables of 1.0 to 1.5 is printed as CC where it is zero. */
function printedDeals(deals: ExpectedRow['deals']): unknown {
  return deals === 0 ? 'CC' : typeof deals === 'number' ? String(deals) : deals;
}

/** What of a parsed row the expected one speaks of, in its words. */
function asExpected(rows: readonly ExpectedRow[], text: string): unknown[] {
  return parseSectorsList(text).sectors.map((sector, index) => {
    const row = rows[index];
    const told: Record<string, unknown> = {
      id: sector.id,
      state: sector.state,
      onChain: sector.isOnChain,
      proving: sector.isActive,
      active: sector.isActive,
      expiration: sector.expiration ?? null,
      ticketHeight: sector.ticketEpoch,
      seedHeight: sector.seedEpoch,
      deals: sector.dealIds ?? sector.deals,
      cc: sector.deals?.startsWith('CC') ?? false,
      dealWeight: sector.dealWeight ?? null,
      verifiedPower: sector.verifiedPower ?? null,
      recoveryTimeout: sector.recoveryTimeout ?? null,
      toUpgrade: sector.toUpgrade,
      error: sector.error,
    };
    return Object.fromEntries(Object.keys(row ?? {}).map((name) => [name, told[name]]));
  });
}

const wanted = (rows: readonly ExpectedRow[]): unknown[] =>
  rows.map((row) => ('deals' in row ? { ...row, deals: printedDeals(row.deals) } : row));

describe('the output of lotus-miner sectors list', () => {
  it('is read to every value, of every era', () => {
    for (const { file, rows } of samples) {
      const text = readSharedText(`cli/${file}`);
      expect(parseSectorsList(text).unread, file).toEqual([]);
      expect(asExpected(rows, text), file).toEqual(wanted(rows));
    }
    checked(samples.length, 7, 'lists of sectors');
    expect(samples.map(({ file }) => parseSectorsList(readSharedText(`cli/${file}`)).era)).toEqual([
      'pset',
      'pset',
      'active',
      'active',
      'table',
      'table',
      'table',
    ]);
  });

  it('is read the same with colors, with Windows line ends, and within other output', () => {
    for (const { file, rows } of samples) {
      const text = readSharedText(`cli/${file}`);
      const colored = text.replace(/\b(Proving|PreCommit1|Faulty|YES|NO)\b/g, '\u001b[32m$1\u001b[0m');
      expect(colored).not.toBe(text);
      expect(asExpected(rows, colored), file).toEqual(wanted(rows));
      expect(asExpected(rows, text.replaceAll('\n', '\r\n')), file).toEqual(wanted(rows));
      expect(asExpected(rows, `$ lotus-miner sectors list\n${text}`), file).toEqual(wanted(rows));
    }
  });

  it('is put together again where a terminal of 80 columns broke the lines', () => {
    const rows = samples.find(({ file }) => file === 'sectors-list.pset.txt')?.rows ?? [];
    const broken = PSET.split('\n')
      .flatMap((line) => line.match(/.{1,80}/g) ?? [''])
      .join('\n');
    expect(broken.split('\n').length).toBeGreaterThan(PSET.split('\n').length);
    expect(asExpected(rows, broken)).toEqual(wanted(rows));
  });

  it('is read from the middle on: rows without their head', () => {
    const rows = MODERN.split('\n').slice(2).join('\n');
    const { sectors, era } = parseSectorsList(rows);
    expect(era).toBe('table');
    expect(sectors.slice(0, 2)).toMatchObject([
      { id: 84, state: 'Proving', isOnChain: true, isActive: true, expiration: 593_677, deals: '1' },
      { id: 85, deals: 'DDO:2', expiration: 1_120_738 },
    ]);
  });

  it.each([
    ['one space between columns, as a chat leaves it', (text: string) => text.replace(/ +/g, ' ')],
    ['nothing before a line, as a mail leaves it', (text: string) => text.replace(/ +/g, ' ').replace(/^ +| +$/gm, '')],
    ['tabs, as a spreadsheet gives', (text: string) => text.replace(/ {2,}/g, '\t')],
  ])('is read to the same values with %s', (_, change) => {
    for (const { file, rows } of samples.filter(({ file }) => file.includes('table'))) {
      const text = change(readSharedText(`cli/${file}`));
      expect(asExpected(rows, text)).toEqual(asExpected(rows, readSharedText(`cli/${file}`)));
      expect(parseSectorsList(text).unread).toEqual([]);
    }
  });

  it('takes no error of the shell for one of the last sector', () => {
    const { sectors, unread } = parseSectorsList(`${MODERN.split('\n').slice(0, 3).join('\n')}\nError: connection refused`);
    expect(sectors.map(({ id, error }) => [id, error])).toEqual([
      [83, undefined],
      [84, undefined],
    ]);
    expect(unread).toHaveLength(1);
  });

  it('names the line that it does not understand, and reads the others', () => {
    const lines = PSET.split('\n');
    const text = [...lines.slice(0, 3), '3: Proving sSet: MAYBE pSet: YES tktH: 1', ...lines.slice(4)].join('\n');
    const { sectors, unread } = parseSectorsList(text);
    expect(unread).toEqual([expect.objectContaining({ line: 4, text: '3: Proving sSet: MAYBE pSet: YES tktH: 1' })]);
    expect(sectors.map(({ id }) => id)).toEqual(Array.from({ length: 16 }, (_, id) => id).filter((id) => id !== 3));
  });

  it('leaves columns out that it does not know, and says so', () => {
    const { sectors, unknownColumns } = parseSectorsList('ID  State    Mood   OnChain  Active\n7   Proving  happy  YES      NO\n');
    expect(unknownColumns).toEqual(['Mood']);
    expect(sectors).toEqual([{ line: 2, id: 7, state: 'Proving', isOnChain: true, isActive: false }]);
  });

  it('never throws and is quick, whatever it is given', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => void parseSectorsList(text)));
    const started = performance.now();
    parseSectorsList('7'.repeat(3_000_000));
    parseSectorsList(`${' '.repeat(1900)}\n`.repeat(2000));
    parseSectorsList(`1: ${'a '.repeat(900)}\n`.repeat(500));
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

/**
 * Parses the output of `lotus-miner sectors list` of all releases: lines with `sSet` and `pSet` (2019-11 to 2020-07), lines with `active`
 * (2020-07 to 2020-09), and tables since then, with more columns over time. Handles colors, wrapped lines and partial texts; reports lines
 * that cannot be parsed. Source: Lotus `cmd/lotus-storage-miner/sectors.go` (v0.1 to v0.10), `cmd/lotus-miner/sectors.go` and
 * `cli/spcli/sectors.go` since.
 */

/** One sector as printed; fields that the release did not print are absent. */
export interface ListedSector {
  /** Line in the text, counted from 1. */
  readonly line: number;
  readonly id: number;
  /** Absent in an error row. */
  readonly state?: string;
  readonly isOnChain?: boolean;
  /** Column Active; `active` and `pSet` in older releases. */
  readonly isActive?: boolean;
  /** Absent for `n/a`. */
  readonly expiration?: number;
  /** As printed after the epoch: `in 25 weeks`. */
  readonly expiresIn?: string;
  readonly ticketEpoch?: number;
  readonly seedEpoch?: number;
  /** Deal IDs, if printed; zero for a piece without a deal. */
  readonly dealIds?: readonly number[];
  /** `CC`, `2`, `DDO:2`, `CC(upgrade)`. */
  readonly deals?: string;
  readonly dealWeight?: string;
  readonly verifiedPower?: string;
  readonly recoveryTimeout?: number;
  readonly toUpgrade?: boolean;
  readonly error?: string;
}

export interface SectorsListText {
  readonly sectors: readonly ListedSector[];
  /** `pset` and `active` are lines, `table` has a header row; `mixed` for several texts. */
  readonly era: 'pset' | 'active' | 'table' | 'mixed' | undefined;
  /** Unknown columns, whose values are ignored. */
  readonly unknownColumns: readonly string[];
  readonly unread: readonly { readonly line: number; readonly text: string; readonly reason: string }[];
  readonly isCut: boolean;
}

const MAX_SECTORS = 50_000;
const MAX_UNREAD = 50;
const MAX_LINE = 2000;
const MAX_ERROR = 500;
/** Terminal escape sequences: colors and window titles. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the characters to remove
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

const LINE_START = /^\s*(\d{1,15}):\s+(\S.*)$/;
const OLD_LINE =
  /^([A-Za-z0-9]{1,60})\s+sSet:\s*(YES|NO)\s+(pSet|active):\s*(YES|NO)\s+tktH:\s*(-?\d{1,15})\s+seedH:\s*(-?\d{1,15})\s+deals:\s*\[([\d\s]*)\](?:\s+toUpgrade:\s*(true|false))?\s*$/;
const OLD_ERROR = /^(?:[A-Za-z0-9]{1,60}\s+)?Error:\s*(.*\S)\s*$/;
const BELOW = /^\s*(Error|RecoveryTimeout):\s*(.*\S)\s*$/;
const EPOCH = /^(-?\d{1,15})(?:\s+\((.{1,60})\))?$/;
/** A row with collapsed spaces, as in chats: its first five columns are recognised by their values. */
const PACKED_ROW =
  /^(\d{1,15}) (\w{1,60}) (YES|NO) (YES|NO) (n\/a|-?\d{1,15} \([^()]{1,60}\)|-?\d{1,15})(?: (\S+))?(?: (\S+))?(?: (\S+))?$/;
const PACKED_COLUMNS = ['ID', 'State', 'OnChain', 'Active', 'Expiration', 'Deals', 'DealWeight', 'VerifiedPower'] as const;
const FIRST_COLUMNS = ['ID', 'State'];
const COLUMNS = new Set([
  'ID',
  'State',
  'OnChain',
  'Active',
  'Expiration',
  'SealTime',
  'Events',
  'Deals',
  'DealWeight',
  'VerifiedPower',
  'Pieces',
]);

interface Column {
  readonly name: string;
  readonly from: number;
  /** Start of the next column; infinite for the last. */
  readonly to: number;
}

/** Parse a pasted list. Never throws. */
export function parseSectorsList(text: string): SectorsListText {
  const sectors: ListedSector[] = [];
  const unread: { line: number; text: string; reason: string }[] = [];
  const eras = new Set<'pset' | 'active' | 'table'>();
  let columns: readonly Column[] | undefined;
  const unknownColumns = new Set<string>();
  let isCut = false;
  const lines = text.replace(ESCAPES, '').replace(/\r\n?/g, '\n').split('\n');
  for (let index = 0; index < lines.length; index += 1) {
    const line = index + 1;
    const written = (lines[index] ?? '').replaceAll('\t', '    ');
    if (written.trim() === '') continue;
    if (sectors.length >= MAX_SECTORS) {
      isCut = true;
      break;
    }
    if (written.length > MAX_LINE) {
      unread.push({ line, text: written.slice(0, 200), reason: 'Line too long.' });
      continue;
    }
    const head = readHeader(written);
    if (head !== undefined) {
      columns = head;
      for (const { name } of head) if (!COLUMNS.has(name)) unknownColumns.add(name);
      continue;
    }
    const below = BELOW.exec(written);
    const last = sectors.at(-1);
    // An unindented error belongs to a row with only a number; otherwise it is from the shell.
    if (below !== null && last !== undefined && (/^\s/.test(written) || below[1] !== 'Error' || last.state === undefined)) {
      sectors[sectors.length - 1] = { ...last, ...readExtraLine(below[1] ?? '', below[2] ?? '') };
      continue;
    }
    const start = LINE_START.exec(written);
    if (start !== null) {
      const [sector, used] = readOldLine(lines, index, Number(start[1]), start[2] ?? '');
      if (sector === undefined) {
        unread.push({ line, text: written.slice(0, 200), reason: 'Starts like a row of 2020, but does not match its format.' });
      } else {
        sectors.push(sector);
        if (sector.error === undefined) eras.add(/\bpSet:/.test(lines.slice(index, index + used + 1).join(' ')) ? 'pset' : 'active');
        index += used;
      }
      continue;
    }
    const row = readRow(written, line, columns);
    if (typeof row === 'string') {
      // A narrow terminal wraps a row to the next line.
      const joined = columns === undefined ? undefined : readRow(`${written}${lines[index + 1] ?? ''}`, line, columns);
      if (typeof joined === 'object' && /^\s*\d/.test(written) && !/^\s*\d+\s/.test(lines[index + 1] ?? '')) {
        sectors.push(joined);
        eras.add('table');
        index += 1;
      } else {
        unread.push({ line, text: written.slice(0, 200), reason: row });
      }
    } else {
      sectors.push(row);
      eras.add('table');
    }
  }
  const [era, ...others] = eras;
  return {
    sectors,
    era: others.length > 0 ? 'mixed' : era,
    unknownColumns: [...unknownColumns],
    unread: unread.slice(0, MAX_UNREAD),
    isCut,
  };
}

/** Parse a line of the first formats, joined with up to three wrapped lines; also returns their number. */
function readOldLine(lines: readonly string[], index: number, id: number, rest: string): [ListedSector | undefined, number] {
  const line = index + 1;
  const error = OLD_ERROR.exec(rest);
  if (error !== null) return [{ line, id, error: (error[1] ?? '').slice(0, MAX_ERROR) }, 0];
  let joined = rest;
  for (let used = 0; used <= 3; used += 1) {
    const found = OLD_LINE.exec(joined.trimEnd());
    if (found !== null) return [oldSector(line, id, found), used];
    const next = lines[index + used + 1];
    if (next === undefined || LINE_START.test(next)) break;
    joined += next;
  }
  // Wrapping at a space removes the space.
  let spaced = rest.trimEnd();
  for (let used = 1; used <= 3; used += 1) {
    const next = lines[index + used];
    if (next === undefined || LINE_START.test(next)) break;
    spaced += ` ${next.trim()}`;
    const found = OLD_LINE.exec(spaced);
    if (found !== null) return [oldSector(line, id, found), used];
  }
  return [undefined, 0];
}

function oldSector(line: number, id: number, found: RegExpExecArray): ListedSector {
  const [, state = '', onChain, , active, ticket, seed, deals = '', upgrade] = found;
  return {
    line,
    id,
    state,
    isOnChain: onChain === 'YES',
    isActive: active === 'YES',
    ticketEpoch: Number(ticket),
    seedEpoch: Number(seed),
    dealIds: deals.split(/\s+/).filter(Boolean).map(Number),
    ...(upgrade === undefined ? {} : { toUpgrade: upgrade === 'true' }),
  };
}

/** The columns of a header row by their positions; undefined for any other row. */
function readHeader(written: string): readonly Column[] | undefined {
  const names = [...written.matchAll(/^\s*ID State /.test(written) ? /\S+/g : /\S+(?: \S+)*/g)];
  if (FIRST_COLUMNS.some((word, at) => names[at]?.[0] !== word)) return undefined;
  return names.map((name, at) => ({
    name: name[0],
    from: at === 0 ? 0 : (name.index ?? 0),
    to: names[at + 1]?.index ?? Number.POSITIVE_INFINITY,
  }));
}

/** Parse a table row, or return the reason for failure. Without a header row, the default column order is assumed. */
function readRow(written: string, line: number, columns: readonly Column[] | undefined): ListedSector | string {
  const cells = new Map<string, string>();
  if (columns === undefined) {
    const values = written.trim().split(/\s{2,}/);
    for (const [at, name] of PACKED_COLUMNS.entries()) cells.set(name, values[at] ?? '');
  } else {
    const values = written.trim().split(/\s{2,}/);
    for (const { name, from, to } of columns) cells.set(name, written.slice(from, to).trim());
    // Misaligned row: split at runs of spaces if the number of cells matches.
    if (!isPlausible(cells) && values.length === columns.length) {
      for (const [at, { name }] of columns.entries()) cells.set(name, values[at] ?? '');
    }
  }
  if (!isPlausible(cells)) fillFromPacked(cells, written, columns);
  const id = cells.get('ID') ?? '';
  if (!/^\d{1,15}$/.test(id)) return 'Does not start with a sector number.';
  const state = cells.get('State') ?? '';
  if (state === '') return [...cells.values()].every((value, at) => at === 0 || value === '') ? { line, id: Number(id) } : 'Missing state.';
  if (!isPlausible(cells)) return 'Columns are not aligned with the header row.';
  const [, epoch, expiresIn] = EPOCH.exec(cells.get('Expiration') ?? '') ?? [];
  const text = (name: string): string | undefined => cells.get(name) || undefined;
  const [deals, dealWeight, verifiedPower] = [text('Deals'), text('DealWeight'), text('VerifiedPower')];
  return {
    line,
    id: Number(id),
    state,
    ...(cells.get('OnChain') ? { isOnChain: cells.get('OnChain') === 'YES' } : {}),
    ...(cells.get('Active') ? { isActive: cells.get('Active') === 'YES' } : {}),
    ...(epoch === undefined ? {} : { expiration: Number(epoch) }),
    ...(expiresIn === undefined ? {} : { expiresIn }),
    ...(deals === undefined ? {} : { deals }),
    ...(dealWeight === undefined ? {} : { dealWeight }),
    ...(verifiedPower === undefined ? {} : { verifiedPower }),
  };
}

/** Fills the cells of a row with collapsed spaces; not possible with optional columns, which come before the deals. */
function fillFromPacked(cells: Map<string, string>, written: string, columns: readonly Column[] | undefined): void {
  const row = PACKED_ROW.exec(written.trim().replace(/\s+/g, ' '));
  if (row === null || columns?.some(({ name }) => !PACKED_COLUMNS.some((known) => known === name)) === true) return;
  for (const [at, name] of PACKED_COLUMNS.entries()) cells.set(name, row[at + 1] ?? '');
}

function isPlausible(cells: ReadonlyMap<string, string>): boolean {
  const isYesOrNo = (name: string): boolean => /^(?:YES|NO)?$/.test(cells.get(name) ?? '');
  const expiration = cells.get('Expiration') ?? '';
  return (
    /^\d{1,15}$/.test(cells.get('ID') ?? '') &&
    /^\w{0,60}$/.test(cells.get('State') ?? '') &&
    isYesOrNo('OnChain') &&
    isYesOrNo('Active') &&
    (expiration === '' || expiration === 'n/a' || EPOCH.test(expiration))
  );
}

/** Parse an extra line below a row. */
function readExtraLine(name: string, value: string): Partial<ListedSector> {
  if (name === 'Error') return { error: value.slice(0, MAX_ERROR) };
  const epoch = EPOCH.exec(value)?.[1];
  return epoch === undefined ? {} : { recoveryTimeout: Number(epoch) };
}

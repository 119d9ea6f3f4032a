/**
 * The text that `lotus-miner sectors list` prints, of every era: lines with `sSet` and `pSet` (2019-11 to 2020-07), lines with `active`
 * (2020-07 to 2020-09), and tables since then, whose columns came one by one. Colors, lines that a terminal broke and texts that begin in
 * the middle are read; what is not understood is named by its line. Source: Lotus `cmd/lotus-storage-miner/sectors.go` (v0.1 to v0.10),
 * `cmd/lotus-miner/sectors.go` and `cli/spcli/sectors.go` since.
 */

/** One sector as printed. What a release did not print is absent. */
export interface ListedSector {
  /** Line in the text, counted from 1. */
  readonly line: number;
  readonly id: number;
  /** Absent in a row that is an error. */
  readonly state?: string;
  readonly isOnChain?: boolean;
  /** Today's column Active, before that `active` and `pSet`. */
  readonly isActive?: boolean;
  /** Absent for `n/a`. */
  readonly expiration?: number;
  /** As printed beside the epoch: `in 25 weeks`. */
  readonly expiresIn?: string;
  readonly ticketEpoch?: number;
  readonly seedEpoch?: number;
  /** Ids of deals, of the eras that printed them; zeros stand for pieces without a deal. */
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
  /** `pset` and `active` are lines, `table` has a head; `mixed` where several texts were put together. */
  readonly era: 'pset' | 'active' | 'table' | 'mixed' | undefined;
  /** Names of columns that this program does not know, and whose values it leaves out. */
  readonly unknownColumns: readonly string[];
  readonly unread: readonly { readonly line: number; readonly text: string; readonly reason: string }[];
  readonly isCut: boolean;
}

const MAX_SECTORS = 50_000;
const MAX_UNREAD = 50;
const MOST_LINE = 2000;
const MOST_ERROR = 500;
/** Escape sequences of a terminal: colors, and the titles that some prompts set. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control sequences are what it removes
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

const LINE_START = /^\s*(\d{1,15}):\s+(\S.*)$/;
const OLD_LINE =
  /^([A-Za-z0-9]{1,60})\s+sSet:\s*(YES|NO)\s+(pSet|active):\s*(YES|NO)\s+tktH:\s*(-?\d{1,15})\s+seedH:\s*(-?\d{1,15})\s+deals:\s*\[([\d\s]*)\](?:\s+toUpgrade:\s*(true|false))?\s*$/;
const OLD_ERROR = /^(?:[A-Za-z0-9]{1,60}\s+)?Error:\s*(.*\S)\s*$/;
const BELOW = /^\s*(Error|RecoveryTimeout):\s*(.*\S)\s*$/;
const EPOCH = /^(-?\d{1,15})(?:\s+\((.{1,60})\))?$/;
/** A row whose runs of spaces became one, in a chat or a mail: its first five columns are told apart by what is in them. */
const PACKED_ROW =
  /^(\d{1,15}) (\w{1,60}) (YES|NO) (YES|NO) (n\/a|-?\d{1,15} \([^()]{1,60}\)|-?\d{1,15})(?: (\S+))?(?: (\S+))?(?: (\S+))?$/;
const PACKED_COLUMNS = ['ID', 'State', 'OnChain', 'Active', 'Expiration', 'Deals', 'DealWeight', 'VerifiedPower'] as const;
const WORDS_OF_A_HEAD = ['ID', 'State'];
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
  /** Where the next one begins; infinite for the last. */
  readonly to: number;
}

/** Reads what was pasted. Never throws. */
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
    if (written.length > MOST_LINE) {
      unread.push({ line, text: written.slice(0, 200), reason: 'It is longer than any line of such a list.' });
      continue;
    }
    const head = readHead(written);
    if (head !== undefined) {
      columns = head;
      for (const { name } of head) if (!COLUMNS.has(name)) unknownColumns.add(name);
      continue;
    }
    const below = BELOW.exec(written);
    const last = sectors.at(-1);
    // An error at the start of a line belongs to a row that is nothing but its number; elsewhere it is of the shell.
    if (below !== null && last !== undefined && (/^\s/.test(written) || below[1] !== 'Error' || last.state === undefined)) {
      sectors[sectors.length - 1] = { ...last, ...readBelow(below[1] ?? '', below[2] ?? '') };
      continue;
    }
    const start = LINE_START.exec(written);
    if (start !== null) {
      const [sector, used] = readOldLine(lines, index, Number(start[1]), start[2] ?? '');
      if (sector === undefined) {
        unread.push({ line, text: written.slice(0, 200), reason: 'It begins like a sector of 2020, and goes on in another way.' });
      } else {
        sectors.push(sector);
        if (sector.error === undefined) eras.add(/\bpSet:/.test(lines.slice(index, index + used + 1).join(' ')) ? 'pset' : 'active');
        index += used;
      }
      continue;
    }
    const row = readRow(written, line, columns);
    if (typeof row === 'string') {
      // A terminal that was too narrow breaks a row: the rest of it stands at the start of the next line.
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

/** A line of the first eras, joined with up to three that follow where a terminal broke it; how many those were. */
function readOldLine(lines: readonly string[], index: number, id: number, rest: string): [ListedSector | undefined, number] {
  const line = index + 1;
  const error = OLD_ERROR.exec(rest);
  if (error !== null) return [{ line, id, error: (error[1] ?? '').slice(0, MOST_ERROR) }, 0];
  let joined = rest;
  for (let used = 0; used <= 3; used += 1) {
    const found = OLD_LINE.exec(joined.trimEnd());
    if (found !== null) return [oldSector(line, id, found), used];
    const next = lines[index + used + 1];
    if (next === undefined || LINE_START.test(next)) break;
    joined += next;
  }
  // A break at a space took the space with it.
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

/** The columns of a table by where their names begin; undefined for what is no head. */
function readHead(written: string): readonly Column[] | undefined {
  const names = [...written.matchAll(/^\s*ID State /.test(written) ? /\S+/g : /\S+(?: \S+)*/g)];
  if (WORDS_OF_A_HEAD.some((word, at) => names[at]?.[0] !== word)) return undefined;
  return names.map((name, at) => ({
    name: name[0],
    from: at === 0 ? 0 : (name.index ?? 0),
    to: names[at + 1]?.index ?? Number.POSITIVE_INFINITY,
  }));
}

/** A row of a table, or why it is none. A text that begins below the head has its first columns in the usual order. */
function readRow(written: string, line: number, columns: readonly Column[] | undefined): ListedSector | string {
  const cells = new Map<string, string>();
  if (columns === undefined) {
    const values = written.trim().split(/\s{2,}/);
    for (const [at, name] of PACKED_COLUMNS.entries()) cells.set(name, values[at] ?? '');
  } else {
    const values = written.trim().split(/\s{2,}/);
    for (const { name, from, to } of columns) cells.set(name, written.slice(from, to).trim());
    // Spaces were lost, or the row was moved: then the cells are told apart by what is between them, if there are as many as columns.
    if (!isPlausible(cells) && values.length === columns.length) {
      for (const [at, { name }] of columns.entries()) cells.set(name, values[at] ?? '');
    }
  }
  if (!isPlausible(cells)) fillFromPacked(cells, written, columns);
  const id = cells.get('ID') ?? '';
  if (!/^\d{1,15}$/.test(id)) return 'It does not begin with the number of a sector.';
  const state = cells.get('State') ?? '';
  if (state === '')
    return [...cells.values()].every((value, at) => at === 0 || value === '') ? { line, id: Number(id) } : 'It has no state.';
  if (!isPlausible(cells)) return 'Its columns do not stand below those of the head.';
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

/** Of a list with columns that are printed on demand, which come before the deals, the rest of such a row could be anything. */
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

/** What stands on a line of its own below its row. */
function readBelow(name: string, value: string): Partial<ListedSector> {
  if (name === 'Error') return { error: value.slice(0, MOST_ERROR) };
  const epoch = EPOCH.exec(value)?.[1];
  return epoch === undefined ? {} : { recoveryTimeout: Number(epoch) };
}

/**
 * Looks up deals by CID, client, provider or deal ID: for one text or a list of up to 10,000.
 *
 * CIDs are found by the first bytes of their digest. These are not unique, because labels can be any text, so results are compared
 * with the requested CID.
 */
import type { LookUpTarget } from '../../../shared/deals/look-up-text.ts';
import { idOfAddress } from '../../../shared/domain/addresses/address.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Cid, cidParts, parseCid } from '../../../shared/domain/encoding/cid.ts';
import { digestPrefix } from '../cid-prefix.ts';
import type { DatasetEngine, SqlRow } from '../engine.ts';
import { CID_KINDS } from '../schema.ts';
import { DEAL_KINDS, dealRelation, type Moment, stateCondition } from './deal-relation.ts';
import { type MarketRow, number, ROW_COLUMNS, readMarketRow } from './deal-row.ts';
import { withClaims } from './joined-claims.ts';
import { LookUpTally } from './look-up-tally.ts';
import { anyOf, join, raw, render, type Sql, sql } from './sql.ts';

/** Up to this number, CIDs or deals are looked up individually, which reads a few blocks each; more with one scan. */
const FEW = 32;
/** Parts per statement; the fastest measured. */
const PARTS = 8;

export interface LookedUp {
  readonly tally: LookUpTally;
  /** The first deals, without duplicates. */
  readonly rows: readonly MarketRow[];
}

/** @param targets undefined for text that is not recognised; addresses must be ID addresses */
export async function lookUp(
  engine: DatasetEngine,
  targets: readonly (LookUpTarget | undefined)[],
  moment: Moment,
  maxRows: number,
  signal?: AbortSignal,
): Promise<LookedUp> {
  const tally = new LookUpTally();
  const rows = new Map<string, MarketRow>();
  const take = (text: number, row: MarketRow): void => {
    tally.addRow(text, row);
    if (rows.size < maxRows) rows.set(`${row.kind} ${row.id}`, row);
  };
  const cids = targets.flatMap((target, text) =>
    target?.kind === 'piece' || target?.kind === 'payload' ? [{ text, ...target, prefix: digestPrefix(target.cid) }] : [],
  );
  const ids = targets.flatMap((target, text) => (target?.kind === 'deal' ? [{ text, id: target.id }] : []));
  const actors = targets.flatMap((target, text) => {
    const id = target?.kind === 'address' ? idOfAddress(target.address) : undefined;
    return id === undefined ? [] : [{ text, id: Number(id) }];
  });
  const byPrefix = Map.groupBy(cids, ({ prefix }) => prefix);
  await eachWithPrefix(engine, [...byPrefix.keys()], signal, (prefix, found) => {
    for (const row of found) {
      const deal = readMarketRow(row, moment);
      for (const { text, kind, cid } of byPrefix.get(prefix) ?? []) {
        if (kind === 'piece' ? deal.pieceCid === cid : isSameCid(deal.label, cid)) take(text, deal);
      }
    }
  });
  const byId = Map.groupBy(ids, ({ id }) => id);
  const deals = [...byId.keys()].map((id) => ({ kind: DEAL_KINDS.f05, id }));
  await eachRow(engine, deals, signal, (row) => {
    const deal = readMarketRow(row, moment);
    for (const { text } of byId.get(deal.id) ?? []) take(text, deal);
  });
  if (actors.length > 0) await tallyActors(engine, actors, moment, tally, signal);
  const [actor] = actors;
  if (actor !== undefined && actors.length === 1 && rows.size < maxRows) {
    const statement = sql`SELECT ${raw(ROW_COLUMNS)} FROM ${dealRelation()} WHERE ${anyOf([sql`(client_id = ${actor.id})`, sql`(provider_id = ${actor.id})`])} ORDER BY id LIMIT ${raw(String(maxRows - rows.size))}`;
    for (const row of await query(engine, statement, signal)) {
      const deal = readMarketRow(row, moment);
      rows.set(`${deal.kind} ${deal.id}`, deal);
    }
  }
  return { tally, rows: await withClaims(engine, [...rows.values()], signal) };
}

/** A row of the list. */
interface Place {
  /** `DEAL_KINDS`. */
  readonly kind: number;
  readonly id: number;
}

/** Row kind by CID kind. */
const ROW_KINDS: Readonly<Record<number, number>> = {
  [CID_KINDS.piece]: DEAL_KINDS.f05,
  [CID_KINDS.payload]: DEAL_KINDS.f05,
  [CID_KINDS.claim]: DEAL_KINDS.ddo,
  [CID_KINDS.allocation]: DEAL_KINDS.allocation,
};
const SEARCHED = raw(`kind IN (${Object.keys(ROW_KINDS).join(', ')})`);
const ROW_KIND_OF_CID = raw(
  `CASE kind ${Object.entries(ROW_KINDS)
    .map(([cid, row]) => `WHEN ${cid} THEN ${row}`)
    .join(' ')} END`,
);

/** Find rows whose piece CID or label has one of these digest prefixes. */
async function eachWithPrefix(
  engine: DatasetEngine,
  prefixes: readonly bigint[],
  signal: AbortSignal | undefined,
  onRows: (prefix: bigint, rows: readonly SqlRow[]) => void,
): Promise<void> {
  if (prefixes.length === 0) return;
  if (prefixes.length <= FEW) {
    const found = await inParts(
      engine,
      prefixes,
      (prefix) => sql`SELECT prefix, ${ROW_KIND_OF_CID}, deal_id FROM cids WHERE prefix = ${prefix} AND ${SEARCHED}`,
      signal,
    );
    const places = new Map<string, Place & { readonly prefixes: Set<bigint> }>();
    for (const [prefix, kind, id] of found) {
      const key = `${kind} ${id}`;
      const known = places.get(key) ?? { kind: number(kind), id: number(id), prefixes: new Set<bigint>() };
      known.prefixes.add(BigInt(prefix as bigint));
      places.set(key, known);
    }
    await eachRow(engine, [...places.values()], signal, (row) => {
      for (const prefix of places.get(`${row[0]} ${row[1]}`)?.prefixes ?? []) onRows(prefix, [row]);
    });
    return;
  }
  // A deal whose piece CID and label have the same prefix is listed once.
  const places = sql`(SELECT DISTINCT prefix, ${ROW_KIND_OF_CID} AS row_kind, deal_id FROM cids JOIN ${valuesOf(prefixes)} AS asked(wanted) ON prefix = wanted WHERE ${SEARCHED}) AS places`;
  const statement = sql`SELECT prefix, ${raw(ROW_COLUMNS)} FROM ${places} JOIN ${dealRelation()} ON id = deal_id AND kind = row_kind`;
  await stream(engine, statement, signal, (rows) => {
    for (const [prefix, ...row] of rows) onRows(BigInt(prefix as bigint), [row]);
  });
}

async function eachRow(
  engine: DatasetEngine,
  places: readonly Place[],
  signal: AbortSignal | undefined,
  onRow: (row: SqlRow) => void,
): Promise<void> {
  if (places.length === 0) return;
  if (places.length <= FEW) {
    const rows = await inParts(
      engine,
      places,
      ({ kind, id }) => sql`SELECT ${raw(ROW_COLUMNS)} FROM ${dealRelation()} WHERE kind = ${raw(String(kind))} AND id = ${id}`,
      signal,
    );
    for (const row of rows) onRow(row);
    return;
  }
  for (const [kind, ofKind] of Map.groupBy(places, (place) => place.kind)) {
    const asked = valuesOf(ofKind.map(({ id }) => id));
    const statement = sql`SELECT ${raw(ROW_COLUMNS)} FROM ${dealRelation()} JOIN ${asked} AS asked(wanted) ON id = wanted WHERE kind = ${raw(String(kind))}`;
    await stream(engine, statement, signal, (rows) => {
      for (const row of rows) onRow(row);
    });
  }
}

async function tallyActors(
  engine: DatasetEngine,
  actors: readonly { readonly text: number; readonly id: number }[],
  moment: Moment,
  tally: LookUpTally,
  signal: AbortSignal | undefined,
): Promise<void> {
  const byId = Map.groupBy(actors, ({ id }) => id);
  const asked = valuesOf([...byId.keys()]);
  const active = stateCondition('proving', moment);
  const sums = sql`count(*), count(*) FILTER (WHERE ${active}), max(end_epoch) FILTER (WHERE ${active})`;
  // A deal whose client is its provider is counted once.
  const statements = [
    sql`SELECT wanted, provider_id, ${sums} FROM ${dealRelation()} JOIN ${asked} AS asked(wanted) ON client_id = wanted GROUP BY 1, 2`,
    sql`SELECT wanted, provider_id, ${sums} FROM ${dealRelation()} JOIN ${asked} AS asked(wanted) ON provider_id = wanted WHERE client_id <> provider_id GROUP BY 1, 2`,
  ];
  for (const statement of statements) {
    for (const [id, providerId, deals, isActive, until] of await query(engine, statement, signal)) {
      for (const { text } of byId.get(number(id)) ?? []) {
        tally.add(text, {
          providerId: number(providerId),
          deals: number(deals),
          active: number(isActive),
          untilEpoch: until === null || until === undefined ? undefined : number(until),
        });
      }
    }
  }
}

/** Compare a label's CID in any base and version. */
function isSameCid(label: string | undefined, cid: Cid): boolean {
  if (label === undefined || label === '') return false;
  try {
    const [left, right] = [cidParts(parseCid(label.trim())), cidParts(cid)];
    return left.codec === right.codec && left.hash === right.hash && Buffer.from(left.digest).equals(right.digest);
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

function valuesOf(values: readonly (number | bigint)[]): Sql {
  return sql`(VALUES ${join(
    values.map((value) => sql`(CAST(${value} AS BIGINT))`),
    ', ',
  )})`;
}

/** Run a statement per value, combining several in one query. */
async function inParts<T>(
  engine: DatasetEngine,
  values: readonly T[],
  statementOf: (value: T) => Sql,
  signal: AbortSignal | undefined,
): Promise<readonly SqlRow[]> {
  const found: SqlRow[] = [];
  for (let from = 0; from < values.length; from += PARTS) {
    const statement = join(values.slice(from, from + PARTS).map(statementOf), ' UNION ALL ');
    found.push(...(await query(engine, statement, signal)));
  }
  return found;
}

function query(engine: DatasetEngine, statement: Sql, signal: AbortSignal | undefined): Promise<readonly SqlRow[]> {
  const { text, parameters } = render(statement);
  return engine.query(text, parameters, signal);
}

function stream(
  engine: DatasetEngine,
  statement: Sql,
  signal: AbortSignal | undefined,
  onRows: (rows: readonly SqlRow[]) => void,
): Promise<void> {
  const { text, parameters } = render(statement);
  return engine.stream(text, parameters, onRows, signal);
}

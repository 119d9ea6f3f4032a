/** Details of a deal, claim or allocation that its list row does not have. */
import type { DatasetEngine, SqlValue } from '../engine.ts';
import { DEAL_KINDS, dealRelation, type Moment } from './deal-relation.ts';
import { type MarketRow, number, ROW_COLUMNS, readMarketRow } from './deal-row.ts';
import { raw, render, type Sql, sql } from './sql.ts';

export interface MarketDeal {
  readonly row: MarketRow;
  /** Of a deal. */
  readonly agreed?: { readonly providerCollateral: string; readonly clientCollateral: string; readonly lastUpdatedEpoch: number };
  /** For a claim or allocation, or the claim of a deal. */
  readonly terms?: { readonly termMin: number; readonly termMax: number; readonly termStart: number | undefined };
}

const KIND_OF_KEY = { f05: DEAL_KINDS.f05, claim: DEAL_KINDS.ddo, allocation: DEAL_KINDS.allocation } as const;

/** Undefined if the dataset does not have it. */
export async function readMarketDeal(
  engine: DatasetEngine,
  kind: keyof typeof KIND_OF_KEY,
  id: number,
  moment: Moment,
): Promise<MarketDeal | undefined> {
  const one = async (statement: Sql): Promise<readonly SqlValue[] | undefined> => {
    const { text, parameters } = render(statement);
    return (await engine.query(text, parameters))[0];
  };
  const isDeal = kind === 'f05';
  const registry = await one(
    isDeal
      ? sql`SELECT id, term_min, term_max, start_epoch, deal_id FROM registry WHERE kind = 1 AND deal_id = ${id}`
      : sql`SELECT id, term_min, term_max, start_epoch, deal_id FROM registry WHERE kind = ${KIND_OF_KEY[kind]} AND id = ${id}`,
  );
  // A claim that belongs to a deal has no row of its own.
  const dealOfClaim = isDeal || registry?.[4] === null || registry?.[4] === undefined ? undefined : number(registry[4]);
  const [rowKind, rowId] = dealOfClaim === undefined ? [KIND_OF_KEY[kind], id] : [DEAL_KINDS.f05, dealOfClaim];
  const found = await one(
    sql`SELECT provider_collateral, client_collateral, last_updated_epoch, ${raw(ROW_COLUMNS)} FROM ${dealRelation()} WHERE kind = ${raw(String(rowKind))} AND id = ${rowId}`,
  );
  if (found === undefined) return undefined;
  const [providerCollateral, clientCollateral, lastUpdated, ...columns] = found;
  const row = readMarketRow(columns, moment);
  const claimId = row.kind === 'f05' && registry !== undefined ? number(registry[0]) : undefined;
  return {
    row: claimId === undefined ? row : { ...row, claimId },
    ...(row.kind === 'f05'
      ? {
          agreed: {
            providerCollateral: String(providerCollateral),
            clientCollateral: String(clientCollateral),
            lastUpdatedEpoch: number(lastUpdated),
          },
        }
      : {}),
    ...(registry === undefined
      ? {}
      : {
          terms: {
            termMin: number(registry[1]),
            termMax: number(registry[2]),
            termStart: registry[3] === null ? undefined : number(registry[3]),
          },
        }),
  };
}

/** Adds claim IDs to deal rows. */
import type { DatasetEngine } from '../engine.ts';
import { JOINED_CLAIMS } from './deal-relation.ts';
import { type MarketRow, number } from './deal-row.ts';
import { render, sql } from './sql.ts';

/** Return the rows with the claim IDs of deals. */
export async function withClaims(engine: DatasetEngine, rows: readonly MarketRow[], signal?: AbortSignal): Promise<readonly MarketRow[]> {
  const deals = rows.filter(({ kind, isVerified, sectorNumber }) => kind === 'f05' && isVerified && sectorNumber !== undefined);
  if (deals.length === 0) return rows;
  const ids = deals.map(({ id }) => id);
  const [least, most] = [Math.min(...ids), Math.max(...ids)];
  const list = ids.join(',');
  // One parameter is planned faster than hundreds; the range lets the engine skip blocks.
  const asked =
    engine.dialect === 'duckdb'
      ? sql`deal_id IN (SELECT CAST(unnest(string_split(${list}, ',')) AS BIGINT))`
      : sql`deal_id = ANY(CAST(string_to_array(${list}, ',') AS BIGINT[]))`;
  const { text, parameters } = render(
    sql`SELECT deal_id, claim_id FROM ${JOINED_CLAIMS} WHERE deal_id >= ${least} AND deal_id <= ${most} AND ${asked}`,
  );
  const claims = new Map((await engine.query(text, parameters, signal)).map(([deal, claim]) => [number(deal), number(claim)]));
  return rows.map((row) => {
    const claimId = row.kind === 'f05' ? claims.get(row.id) : undefined;
    return claimId === undefined ? row : { ...row, claimId };
  });
}

/**
 * Matches claims to deals by client, provider, sector and piece, each used once. Stored in `registry.deal_id`, so that pages need no
 * join. Equivalent to `join-deals.ts` in memory: of several, the deal with the lowest ID gets the claim with the highest.
 */
import type { DatasetWriter } from '../engine.ts';
import { createTable, TABLES } from '../schema.ts';

const PLACE = 'provider_id, sector_number, client_id, piece_cid';

/**
 * @param changedDeals a relation with the column `deal_id`; changed claims are in `registry_new` and `registry_gone`. Absent: everything
 * is matched again
 */
export async function joinDealsAndClaims(writer: DatasetWriter, changedDeals: string | undefined): Promise<void> {
  const isAll = changedDeals === undefined;
  if (!isAll) {
    await writer.query('CREATE TABLE registry_touched (provider_id BIGINT, sector_number BIGINT)');
    await writer.query(
      `INSERT INTO registry_touched SELECT provider_id, sector_number FROM registry_new WHERE kind = 1
       UNION SELECT provider_id, sector_number FROM registry_gone WHERE kind = 1
       UNION SELECT provider_id, sector_number FROM deals WHERE sector_number IS NOT NULL AND deal_id IN (SELECT deal_id FROM (${changedDeals}) AS changed)
       UNION SELECT provider_id, sector_number FROM registry WHERE deal_id IN (SELECT deal_id FROM (${changedDeals}) AS changed)`,
    );
  }
  const touched = (table: string): string =>
    isAll
      ? ''
      : `AND EXISTS (SELECT 1 FROM registry_touched AS touched WHERE touched.provider_id = ${table}.provider_id AND touched.sector_number = ${table}.sector_number)`;
  await writer.query('CREATE TABLE registry_joined (deal_id BIGINT, claim_id BIGINT)');
  await writer.query(
    `INSERT INTO registry_joined SELECT deal.deal_id, claim.id
     FROM (SELECT deal_id, ${PLACE}, row_number() OVER (PARTITION BY ${PLACE} ORDER BY deal_id) AS place FROM deals WHERE is_verified AND sector_start_epoch >= 0 AND sector_number IS NOT NULL ${touched('deals')}) AS deal
     JOIN (SELECT id, ${PLACE}, row_number() OVER (PARTITION BY ${PLACE} ORDER BY id DESC) AS place FROM registry WHERE kind = 1 ${touched('registry')}) AS claim
     ON claim.provider_id = deal.provider_id AND claim.sector_number = deal.sector_number AND claim.client_id = deal.client_id AND claim.piece_cid = deal.piece_cid AND claim.place = deal.place`,
  );
  if (isAll && writer.dialect === 'duckdb') {
    // Rewrite the table: DuckDB would keep old values of millions of changed rows in memory.
    const columns = TABLES.registry.map(({ name }) => (name === 'deal_id' ? 'joined.deal_id' : `registry.${name}`)).join(', ');
    await writer.query(createTable(writer.dialect, 'registry', 'registry_anew'));
    await writer.query(
      `INSERT INTO registry_anew SELECT ${columns} FROM registry LEFT JOIN registry_joined AS joined ON registry.kind = 1 AND joined.claim_id = registry.id ORDER BY registry.kind, registry.id`,
    );
    await writer.query('DROP TABLE registry');
    await writer.query('ALTER TABLE registry_anew RENAME TO registry');
  } else {
    await writer.query(
      `UPDATE registry SET deal_id = NULL WHERE deal_id IS NOT NULL ${touched('registry')} AND NOT EXISTS (SELECT 1 FROM registry_joined AS joined WHERE joined.claim_id = registry.id AND joined.deal_id = registry.deal_id)`,
    );
    await writer.query(
      'UPDATE registry SET deal_id = joined.deal_id FROM registry_joined AS joined WHERE registry.kind = 1 AND registry.id = joined.claim_id AND registry.deal_id IS DISTINCT FROM joined.deal_id',
    );
  }
  if (!isAll) await writer.query('DROP TABLE registry_touched');
  await writer.query('DROP TABLE registry_joined');
}

/** Rejected records of the market file, as pages and as an export. Their content is shown as text and never interpreted. */
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { DatasetRejects as RejectPage } from '../../../shared/ipc/schemas/dataset.ts';
import type { MarketDataset, MarketDatasets } from '../../dataset/questions/market-dataset.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';
import type { DatasetExports } from './dataset-exports.ts';

// Rejects from the chain have no offset; they come last on every engine.
const ORDERED = 'FROM rejects ORDER BY CASE WHEN byte_offset IS NULL THEN 1 ELSE 0 END, byte_offset, deal_id';
const COLUMNS = ['byte_offset', 'deal_id', 'reason', 'record'] as const;

export interface DatasetRejectsOptions {
  readonly connections: ActiveConnectionSource;
  readonly datasets: MarketDatasets;
  readonly exports: Pick<DatasetExports, 'startExport'>;
}

export class DatasetRejects {
  readonly #options: DatasetRejectsOptions;

  constructor(options: DatasetRejectsOptions) {
    this.#options = options;
  }

  /** @throws SextantError `not-found` without a dataset */
  async list({ offset, limit }: { readonly offset: number; readonly limit: number }): Promise<RejectPage> {
    const { engine } = await this.#current();
    const [counted] = await engine.query('SELECT count(*) FROM rejects');
    const rows = await engine.query(`SELECT ${COLUMNS.join(', ')} ${ORDERED} LIMIT $1 OFFSET $2`, [limit, offset]);
    return {
      matching: Number(counted?.[0] ?? 0),
      offset,
      rows: rows.map(([byteOffset, dealId, reason, record]) => ({
        ...(byteOffset === null ? {} : { byteOffset: Number(byteOffset) }),
        ...(dealId === null ? {} : { dealId: Number(dealId) }),
        reason: String(reason),
        record: String(record),
      })),
    };
  }

  /** Start the export of all rejects; resolves once it has started. Throws as `list` and `DatasetExports.startExport`. */
  async startExport(): Promise<{ exportId: string }> {
    const dataset = await this.#current();
    const [counted] = await dataset.engine.query('SELECT count(*) FROM rejects');
    const plan = {
      form: 'csv',
      text: `SELECT ${COLUMNS.join(', ')} ${ORDERED}`,
      parameters: [],
      columns: COLUMNS.map((name) => ({ name })),
    } as const;
    return { exportId: await this.#options.exports.startExport(dataset, plan, 'rejects', Number(counted?.[0] ?? 0)) };
  }

  async #current(): Promise<MarketDataset> {
    const { connections, datasets } = this.#options;
    const dataset = await datasets.current((await connections.requireActive()).facts.genesisCid);
    if (dataset === undefined) throw new SextantError('not-found', 'No dataset for this network.');
    return dataset;
  }
}

/** Collects the changes of an update in staging tables and applies them together, with a fixed number of statements. */
import type { StateLayout } from '../../../shared/domain/actors/state-layout.ts';
import { bytesToHex, equalBytes } from '../../../shared/domain/encoding/bytes.ts';
import { bigintColumn, bytesColumn, smallintColumn, textColumn } from '../columns.ts';
import type { DatasetWriter } from '../engine.ts';
import { DealBatch } from '../market-file/deal-batch.ts';
import { ARRAYS, CID_KINDS, createTable, type TableName } from '../schema.ts';
import { addDeal, type DealFields, decodeDeal, encodeProposal, encodeState } from './deal-values.ts';
import type { LocalDeal } from './local-deals.ts';
import type { ArrayName } from './market-arrays.ts';

export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly rejected: number;
}

/** Staging tables, with the table whose columns they have. */
const STAGED = {
  deals_new: 'deals',
  deals_moved: 'deals',
  cids_new: 'cids',
  rejects_new: 'rejects',
  /** One row per changed deal. */
  values_changed: 'chain_values',
  nodes_changed: 'nodes',
} as const satisfies Readonly<Record<string, TableName>>;

export const CHANGED_DEALS = 'SELECT deal_id FROM values_changed';

type NodeTable = 'nodes' | 'nodes_changed';

const BATCH_ROWS = 2048;
const EMPTY = new Uint8Array();

export class ChangeWriter {
  readonly #writer: DatasetWriter;
  readonly #layout: StateLayout;
  #new = new DealBatch(BATCH_ROWS);
  #moved = new DealBatch(BATCH_ROWS);
  #values: { readonly dealId: number; readonly proposal: Uint8Array; readonly state: Uint8Array }[] = [];
  #rejects: { readonly dealId: number; readonly reason: string; readonly record: string }[] = [];
  #nodes: {
    readonly table: NodeTable;
    readonly array: ArrayName;
    readonly height: number;
    readonly position: number;
    readonly block: Uint8Array;
  }[] = [];
  #added = 0;
  #changed = 0;
  #removed = 0;
  #rejected = 0;

  constructor(writer: DatasetWriter, layout: StateLayout) {
    this.#writer = writer;
    this.#layout = layout;
  }

  async begin(): Promise<void> {
    for (const [name, table] of Object.entries(STAGED)) {
      await this.#writer.query(createTable(this.#writer.dialect, table, name));
      // A server may not roll back tables: leftovers of an interrupted update would be applied as changes.
      await this.#writer.query(`DELETE FROM ${name}`);
    }
  }

  /** Add the current values of a changed deal. */
  async add(dealId: number, before: LocalDeal | undefined, after: Omit<LocalDeal, 'fields'>): Promise<void> {
    const isGone = after.proposal === undefined && after.state === undefined;
    const read = isGone ? undefined : decodeDeal(dealId, after.proposal, after.state, this.#layout);
    const fields = typeof read === 'string' ? undefined : read;
    const had = before?.fields;
    if (fields === undefined && had !== undefined) this.#removed += 1;
    else if (fields !== undefined && had === undefined) this.#added += 1;
    else if (fields !== undefined) this.#changed += 1;
    if (fields !== undefined) addDeal(had !== undefined && isSameProposal(had, fields) ? this.#moved : this.#new, fields);
    if (typeof read === 'string') {
      this.#rejected += 1;
      this.#rejects.push({ dealId, reason: read, record: bytesToHex(after.proposal ?? after.state ?? EMPTY) });
    }
    this.#values.push({
      dealId,
      proposal: unlessMade(after.proposal, fields === undefined ? undefined : encodeProposal(fields)),
      state: unlessMade(after.state, fields === undefined ? undefined : encodeState(fields, this.#layout)),
    });
    if (this.#values.length >= BATCH_ROWS) await this.#flush();
  }

  addNode(table: NodeTable, array: ArrayName, height: number, position: number, block: Uint8Array): void {
    this.#nodes.push({ table, array, height, position, block });
  }

  /** Write buffered nodes if there are enough. */
  async flushNodes(atLeast: number): Promise<void> {
    if (this.#nodes.length < atLeast) return;
    for (const table of ['nodes', 'nodes_changed'] as const) {
      const nodes = this.#nodes.filter((node) => node.table === table);
      if (nodes.length === 0) continue;
      const batch = {
        rowCount: nodes.length,
        columns: [
          smallintColumn(nodes.map(({ array }) => ARRAYS[array])),
          smallintColumn(nodes.map(({ height }) => height)),
          bigintColumn(nodes.map(({ position }) => position)),
          bytesColumn(nodes.map(({ block }) => block)),
        ],
      };
      await this.#writer.append('nodes', batch, table);
    }
    this.#nodes = [];
  }

  /** Apply the changes; `CHANGED_DEALS` lists them until `finish`. */
  async apply(): Promise<ChangeCounts> {
    await this.#flush();
    await this.flushNodes(1);
    const changed = CHANGED_DEALS;
    const replaced = `deal_id IN (${changed}) AND deal_id NOT IN (SELECT deal_id FROM deals_moved)`;
    const statements = [
      // Claims and allocations have their own IDs.
      `DELETE FROM cids WHERE kind IN (${CID_KINDS.piece}, ${CID_KINDS.payload}, ${CID_KINDS.proposal}) AND ${replaced}`,
      `DELETE FROM deals WHERE ${replaced}`,
      `UPDATE deals SET sector_number = moved.sector_number, sector_start_epoch = moved.sector_start_epoch, last_updated_epoch = moved.last_updated_epoch, slash_epoch = moved.slash_epoch FROM deals_moved AS moved WHERE deals.deal_id = moved.deal_id`,
      'INSERT INTO deals SELECT * FROM deals_new ORDER BY deal_id',
      'INSERT INTO cids SELECT * FROM cids_new ORDER BY prefix',
      `DELETE FROM chain_values WHERE deal_id IN (${changed})`,
      'INSERT INTO chain_values SELECT * FROM values_changed WHERE octet_length(proposal) + octet_length(state) > 0',
      `DELETE FROM rejects WHERE deal_id IN (${changed})`,
      'INSERT INTO rejects SELECT * FROM rejects_new',
      'DELETE FROM nodes WHERE EXISTS (SELECT 1 FROM nodes_changed AS other WHERE other.tree = nodes.tree AND other.height = nodes.height AND other.position = nodes.position)',
      'INSERT INTO nodes SELECT * FROM nodes_changed WHERE octet_length(block) > 0',
    ];
    for (const statement of statements) await this.#writer.query(statement);
    return { added: this.#added, changed: this.#changed, removed: this.#removed, rejected: this.#rejected };
  }

  /** Drop the staging tables. */
  async finish(): Promise<void> {
    for (const name of Object.keys(STAGED)) await this.#writer.query(`DROP TABLE ${name}`);
  }

  async #flush(): Promise<void> {
    if (this.#new.rowCount > 0) {
      await this.#writer.append('deals', this.#new.deals(), 'deals_new');
      await this.#writer.append('cids', this.#new.cids(), 'cids_new');
      this.#new = new DealBatch(BATCH_ROWS);
    }
    if (this.#moved.rowCount > 0) {
      await this.#writer.append('deals', this.#moved.deals(), 'deals_moved');
      this.#moved = new DealBatch(BATCH_ROWS);
    }
    if (this.#values.length > 0) {
      const columns = [
        bigintColumn(this.#values.map(({ dealId }) => dealId)),
        bytesColumn(this.#values.map(({ proposal }) => proposal)),
        bytesColumn(this.#values.map(({ state }) => state)),
      ];
      await this.#writer.append('chain_values', { rowCount: this.#values.length, columns }, 'values_changed');
      this.#values = [];
    }
    if (this.#rejects.length > 0) {
      const columns = [
        bigintColumn(this.#rejects.map(() => undefined)),
        bigintColumn(this.#rejects.map(({ dealId }) => dealId)),
        textColumn(this.#rejects.map(({ reason }) => reason)),
        textColumn(this.#rejects.map(({ record }) => record)),
      ];
      await this.#writer.append('rejects', { rowCount: this.#rejects.length, columns }, 'rejects_new');
      this.#rejects = [];
    }
  }
}

function isSameProposal(one: DealFields, other: DealFields): boolean {
  return equalBytes(encodeProposal(one), encodeProposal(other));
}

/** The value, if it cannot be recreated from the row. */
function unlessMade(value: Uint8Array | undefined, made: Uint8Array | undefined): Uint8Array {
  return value === undefined || (made !== undefined && equalBytes(value, made)) ? EMPTY : value;
}

/** Reads deals of a dataset as values of the market actor's arrays. */
import type { StateLayout } from '../../../shared/domain/actors/state-layout.ts';
import type { DatasetEngine } from '../engine.ts';
import { type DealFields, encodeProposal, encodeState, FIELD_COLUMNS, fieldsOf } from './deal-values.ts';

/** A deal of the dataset; without `fields` if it cannot be a row. */
export interface LocalDeal {
  readonly fields: DealFields | undefined;
  readonly proposal: Uint8Array | undefined;
  readonly state: Uint8Array | undefined;
}

/** Maximum gap of IDs that are read together. */
const MAX_GAP = 4096;

export class LocalDeals {
  readonly #engine: DatasetEngine;
  readonly #layout: StateLayout;

  constructor(engine: DatasetEngine, layout: StateLayout) {
    this.#engine = engine;
    this.#layout = layout;
  }

  /** Read deals with IDs from `from` up to `before`, in order. */
  async range(from: number, before: number, signal: AbortSignal): Promise<Map<number, LocalDeal>> {
    const rows = await this.#engine.query(
      `SELECT ${FIELD_COLUMNS} FROM deals WHERE deal_id >= $1 AND deal_id < $2 ORDER BY deal_id`,
      [from, before],
      signal,
    );
    const kept = await this.#engine.query(
      'SELECT deal_id, proposal, state FROM chain_values WHERE deal_id >= $1 AND deal_id < $2 ORDER BY deal_id',
      [from, before],
      signal,
    );
    const deals = new Map<number, LocalDeal>();
    for (const row of rows) {
      const fields = fieldsOf(row);
      deals.set(fields.dealId, { fields, proposal: encodeProposal(fields), state: encodeState(fields, this.#layout) });
    }
    for (const [id, proposal, state] of kept) {
      const deal = deals.get(Number(id));
      deals.set(Number(id), {
        fields: deal?.fields,
        proposal: keptValue(proposal) ?? deal?.proposal,
        state: keptValue(state) ?? deal?.state,
      });
    }
    return kept.length === 0 ? deals : new Map([...deals].sort(([left], [right]) => left - right));
  }

  /** Read deals in aligned ranges of `size` IDs, ascending. */
  async ranges(starts: readonly number[], size: number, signal: AbortSignal): Promise<Map<number, LocalDeal>> {
    const deals = new Map<number, LocalDeal>();
    for (let at = 0; at < starts.length; ) {
      const from = starts[at] as number;
      let before = from + size;
      for (at += 1; at < starts.length && (starts[at] as number) - before <= MAX_GAP; at += 1) before = (starts[at] as number) + size;
      for (const [id, deal] of await this.range(from, before, signal)) deals.set(id, deal);
    }
    return deals;
  }
}

function keptValue(bytes: unknown): Uint8Array | undefined {
  return bytes instanceof Uint8Array && bytes.length > 0 ? bytes : undefined;
}

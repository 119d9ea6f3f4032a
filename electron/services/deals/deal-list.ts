/** A list of deals read at one tipset, with facts of the read itself. */
import type { CallRef, TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import type { DealGap, DealPage } from '../../../shared/ipc/schemas/deals.ts';
import type { DealTableView } from './deal-table-view.ts';

export interface DealList {
  readonly source: DealPage['source'];
  /** Providers and clients; absent for the whole market. */
  readonly of?: readonly string[];
  readonly pinned: TipsetRef;
  readonly view: DealTableView;
  readonly joined: number;
  readonly odd: number;
  readonly faultsUnknownOf: readonly string[];
  readonly gaps: readonly DealGap[];
  readonly calls: readonly CallRef[];
}

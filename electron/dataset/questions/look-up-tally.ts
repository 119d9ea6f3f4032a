/** Summary per text that was looked up: number of deals, active deals, their providers and end. */
import type { MarketRow } from './deal-row.ts';

export interface ProviderTally {
  readonly providerId: number;
  readonly deals: number;
  readonly active: number;
  /** Latest end epoch of active deals. */
  readonly untilEpoch: number | undefined;
}

export class LookUpTally {
  readonly #byText = new Map<number, Map<number, ProviderTally>>();

  /** @param text index in the requested list */
  add(text: number, more: ProviderTally): void {
    const providers = this.#byText.get(text) ?? new Map<number, ProviderTally>();
    this.#byText.set(text, providers);
    const before = providers.get(more.providerId);
    providers.set(
      more.providerId,
      before === undefined
        ? more
        : {
            providerId: more.providerId,
            deals: before.deals + more.deals,
            active: before.active + more.active,
            untilEpoch: latest(before.untilEpoch, more.untilEpoch),
          },
    );
  }

  addRow(text: number, { providerId, state, endEpoch }: MarketRow): void {
    const isActive = state === 'proving' || state === 'faulty';
    this.add(text, { providerId, deals: 1, active: Number(isActive), untilEpoch: isActive ? endEpoch : undefined });
  }

  /** Providers with active deals first, by descending end epoch. */
  of(text: number): readonly ProviderTally[] {
    return [...(this.#byText.get(text)?.values() ?? [])].sort(
      (left, right) => right.active - left.active || (right.untilEpoch ?? 0) - (left.untilEpoch ?? 0) || left.providerId - right.providerId,
    );
  }
}

function latest(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined ? right : right === undefined ? left : Math.max(left, right);
}

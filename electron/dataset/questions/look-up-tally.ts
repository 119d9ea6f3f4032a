/** What is known of each text that was looked up: how many deals, which of them are active, where and until when. */
import type { MarketRow } from './deal-row.ts';

export interface ProviderTally {
  readonly providerId: number;
  readonly deals: number;
  readonly active: number;
  /** Epoch at which the last of the active ones ends. */
  readonly untilEpoch: number | undefined;
}

export class LookUpTally {
  readonly #byText = new Map<number, Map<number, ProviderTally>>();

  /** @param text its place in the list that was asked for */
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

  /** Providers with active deals first, those that keep them longest before others. */
  of(text: number): readonly ProviderTally[] {
    return [...(this.#byText.get(text)?.values() ?? [])].sort(
      (left, right) => right.active - left.active || (right.untilEpoch ?? 0) - (left.untilEpoch ?? 0) || left.providerId - right.providerId,
    );
  }
}

function latest(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined ? right : right === undefined ? left : Math.max(left, right);
}

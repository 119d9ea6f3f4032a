/**
 * Which sectors of providers are faulty, and which give power, as far as that is known: a call or more for each provider, so that a list
 * does not wait for all of them on a slow endpoint. Faults change when a window closes, every half hour for each provider.
 */
import { bitfieldOf } from '../../../shared/domain/bitfield.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { DealGap } from '../../../shared/ipc/schemas/deals.ts';
import { zNodeFaults, zNodeSectorCount, zNodeSectorNames } from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import { optional } from '../optional.ts';
import { type PinnedNode, panelErrorOf } from '../pinned/pinned-node.ts';
import type { SectorHealth } from './deal-entries.ts';

/** Providers that are asked about. */
const MOST_PROVIDERS = 20;
const CALLS_AT_ONCE = 4;
/** So old it may be before it is asked for again, and before it is not used any more. */
const FRESH_EPOCHS = 10;
const USED_EPOCHS = 60;
/** Providers whose sectors are asked for by name, and how many sectors they may have: some 600 bytes each. */
const ACTIVE_OF = 8;
const MAX_SECTORS = 5000;

interface Known {
  readonly health: SectorHealth;
  readonly calls: readonly CallRef[];
  readonly height: number;
}

export class SectorHealthBook {
  readonly #known = new Map<string, Known>();
  #underWay: Promise<void> | undefined;
  #problem: { readonly gap: DealGap; readonly height: number } | undefined;

  /** Undefined where it is not known, or too old. */
  of(provider: string, height: number): Known | undefined {
    const known = this.#known.get(provider);
    return known !== undefined && Math.abs(height - known.height) <= USED_EPOCHS ? known : undefined;
  }

  /** Why it is not known of all. */
  get gap(): DealGap | undefined {
    return this.#problem?.gap;
  }

  /**
   * Asks about those of whom nothing fresh is known. What an endpoint refuses is left out; `gap` says why.
   *
   * @param lone of these also which sectors give power: claims say nothing of the end of their sector
   * @returns whether anything was learned
   */
  async fill(node: PinnedNode, providers: readonly string[], lone: ReadonlySet<string>): Promise<boolean> {
    await this.#underWay;
    const { height } = node.ref;
    const isFresh = (epoch: number | undefined): boolean => epoch !== undefined && Math.abs(height - epoch) < FRESH_EPOCHS;
    if (isFresh(this.#problem?.height)) return false;
    const wanted = providers.slice(0, MOST_PROVIDERS).filter((provider) => !isFresh(this.#known.get(provider)?.height));
    if (wanted.length === 0) return false;
    this.#problem = undefined;
    const named = new Set([...lone].slice(0, ACTIVE_OF));
    let isLearned = false;
    this.#underWay = mapBounded(wanted, CALLS_AT_ONCE, async (provider) => {
      // An endpoint that does not serve it for one does not for the others either.
      if (this.#problem?.gap.problem.code === 'method-not-served') return;
      try {
        this.#known.set(provider, await read(node, provider, named.has(provider)));
        isLearned = true;
      } catch (error) {
        if (!(error instanceof SextantError)) throw error;
        this.#problem = { gap: { what: 'faults', problem: panelErrorOf(error) }, height };
      }
    }).then(() => undefined);
    try {
      await this.#underWay;
    } finally {
      this.#underWay = undefined;
    }
    return isLearned;
  }
}

async function read(node: PinnedNode, provider: string, isNamed: boolean): Promise<Known> {
  const faults = await node.read('StateMinerFaults', (key) => [provider, key], zNodeFaults);
  const known = { health: { faulty: faults.value }, calls: [{ ...faults.call, subject: provider }], height: node.ref.height };
  const active = isNamed ? await optional(() => readActive(node, provider)) : undefined;
  if (active === undefined) return known;
  return {
    ...known,
    health: { ...known.health, active: bitfieldOf(active.value.map(({ SectorNumber }) => SectorNumber)) },
    calls: [...known.calls, { ...active.call, subject: provider }],
  };
}

/** Undefined for a provider with more sectors than one answer should have. */
async function readActive(node: PinnedNode, provider: string) {
  const { value } = await node.read('StateMinerSectorCount', (key) => [provider, key], zNodeSectorCount);
  return value.Live > MAX_SECTORS ? undefined : node.read('StateMinerActiveSectors', (key) => [provider, key], zNodeSectorNames);
}

/**
 * Cache of faulty and active sectors by provider. Each provider takes one or more calls, so a list does not wait for all of them. Faults
 * change when a deadline closes, every half hour.
 */
import { bitfieldOf } from '../../../shared/domain/encoding/bitfield.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { DealGap } from '../../../shared/ipc/schemas/deals.ts';
import { zNodeFaults, zNodeSectorCount, zNodeSectorNames } from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import { optional } from '../optional.ts';
import { type PinnedNode, panelErrorOf } from '../pinned/pinned-node.ts';
import type { SectorHealth } from './deal-entries.ts';

/** Maximum number of providers to read. */
const MAX_PROVIDERS = 20;
const CALLS_AT_ONCE = 4;
/** Age at which health is read again, and at which it is no longer used. */
const FRESH_EPOCHS = 10;
const USED_EPOCHS = 60;
/** Maximum providers whose active sectors are read, and sectors per provider, at about 600 bytes each. */
const MAX_ACTIVE_PROVIDERS = 8;
const MAX_SECTORS = 5000;

interface Known {
  readonly health: SectorHealth;
  readonly calls: readonly CallRef[];
  readonly height: number;
}

export class SectorHealthCache {
  readonly #known = new Map<string, Known>();
  #inFlight: Promise<void> | undefined;
  #problem: { readonly gap: DealGap; readonly height: number } | undefined;

  /** Undefined if unknown or too old. */
  of(provider: string, height: number): Known | undefined {
    const known = this.#known.get(provider);
    return known !== undefined && Math.abs(height - known.height) <= USED_EPOCHS ? known : undefined;
  }

  /** Why it is not known for all providers. */
  get gap(): DealGap | undefined {
    return this.#problem?.gap;
  }

  /**
   * Reads providers without fresh health. Refused providers are left out, with the reason in `gap`.
   *
   * @param lone providers whose active sectors are read too, as a claim does not show the end of its sector
   * @returns whether any health was read
   */
  async fill(node: PinnedNode, providers: readonly string[], lone: ReadonlySet<string>): Promise<boolean> {
    await this.#inFlight;
    const { height } = node.ref;
    const isFresh = (epoch: number | undefined): boolean => epoch !== undefined && Math.abs(height - epoch) < FRESH_EPOCHS;
    if (isFresh(this.#problem?.height)) return false;
    const wanted = providers.slice(0, MAX_PROVIDERS).filter((provider) => !isFresh(this.#known.get(provider)?.height));
    if (wanted.length === 0) return false;
    this.#problem = undefined;
    const named = new Set([...lone].slice(0, MAX_ACTIVE_PROVIDERS));
    let isChanged = false;
    this.#inFlight = mapBounded(wanted, CALLS_AT_ONCE, async (provider) => {
      // An endpoint that does not serve the method for one provider does not for others.
      if (this.#problem?.gap.problem.code === 'method-not-served') return;
      try {
        this.#known.set(provider, await read(node, provider, named.has(provider)));
        isChanged = true;
      } catch (error) {
        if (!(error instanceof SextantError)) throw error;
        this.#problem = { gap: { what: 'faults', problem: panelErrorOf(error) }, height };
      }
    }).then(() => undefined);
    try {
      await this.#inFlight;
    } finally {
      this.#inFlight = undefined;
    }
    return isChanged;
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

/** Undefined for a provider with too many sectors for one response. */
async function readActive(node: PinnedNode, provider: string) {
  const { value } = await node.read('StateMinerSectorCount', (key) => [provider, key], zNodeSectorCount);
  return value.Live > MAX_SECTORS ? undefined : node.read('StateMinerActiveSectors', (key) => [provider, key], zNodeSectorNames);
}

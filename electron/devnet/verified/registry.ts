import { VERIFIED_REGISTRY_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { REGISTRY, type Registry } from './registry-view.ts';

export function registryOf(draft: Pick<StateDraft, 'read'>): Registry {
  return draft.read(REGISTRY, VERIFIED_REGISTRY_ID);
}

export function putRegistry(draft: StateDraft, registry: Registry): void {
  draft.write(REGISTRY, VERIFIED_REGISTRY_ID, registry);
}

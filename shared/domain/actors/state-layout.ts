/**
 * How the state of actors is laid out at a network version. Two layouts are known: that of the chain's first days, and the one of
 * today. Of the fourteen versions of the actors between them there is no state to try a reader on.
 */
import { actorsVersionOf } from '../actor-type.ts';
import { DomainError } from '../domain-error.ts';

/** `v0`: actors version 0, network versions 0 to 3. `v16`: actors versions 16 to 18, network versions 25 to 28. */
export type StateLayout = 'v0' | 'v16';

const FIRST_OF_TODAY = 16;

/**
 * The layout of the state at a network version. Versions 16, 17 and 18 of the actors have the same one: go-state-types `builtin/v16`,
 * `v17` and `v18`, whose states and widths differ in their import paths only. Throws `DomainError` `state-layout` for network versions
 * that have neither layout and for those that are not known yet.
 */
export function stateLayoutOf(networkVersion: number): StateLayout {
  const actorsVersion = actorsVersionOf(networkVersion);
  if (actorsVersion === 0) return 'v0';
  if (actorsVersion !== undefined && actorsVersion >= FIRST_OF_TODAY) return 'v16';
  throw new DomainError(
    'state-layout',
    actorsVersion === undefined
      ? `The state at network version ${networkVersion} cannot be read: this version of Sextant does not know it.`
      : `The state at network version ${networkVersion} cannot be read: only that of versions 0 to 3 and 25 to 28 can.`,
  );
}

/** Whether the network runs a version that Sextant was checked for. The bytes of a message do not depend on it: it warns, no more. */
import { type Finding, warning } from './check-finding.ts';

/**
 * @param unverified what is said of the network's version where this release was not checked for it
 */
export function checkVersion({ method }: { readonly method: bigint }, unverified: string | undefined): Finding | undefined {
  // A plain transfer runs no method whose rules could have changed.
  if (unverified === undefined || method === 0n) return undefined;
  return warning(
    'The network is newer than Sextant',
    `${unverified} The method or its parameters may have changed: read the simulation, or update Sextant first.`,
  );
}

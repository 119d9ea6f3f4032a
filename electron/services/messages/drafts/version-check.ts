/** Warns if the network runs a version that Sextant was not tested with. The bytes of a message do not depend on it. */
import { type Finding, warning } from './check-finding.ts';

/**
 * @param unverified the warning where this release was not tested with the network version
 */
export function checkVersion({ method }: { readonly method: bigint }, unverified: string | undefined): Finding | undefined {
  // A plain transfer calls no method whose rules could have changed.
  if (unverified === undefined || method === 0n) return undefined;
  return warning(
    'The network is newer than Sextant',
    `${unverified} The method or its parameters may have changed. Check the simulation, or update Sextant first.`,
  );
}

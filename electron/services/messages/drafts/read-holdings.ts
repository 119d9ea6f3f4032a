/** Balances of addresses whose keys are about to be imported. Balances that cannot be read are left out. */

import { SextantError } from '../../../../shared/ipc/envelope.ts';
import { zNodeActor } from '../../../../shared/validation/node/provider-state.ts';
import type { Holding } from '../../../wallet/key-handlers.ts';
import { mapBounded } from '../../bounded.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../../connections/active-connection.ts';
import { saysActorIsAbsent } from '../../pinned/pinned-node.ts';

const CONCURRENCY = 20;
/** Stop after this many failures: a node that does not answer is not called hundreds of times. */
const MAX_FAILURES = 3;
const TIMEOUT_MS = 10_000;

/** Read balances in the order of the addresses. Never throws for errors of the node. */
export async function readHoldings(
  connections: Pick<ActiveConnectionSource, 'getActive'>,
  addresses: readonly string[],
): Promise<readonly Holding[]> {
  const active = connections.getActive();
  if (active === undefined) {
    return addresses.map(() => ({}));
  }
  let failures = 0;
  return mapBounded(addresses, CONCURRENCY, async (address): Promise<Holding> => {
    if (failures >= MAX_FAILURES) {
      return {};
    }
    try {
      return await readHolding(active, address);
    } catch (error) {
      if (!(error instanceof SextantError)) {
        throw error;
      }
      // The list shows an empty field; the failed call is in the inspector.
      failures += 1;
      return {};
    }
  });
}

async function readHolding(active: ActiveConnection, address: string): Promise<Holding> {
  try {
    const { value } = await active.client.call('StateGetActor', [address, null], {
      schema: zNodeActor,
      cause: 'keys: balances',
      timeoutMs: TIMEOUT_MS,
    });
    return { exists: true, balance: value.Balance.toString(), nonce: value.Nonce.toString() };
  } catch (error) {
    if (saysActorIsAbsent(error)) {
      return { exists: false, balance: '0', nonce: '0' };
    }
    throw error;
  }
}

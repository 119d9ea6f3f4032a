/** Reads DataCap and allocations of the user's addresses, and allocations to the user's miners. */
import { formatAddress, idAddress } from '../../../shared/domain/addresses/address.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { DataCapHolder, PendingAllocation } from '../../../shared/upgrades/upgrade-facts.ts';
import { zNodeAmount } from '../../../shared/validation/node/provider-state.ts';
import { zNodeAllocation, zNodeRowsById } from '../../../shared/validation/node/verified-registry.ts';
import { attempt } from '../attempt.ts';
import { mapBounded } from '../bounded.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { DealsService } from '../deals/deals-service.ts';
import { nodeRows } from '../deals/node-rows.ts';
import { type PinnedNode, saysActorIsAbsent } from '../pinned/pinned-node.ts';

const CONCURRENT_READS = 4;
const MAX_ROWS = 500;
const zDataCap = zNodeAmount.nullable();

export interface HolderReading {
  readonly node: PinnedNode;
  readonly active: ActiveConnection;
  readonly calls: CallRef[];
  readonly onGap: (what: string, problem: SextantError) => void;
}

/** DataCap of addresses as clients and as verifiers, and their allocations. */
export async function readHolders(
  addresses: readonly string[],
  { node, active, calls, onGap }: HolderReading,
): Promise<{ readonly holders: readonly DataCapHolder[]; readonly allocations: readonly PendingAllocation[] }> {
  const read = await mapBounded(addresses, CONCURRENT_READS, async (address) => {
    const ask = async <T>(what: string, question: () => Promise<{ value: T; call: CallRef }>): Promise<T | undefined> => {
      const answer = await attempt(question);
      if (!(answer instanceof SextantError)) {
        calls.push({ ...answer.call, subject: address });
        return answer.value;
      }
      // An address without an actor has no DataCap.
      if (!saysActorIsAbsent(answer)) onGap(`${what} of ${address}`, answer);
      return undefined;
    };
    const [client, verifier, rows] = await Promise.all([
      ask('DataCap', () => node.read('StateVerifiedClientStatus', (key) => [address, key], zDataCap)),
      ask('Verifier allowance', () => node.read('StateVerifierStatus', (key) => [address, key], zDataCap)),
      ask('Allocations', () => node.read('StateGetAllocations', (key) => [address, key], zNodeRowsById)),
    ]);
    const actor = (id: number) => formatAddress(idAddress(BigInt(id)), active.letter);
    const allocations = [...nodeRows(rows ?? null, zNodeAllocation).rows].map(
      ([id, { Client, Provider, Size, Expiration }]): PendingAllocation => ({
        key: `allocation-${Client}-${id}`,
        id,
        client: actor(Client),
        provider: actor(Provider),
        sizeBytes: BigInt(Size),
        expiration: Expiration,
      }),
    );
    return { holder: { address, client: amountOf(client), verifier: amountOf(verifier) }, allocations };
  });
  return { holders: read.map(({ holder }) => holder), allocations: read.flatMap(({ allocations }) => allocations) };
}

function amountOf(answer: string | null | undefined): bigint | undefined {
  return answer === null || answer === undefined ? undefined : BigInt(answer);
}

/** Allocations to a miner, and its number of claims, from the deal list. Throws as `DealsService.listDeals`. */
export async function readMinerData(
  deals: Pick<DealsService, 'listDeals'>,
  miner: string,
): Promise<{ readonly allocations: readonly PendingAllocation[]; readonly claims: number }> {
  const order = { by: 'end', direction: 'ascending' } as const;
  const provided = `provider:${miner}`;
  const [pending, claims, verified] = [
    await deals.listDeals({ kind: 'allocation', filter: provided, order, offset: 0, limit: MAX_ROWS }),
    await deals.listDeals({ kind: 'ddo', filter: provided, order, offset: 0, limit: 1 }),
    await deals.listDeals({ kind: 'f05', filter: `${provided} verified:yes`, order, offset: 0, limit: 1 }),
  ];
  return {
    allocations: pending.rows.map(({ key, id, client, provider, pieceSizeBytes, endEpoch }) => ({
      key,
      id,
      client,
      provider,
      sizeBytes: BigInt(pieceSizeBytes),
      expiration: endEpoch,
    })),
    claims: claims.matching + verified.matching,
  };
}

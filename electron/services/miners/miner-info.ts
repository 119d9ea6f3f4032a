/** Roles of a miner with their terms and balances. */
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { NodeMinerDetail } from '../../../shared/validation/node/miner-detail.ts';
import { zNodeActor, zNodeAddress } from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import type { VersionAuthority } from '../network-version/version-authority.ts';
import { optional } from '../optional.ts';
import type { Answer, PinnedNode } from '../pinned/pinned-node.ts';
import { consensusFaultAt } from './consensus-fault.ts';
import { KeptAnswer } from './kept-answer.ts';
import { isSet, newWorkerOf, rolesOf } from './miner-roles.ts';

const ROLE_CALLS_AT_ONCE = 3;

type Info = Extract<Miner['info'], { value: unknown }>;
type Role = Info['value']['roles'][number];

interface RoleFacts {
  readonly facts: Omit<Role, 'role' | 'address'>;
  readonly calls: readonly CallRef[];
}

/** Cache of a miner's roles. The key of an account never changes. */
export class RoleMemory {
  readonly all = new KeptAnswer<ReadonlyMap<string, RoleFacts>>();
  readonly keys = new Map<string, Answer<string>>();
}

/**
 * @param state version of the miner's state, and the period for which balances are cached; undefined to read them again
 * @param context time of an epoch, and actor codes of the connection
 */
export async function readMinerInfo(
  node: PinnedNode,
  { value: info, call }: Answer<NodeMinerDetail>,
  memory: RoleMemory,
  state: string | undefined,
  { timeMsOf, versions }: { readonly timeMsOf: (epoch: number) => number; readonly versions: VersionAuthority },
): Promise<Info> {
  const roles = rolesOf(info);
  const addresses = [...new Set(roles.map(({ address }) => address))];
  const known = await memory.all.get(state === undefined ? undefined : `${state} ${addresses.join(' ')}`, async () => {
    const facts = await mapBounded(addresses, ROLE_CALLS_AT_ONCE, (address) => readRole(node, address, memory, versions));
    return new Map(addresses.map((address, index) => [address, facts[index] ?? { facts: {}, calls: [] }]));
  });
  const fault = consensusFaultAt(info.ConsensusFaultElapsed, node.ref.height, timeMsOf);
  const { BeneficiaryTerm: term, PendingBeneficiaryTerm: pending, WorkerChangeEpoch: change } = info;
  return {
    value: {
      sectorSize: info.SectorSize,
      ...(isSet(info.PeerId) ? { peerId: info.PeerId } : {}),
      roles: roles.map((role) => ({ ...role, ...known.get(role.address)?.facts })),
      hasPendingWorkerChange: newWorkerOf(info) !== undefined,
      ...(newWorkerOf(info) !== undefined && change !== undefined && change !== null && change >= 0
        ? { workerChange: { epoch: change, timeMs: timeMsOf(change) } }
        : {}),
      ...(fault === undefined ? {} : { consensusFault: fault }),
      ...(term === undefined || term === null || term.Quota === 0n
        ? {}
        : { beneficiaryTerm: { quota: String(term.Quota), used: String(term.UsedQuota), ...expiryOf(term.Expiration, timeMsOf) } }),
      ...(pending === undefined || pending === null
        ? {}
        : {
            pendingBeneficiary: {
              address: pending.NewBeneficiary,
              quota: String(pending.NewQuota),
              ...expiryOf(pending.NewExpiration, timeMsOf),
              isApprovedByBeneficiary: pending.ApprovedByBeneficiary,
              isApprovedByNominee: pending.ApprovedByNominee,
            },
          }),
    },
    calls: [call, ...addresses.flatMap((address) => known.get(address)?.calls ?? [])],
  };
}

/** A term without an end has the maximum epoch, beyond the range of safe integers. */
function expiryOf(expiration: bigint, timeMsOf: (epoch: number) => number) {
  const epoch = Number(expiration);
  return Number.isSafeInteger(epoch) ? { expiration: epoch, expirationTimeMs: timeMsOf(epoch) } : {};
}

async function readRole(node: PinnedNode, address: string, memory: RoleMemory, versions: VersionAuthority): Promise<RoleFacts> {
  const [actor, key] = await Promise.all([
    optional(() => node.read('StateGetActor', (tipset) => [address, tipset], zNodeActor)),
    // Only accounts have a key; a multisig or another actor as owner is shown by its ID only.
    memory.keys.get(address) ?? optional(() => node.read('StateAccountKey', (tipset) => [address, tipset], zNodeAddress)),
  ]);
  if (key !== undefined) memory.keys.set(address, key);
  const type = actor === undefined ? undefined : await versions.readActorType(node, actor.value.Code);
  return {
    facts: {
      ...(key === undefined ? {} : { key: key.value }),
      ...(actor === undefined ? {} : { balance: actor.value.Balance }),
      ...(type === undefined ? {} : { type }),
    },
    calls: [actor, key].flatMap((answer) => (answer === undefined ? [] : [answer.call])),
  };
}

/** Roles and balances of a miner from its state, in the same form as from StateMinerInfo. */
import type { MinerInfo } from '../../../shared/domain/actors/miner-info.ts';
import { type Address, formatAddress, type NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { together, type Walk } from '../../../shared/domain/ipld/walk.ts';
import { readDeterministicAddress } from '../../../shared/domain/state/deterministic-address.ts';
import { readActor, type StateTree } from '../../../shared/domain/state/state-tree.ts';
import { consensusFaultAt } from '../miners/consensus-fault.ts';
import { rolesOf } from '../miners/miner-roles.ts';

interface ReadContext {
  readonly letter: NetworkLetter;
  /** Height of the state. */
  readonly height: number;
  readonly timeMsOf: (epoch: number) => number;
}

/** @param context network letter, and height of the state */
export function* readMinerKeys(tree: StateTree, info: MinerInfo, { letter, height, timeMsOf }: ReadContext) {
  const roles = rolesOf({
    Owner: info.owner,
    Worker: info.worker,
    NewWorker: info.pendingWorkerKey?.newWorker,
    ControlAddresses: info.controlAddresses,
    Beneficiary: info.beneficiary,
    PendingOwnerAddress: info.pendingOwnerAddress,
  });
  const people = yield* together(roles.map(({ address }) => readPerson(tree, address, letter)));
  const fault = consensusFaultAt(Number(info.consensusFaultElapsed), height, timeMsOf);
  return {
    sectorSize: Number(info.sectorSize),
    roles: roles.map(({ role, address }, index) => ({ role, address: formatAddress(address, letter), ...people[index] })),
    hasPendingWorkerChange: roles.some(({ role }) => role === 'New worker'),
    ...(fault === undefined ? {} : { consensusFault: fault }),
  };
}

function* readPerson(tree: StateTree, address: Address, letter: NetworkLetter): Walk<{ readonly key?: string; readonly balance?: string }> {
  const found = yield* readActor(tree, address);
  if (found === undefined) return {};
  const key = yield* readDeterministicAddress(tree, found.actor);
  return { balance: found.actor.balance.toString(), ...(key === undefined ? {} : { key: formatAddress(key, letter) }) };
}

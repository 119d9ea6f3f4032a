/** Roles of a miner: one list for answers of a node and for the state. */

/** An unset address in a node's answer. */
const NO_ADDRESS = '<empty>';

/** Field names of StateMinerInfo. */
export interface MinerPeople<A extends string> {
  readonly Owner: A;
  readonly Worker: A;
  readonly NewWorker?: A | null | undefined;
  readonly ControlAddresses: readonly A[];
  readonly Beneficiary?: A | null | undefined;
  readonly PendingOwnerAddress?: A | null | undefined;
}

/** Return the assigned roles. */
export function rolesOf<A extends string>(people: MinerPeople<A>): { role: string; address: A }[] {
  const roles: [string, A | null | undefined][] = [
    ['Owner', people.Owner],
    ['Worker', people.Worker],
    ['New worker', newWorkerOf(people)],
    ...people.ControlAddresses.map((address, index): [string, A] => [`Control ${index}`, address]),
    ['Beneficiary', people.Beneficiary],
    ['Pending owner', people.PendingOwnerAddress],
  ];
  return roles.flatMap(([role, address]) => (isSet(address) ? [{ role, address }] : []));
}

/** Return the pending worker; some nodes return the current one if no change is pending. */
export function newWorkerOf<A extends string>({ Worker, NewWorker }: Pick<MinerPeople<A>, 'Worker' | 'NewWorker'>): A | undefined {
  return isSet(NewWorker) && NewWorker !== Worker ? NewWorker : undefined;
}

export function isSet<A extends string>(address: A | null | undefined): address is A {
  return address !== undefined && address !== null && address !== NO_ADDRESS && address !== '';
}

/** Who may do what for a miner: one list for what a node answers and for what the state says. */

/** How a node writes an address that is not set. */
const NO_ADDRESS = '<empty>';

/** As StateMinerInfo calls them. */
export interface MinerPeople<A extends string> {
  readonly Owner: A;
  readonly Worker: A;
  readonly NewWorker?: A | null | undefined;
  readonly ControlAddresses: readonly A[];
  readonly Beneficiary?: A | null | undefined;
  readonly PendingOwnerAddress?: A | null | undefined;
}

/** The roles that somebody has. */
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

/** The worker that is to come; some nodes write the present one where no change is pending. */
export function newWorkerOf<A extends string>({ Worker, NewWorker }: Pick<MinerPeople<A>, 'Worker' | 'NewWorker'>): A | undefined {
  return isSet(NewWorker) && NewWorker !== Worker ? NewWorker : undefined;
}

export function isSet<A extends string>(address: A | null | undefined): address is A {
  return address !== undefined && address !== null && address !== NO_ADDRESS && address !== '';
}

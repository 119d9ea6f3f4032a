import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { EpochText } from '../../components/values/EpochText.tsx';
import styles from './miner.module.css';

type Info = Extract<Miner['info'], { value: unknown }>['value'];

/** Pending changes of roles, and the used part of the beneficiary's quota. */
export function PendingChanges({ info }: { readonly info: Info }) {
  const { roles, workerChange, beneficiaryTerm: term, pendingBeneficiary: pending } = info;
  const newWorker = roles.find(({ role }) => role === 'New worker');
  const newOwner = roles.find(({ role }) => role === 'Pending owner');
  if (newWorker === undefined && newOwner === undefined && pending === undefined && term === undefined) return undefined;
  return (
    <ul className={styles.changes}>
      {newWorker === undefined ? undefined : (
        <li>
          Worker changes to <AddressText address={newWorker.address} />
          {workerChange === undefined ? undefined : (
            <>
              {' '}
              at the first proving deadline from <EpochText height={workerChange.epoch} timeMs={workerChange.timeMs} />
            </>
          )}
          .
        </li>
      )}
      {newOwner === undefined ? undefined : (
        <li>
          Owner changes to <AddressText address={newOwner.address} /> once that address sends the same call.
        </li>
      )}
      {pending === undefined ? undefined : (
        <li>
          Beneficiary changes to <AddressText address={pending.address} /> for up to <AmountText value={pending.quota} />.{' '}
          {pending.isApprovedByBeneficiary ? '' : 'Not yet approved by the current beneficiary. '}
          {pending.isApprovedByNominee ? '' : 'Not yet approved by the new beneficiary.'}
        </li>
      )}
      {term === undefined ? undefined : (
        <li>
          The beneficiary has received <AmountText value={term.used} /> of <AmountText value={term.quota} />.
        </li>
      )}
    </ul>
  );
}

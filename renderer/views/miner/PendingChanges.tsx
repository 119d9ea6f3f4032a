import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { EpochText } from '../../components/EpochText.tsx';
import styles from './miner.module.css';

type Info = Extract<Miner['info'], { value: unknown }>['value'];

/** Pending changes of who may do what, and how much of a term is used. */
export function PendingChanges({ info }: { readonly info: Info }) {
  const { roles, workerChange, beneficiaryTerm: term, pendingBeneficiary: pending } = info;
  const newWorker = roles.find(({ role }) => role === 'New worker');
  const newOwner = roles.find(({ role }) => role === 'Pending owner');
  if (newWorker === undefined && newOwner === undefined && pending === undefined && term === undefined) return undefined;
  return (
    <ul className={styles.changes}>
      {newWorker === undefined ? undefined : (
        <li>
          The worker becomes <AddressText address={newWorker.address} />
          {workerChange === undefined ? undefined : (
            <>
              {' '}
              by itself, at the first proving deadline from <EpochText height={workerChange.epoch} timeMs={workerChange.timeMs} />
            </>
          )}
          .
        </li>
      )}
      {newOwner === undefined ? undefined : (
        <li>
          The owner becomes <AddressText address={newOwner.address} /> once it sends the same call.
        </li>
      )}
      {pending === undefined ? undefined : (
        <li>
          The beneficiary becomes <AddressText address={pending.address} /> for up to <AmountText value={pending.quota} />.{' '}
          {pending.isApprovedByBeneficiary ? '' : 'The present beneficiary has not agreed yet. '}
          {pending.isApprovedByNominee ? '' : 'The new one has not agreed yet.'}
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

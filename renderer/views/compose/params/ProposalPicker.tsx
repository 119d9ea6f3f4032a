import { IconRefresh } from '@tabler/icons-react';
import { useId } from 'react';
import { bytesToBase64, hexToBytes } from '../../../../shared/domain/encoding/bytes.ts';
import type { Json } from '../../../../shared/domain/methods/method-json.ts';
import type { Proposal } from '../../../../shared/ipc/schemas/drafts.ts';
import { formatCount } from '../../../../shared/text/format.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { AddressText } from '../../../components/values/AddressText.tsx';
import { AmountText } from '../../../components/values/AmountText.tsx';
import { DecodedTree } from '../../../components/values/DecodedTree.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useQuery } from '../../../hooks/use-query.ts';
import styles from './params.module.css';
import { isRecord } from './params-json.ts';

interface ProposalPickerProps {
  readonly multisig: string;
  /** The current parameters of Approve or Cancel. */
  readonly value: Json | undefined;
  readonly onChange: (json: Json) => void;
}

/** Picker for pending multisig transactions, decoded, so that nobody has to approve a bare ID and hash. */
export function ProposalPicker({ multisig, value, onChange }: ProposalPickerProps) {
  const name = useId();
  const { data, error, isLoading, refresh } = useQuery(`proposals ${multisig}`, (client) =>
    client.messages.listProposals({ address: multisig }),
  );
  const id = isRecord(value) && typeof value.ID !== 'object' ? String(value.ID ?? '') : '';
  const hash = isRecord(value) && typeof value.ProposalHash === 'string' ? value.ProposalHash : '';
  const isChosen = (proposal: Proposal): boolean => proposal.id === id && hashOf(proposal) === hash;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.pendingHead}>
        Pending transactions{data?.threshold === undefined ? undefined : <span>{formatCount(data.threshold, 'approval')} needed</span>}
        <Button kind="quiet" size="small" icon={IconRefresh} isIconOnly onClick={refresh}>
          Reload pending transactions
        </Button>
      </legend>
      {error === undefined ? undefined : (
        <Note tone="danger" title="Could not read the pending transactions" isInset>
          <UntrustedText text={error.message} />
        </Note>
      )}
      {data === undefined && isLoading ? <p className={styles.doc}>Reading pending transactions.</p> : undefined}
      {data?.proposals.length === 0 ? <p className={styles.doc}>No pending transactions in this multisig.</p> : undefined}
      {data?.proposals.map((proposal) => (
        <div key={`${proposal.id} ${proposal.proposalHash}`} className={styles.proposal}>
          <label>
            <input
              type="radio"
              name={name}
              checked={isChosen(proposal)}
              onChange={() => onChange({ ID: Number(proposal.id), ProposalHash: hashOf(proposal) })}
            />
            <ProposalLine proposal={proposal} />
          </label>
          {isChosen(proposal) && proposal.failure !== undefined ? (
            <Note tone="warning" title="This proposal will fail" isInset>
              {proposal.failure.reason}
            </Note>
          ) : undefined}
          {isChosen(proposal) && proposal.method !== '0' ? (
            <DecodedTree
              view={proposal.params}
              label={`Parameters of proposal ${proposal.id}`}
              isMethodKnown={proposal.methodName !== undefined}
            />
          ) : undefined}
        </div>
      ))}
      {data === undefined || data.omittedCount === 0 ? undefined : (
        <p className={styles.doc}>{formatCount(data.omittedCount, 'older one')} not shown.</p>
      )}
      <Mismatch proposals={data?.proposals} id={id} hash={hash} />
    </fieldset>
  );
}

function ProposalLine({ proposal }: { readonly proposal: Proposal }) {
  const { id, to, toActorType, value, method, methodName, approved } = proposal;
  const [proposer, ...others] = approved;
  return (
    <span>
      <b>
        {id}: <UntrustedText text={methodName ?? `Method ${method}`} /> <AmountText value={value} /> to <AddressText address={to} />
      </b>{' '}
      {toActorType === undefined ? undefined : <span className="t3">{toActorType}</span>}
      <span className={styles.approvers}>
        Proposed by {proposer === undefined ? 'nobody' : <AddressText address={proposer} />}
        {others.length === 0 ? undefined : ', approved by '}
        {others.map((signer) => (
          <AddressText key={signer} address={signer} />
        ))}
      </span>
    </span>
  );
}

interface MismatchProps {
  readonly proposals: readonly Proposal[] | undefined;
  readonly id: string;
  readonly hash: string;
}

/** A note about typed parameters that match no pending transaction. */
function Mismatch({ proposals, id, hash }: MismatchProps) {
  if (proposals === undefined || id === '') return undefined;
  const named = proposals.find((proposal) => proposal.id === id);
  if (named === undefined) return <p className={styles.error}>No listed transaction has ID {id}.</p>;
  if (hash === '')
    return (
      <p className={styles.doc}>
        Without the hash, the call applies to whichever transaction has ID {id} when it executes. Choose it above to set its hash.
      </p>
    );
  return hashOf(named) === hash ? undefined : (
    <p className={styles.error}>The hash does not match transaction ID {id}: the multisig would reject this.</p>
  );
}

function hashOf({ proposalHash }: Proposal): string {
  return bytesToBase64(hexToBytes(proposalHash));
}

import type { FrozenMessage, MultisigStepView } from '../../shared/ipc/schemas/approvals.ts';
import { NamedAddress, NodeWord } from './AddressNames.tsx';
import styles from './approve.module.css';
import { DecodedFacts } from './DecodedFacts.tsx';
import { approvalWords } from './multisig-words.ts';

/** The multisig transactions that the message approves or cancels, decoded, with their approval count. */
export function MultisigSteps({ steps }: { readonly steps: FrozenMessage['multisigSteps'] }) {
  return (
    <>
      {steps.map((step) => (
        <Step key={`${step.depth} ${step.act} ${step.multisig} ${step.id}`} step={step} />
      ))}
    </>
  );
}

function Step({ step }: { readonly step: MultisigStepView }) {
  const { depth, multisig, match, transaction, act } = step;
  const words = approvalWords(step);
  const isHidden = match !== 'own' && match !== 'same';
  return (
    <div className={styles.multisigStep}>
      <p className={isHidden ? styles.unknown : undefined}>{stepWords(step)}</p>
      {depth === 0 ? undefined : <NamedAddress address={multisig} />}
      {words === undefined ? undefined : <NodeWord text={words} />}
      {transaction === undefined ? undefined : (
        <>
          <p className={styles.note3}>{act === 'cancel' ? 'Cancelled transaction' : 'Transaction'}, matches the signed hash:</p>
          <DecodedFacts view={transaction} isMethodKnown />
        </>
      )}
    </div>
  );
}

function stepWords({ act, match, id, depth }: MultisigStepView): string {
  const where = depth === 0 ? 'of this multisig' : 'of the multisig';
  if (act === 'propose') {
    if (match !== 'own') return `Proposes a transaction ${where}. Cannot be shown: the parameters could not be decoded.`;
    return `Proposes a transaction ${where} and approves it. It is executed when enough signers have approved.`;
  }
  const deed = `${act === 'approve' ? 'Approves' : 'Cancels'} transaction ${id ?? '?'} ${where}`;
  switch (match) {
    case 'own':
    case 'same':
      return `${deed}.`;
    case 'other':
      return `${deed}. Cannot be shown: the transaction on the node has a different hash.`;
    case 'absent':
      return `${deed}. Cannot be shown: the node has no pending transaction with this ID.`;
    case 'unread':
      return `${deed}. Cannot be shown: the transaction could not be read.`;
    case 'unhashed':
      return `${deed}. No hash is signed, so the transaction can change before execution.`;
    default:
      return match satisfies never;
  }
}

import type { FrozenMessage, MultisigStepView } from '../../shared/ipc/schemas/approvals.ts';
import { NamedAddress, NodeWord } from './AddressNames.tsx';
import styles from './approve.module.css';
import { DecodedFacts } from './DecodedFacts.tsx';
import { approvalWords } from './multisig-words.ts';

/** What the message does at multisigs: the transactions that it approves or cancels, decoded, and how far each is. */
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
          <p className={styles.note3}>
            {act === 'cancel' ? 'The transaction that will not be executed' : 'The transaction'}, whose hash is the one that is signed:
          </p>
          <DecodedFacts view={transaction} isMethodKnown />
        </>
      )}
    </div>
  );
}

function stepWords({ act, match, id, depth }: MultisigStepView): string {
  const where = depth === 0 ? 'of this multisig' : 'of the multisig';
  if (act === 'propose') {
    if (match !== 'own') return `Proposes a transaction ${where}, which cannot be shown: the parameters could not be read.`;
    return `Proposes a transaction ${where}, and is its first approval. It is executed as soon as enough signers have approved.`;
  }
  const deed = `${act === 'approve' ? 'Approves' : 'Cancels'} transaction ${id ?? '?'} ${where}`;
  switch (match) {
    case 'own':
    case 'same':
      return `${deed}.`;
    case 'other':
      return `${deed}, which cannot be shown: the node shows a transaction with another hash.`;
    case 'absent':
      return `${deed}, which cannot be shown: the node has none with this ID.`;
    case 'unread':
      return `${deed}, which cannot be shown: it could not be read.`;
    case 'unhashed':
      return `${deed}, whatever it is by then: no hash is signed.`;
    default:
      return match satisfies never;
  }
}

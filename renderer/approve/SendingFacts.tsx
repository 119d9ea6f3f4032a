import type { Approval, BatchApproval, MessageApproval } from '../../shared/ipc/schemas/approvals.ts';
import { UntrustedText } from '../components/UntrustedText.tsx';
import { KeyName } from './AddressNames.tsx';
import styles from './approve.module.css';
import { Fact } from './Fact.tsx';
import { FullAddress } from './FullAddress.tsx';
import { keyTypeWords } from './key-type-words.ts';

/** Whose key signs. */
export function SignerFact({ from }: Pick<Approval, 'from'>) {
  return (
    <Fact name="Signed by">
      <FullAddress address={from.address} />
      <KeyName label={from.label}>
        <span className={styles.note3}>, {keyTypeWords(from.keyType)}</span>
      </KeyName>
    </Fact>
  );
}

type Sending = MessageApproval | BatchApproval;

/** Which network it is for, with the place of what is signed among the key's messages. */
export function NetworkFact({ approval, order }: { readonly approval: Sending; readonly order: string }) {
  const { networkName, isPractice, chainId, genesisCid } = approval;
  return (
    <Fact name="Network and order">
      <div className={styles.plain}>
        <UntrustedText text={networkName} />
        {isPractice ? ', a practice network' : ''}, {order} <span className={styles.note3}>of this key</span>
      </div>
      {chainId === undefined ? undefined : <div className={styles.under}>chain id {chainId}, which the signature names</div>}
      <div className={styles.under}>genesis</div>
      <span className={styles.cid}>{genesisCid}</span>
    </Fact>
  );
}

interface ToItselfProps {
  readonly approval: Pick<Sending, 'maximumTotal'>;
  readonly value: string;
  readonly fee: string;
}

/** Why the total is less than amount and fee together. */
export function ToItself({ approval, value, fee }: ToItselfProps) {
  if (BigInt(approval.maximumTotal) === BigInt(value) + BigInt(fee)) return undefined;
  return <div className={styles.under}>What the key sends to itself is not in it: that never leaves the account.</div>;
}

/** What becomes of it once it is signed, where it is not pushed at once. */
export function KeptFact({ approval }: { readonly approval: Sending }) {
  if (!approval.isHeld) return undefined;
  return (
    <Fact name="Once signed">
      <div className={styles.plain}>Kept on this machine, not pushed</div>
      <div className={styles.under}>
        Anyone who gets hold of the signed message can push it. It stays valid until its nonce is used.
        {approval.isOffline
          ? ' It was built without a node: the nonce, the fees and what the recipient is are your own word, and nothing was simulated.'
          : ''}
      </div>
    </Fact>
  );
}

import type { Approval, BatchApproval, MessageApproval } from '../../shared/ipc/schemas/approvals.ts';
import { UntrustedText } from '../components/values/UntrustedText.tsx';
import { KeyName } from './AddressNames.tsx';
import styles from './approve.module.css';
import { Fact } from './Fact.tsx';
import { FullAddress } from './FullAddress.tsx';
import { keyTypeWords } from './key-type-words.ts';

/** The signing key. */
export function SignerFact({ from }: Pick<Approval, 'from'>) {
  return (
    <Fact name="Signing key">
      <FullAddress address={from.address} />
      <KeyName label={from.label}>
        <span className={styles.note3}>, {keyTypeWords(from.keyType)}</span>
      </KeyName>
    </Fact>
  );
}

type Sending = MessageApproval | BatchApproval;

/** The network, and the nonce or nonces. */
export function NetworkFact({ approval, order }: { readonly approval: Sending; readonly order: string }) {
  const { networkName, isPractice, chainId, genesisCid } = approval;
  return (
    <Fact name="Network and nonce">
      <div className={styles.plain}>
        <UntrustedText text={networkName} />
        {isPractice ? ', a practice network' : ''}, {order}
      </div>
      {chainId === undefined ? undefined : <div className={styles.under}>chain ID {chainId}, part of the signature</div>}
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

/** Explains a total that is less than amount plus fee. */
export function ToItself({ approval, value, fee }: ToItselfProps) {
  if (BigInt(approval.maximumTotal) === BigInt(value) + BigInt(fee)) return undefined;
  return <div className={styles.under}>Excludes amounts the key sends to itself.</div>;
}

/** What happens after signing, if the message is held. */
export function KeptFact({ approval }: { readonly approval: Sending }) {
  if (!approval.isHeld) return undefined;
  return (
    <Fact name="After signing">
      <div className={styles.plain}>Held on this machine, not pushed</div>
      <div className={styles.under}>
        Anyone with the signed message can push it. It stays valid until its nonce is used.
        {approval.isOffline
          ? ' Built offline: the nonce, the fees and the recipient type were entered by hand, and nothing was simulated.'
          : ''}
      </div>
    </Fact>
  );
}

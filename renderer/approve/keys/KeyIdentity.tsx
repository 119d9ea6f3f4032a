import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
import styles from '../approve.module.css';
import { FullAddress } from '../FullAddress.tsx';
import { keyTypeWords } from '../key-type-words.ts';

/** Which key a page is about: name, kind, whole address. */
export function KeyIdentity({ account }: { readonly account: Account }) {
  return (
    <div>
      <div className={styles.named}>
        <strong>{account.label}</strong>
        <span className={styles.note3}>{keyTypeWords(account.keyType)}</span>
      </div>
      <FullAddress address={account.address} />
    </div>
  );
}

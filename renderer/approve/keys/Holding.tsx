import { exactFilShort, separateThousands } from '../exact-text.ts';
import keyStyles from './keys.module.css';

interface HoldingProps {
  readonly holding: { readonly balance?: string | undefined; readonly nonce?: string | undefined; readonly exists?: boolean | undefined };
}

/** The current balance of an address, if it could be read. */
export function Holding({ holding: { balance, nonce, exists } }: HoldingProps) {
  if (balance === undefined) return <span className={keyStyles.faint}>unknown</span>;
  if (exists === false) return <span className={keyStyles.faint}>never used</span>;
  return (
    <>
      {exactFilShort(balance)} <span className={keyStyles.faint}>FIL</span>
      {nonce === undefined || nonce === '0' ? undefined : <span className={keyStyles.under}>{separateThousands(nonce)} sent</span>}
    </>
  );
}

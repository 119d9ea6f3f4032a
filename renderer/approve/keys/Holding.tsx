import { exactFilShort, separateThousands } from '../exact-text.ts';
import keyStyles from './keys.module.css';

interface HoldingProps {
  readonly holding: { readonly balance?: string | undefined; readonly nonce?: string | undefined; readonly exists?: boolean | undefined };
}

/** What an address holds now, as far as it could be asked. */
export function Holding({ holding: { balance, nonce, exists } }: HoldingProps) {
  if (balance === undefined) return <span className={keyStyles.faint}>not known</span>;
  if (exists === false) return <span className={keyStyles.faint}>never used</span>;
  return (
    <>
      {exactFilShort(balance)} <span className={keyStyles.faint}>FIL</span>
      {nonce === undefined || nonce === '0' ? undefined : <span className={keyStyles.under}>{separateThousands(nonce)} sent</span>}
    </>
  );
}

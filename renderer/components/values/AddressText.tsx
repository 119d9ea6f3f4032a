import { Link } from 'wouter';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { type IdentifierSize, truncateAddress } from '../../../shared/text/truncate.ts';
import { useAddressLabel } from '../../hooks/use-address-label.ts';
import { tallyOf } from '../../lib/tally.ts';
import { CopyButton } from '../inputs/CopyButton.tsx';
import styles from './identifier.module.css';

/** The four strokes have fixed places. */
const STROKE_KEYS = ['first', 'second', 'third', 'fourth'];

interface AddressTextProps {
  readonly address: string;
  /** What else it is called, where no label of this machine says so; shown before the address and never instead of it. */
  readonly name?: string | undefined;
  /** Off where the label stands beside it already. */
  readonly isLabelled?: boolean;
  readonly size?: IdentifierSize;
  readonly hasCopy?: boolean;
  /** Leads to the screen of the actor. */
  readonly isLink?: boolean;
}

/** An address with its tally: four strokes that let the eye match two rows. An aid, not a proof. */
export function AddressText({ address, name, isLabelled = true, size = 'list', hasCopy = false, isLink = false }: AddressTextProps) {
  const label = useAddressLabel(address);
  const shownName = isLabelled ? (label ?? name) : name;
  const safe = sanitiseToText(address, 120);
  const { kind, rest } = truncateAddress(safe, size);
  const isIdForm = /^[ft]0/.test(safe);
  return (
    <span className={styles.line}>
      {shownName === undefined ? undefined : <span className={styles.name}>{sanitiseToText(shownName, 60)}</span>}
      <span className={size === 'whole' ? styles.whole : styles.identifier} title={safe} data-copy={address}>
        {isLink ? (
          <Link href={`/actors/${encodeURIComponent(address)}`} className={styles.link}>
            <span className={styles.kind}>{kind}</span>
            {rest}
          </Link>
        ) : (
          <>
            <span className={styles.kind}>{kind}</span>
            {rest}
          </>
        )}
      </span>
      {isIdForm ? undefined : (
        <svg className={styles.tally} viewBox="0 0 9 11" fill="currentColor" aria-hidden="true">
          {tallyOf(safe).map((width, index) => (
            <rect key={STROKE_KEYS[index]} x="0" y={index * 3} width={width} height="1.6" />
          ))}
        </svg>
      )}
      {hasCopy ? <CopyButton text={address} label="Copy address" /> : undefined}
    </span>
  );
}

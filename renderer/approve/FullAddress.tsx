import { ethText } from '../../shared/domain/addresses/address-words.ts';
import { groupAddress } from '../../shared/text/group-address.ts';
import styles from './approve.module.css';

/** A whole address in groups of six, and below it the 0x form that people know an Ethereum address by. */
export function FullAddress({ address }: { readonly address: string }) {
  const eth = ethText(address);
  return (
    <>
      <Groups address={address} />
      {eth === undefined ? undefined : <Groups address={eth} />}
    </>
  );
}

/** Copying gives the address without the gaps, because these are margins, not spaces. */
function Groups({ address }: { readonly address: string }) {
  const { kind, groups } = groupAddress(address);
  let offset = kind.length;
  const parts = groups.map((group) => {
    const part = { group, offset };
    offset += group.length;
    return part;
  });
  return (
    <span className={styles.full} data-address={address}>
      <span>{kind}</span>
      {parts.map((part) => (
        <span key={part.offset}>{part.group}</span>
      ))}
    </span>
  );
}

import { absenceWords, ethText } from '../../../shared/domain/addresses/address-words.ts';
import type { ResolvedAddress } from '../../../shared/ipc/schemas/drafts.ts';
import { AddressText } from '../../components/values/AddressText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { formatDate } from '../../lib/shown-time.ts';
import styles from './compose.module.css';

/** The other forms of an address, whether it is on chain, and when it was first used here. */
export function AddressForms({ resolved, typed }: { readonly resolved: ResolvedAddress | undefined; readonly typed: string }) {
  if (resolved === undefined) return undefined;
  const { idAddress, robustAddress, delegatedAddress, name, problem, firstSeenAtMs, exists } = resolved;
  const eth = resolved.ethAddress ?? ethText(resolved.address, { isIdIncluded: /^0x/i.test(typed) });
  const given = typed.trim().toLowerCase();
  const forms = [resolved.address, idAddress, robustAddress, delegatedAddress, eth].filter(
    (form, index, all): form is string => form !== undefined && form.toLowerCase() !== given && all.indexOf(form) === index,
  );
  return (
    <span className={styles.forms}>
      {isOfOtherLetter(typed, resolved.address) ? (
        <span className="warn">
          {resolved.address.startsWith('f')
            ? 'Test network prefix (t); this network uses f. Both name the same key. Make sure the address is meant for this network.'
            : 'Mainnet prefix (f); this network uses t.'}
        </span>
      ) : undefined}
      <span>
        {name === undefined ? undefined : <>The {name}. </>}
        {problem !== undefined ? (
          <UntrustedText text={problem} maximumLength={300} />
        ) : exists ? (
          'On chain'
        ) : (
          absenceWords(resolved.address)
        )}
        {firstSeenAtMs === undefined
          ? undefined
          : `${problem === undefined ? ', known' : ' Known'} here since ${formatDate(firstSeenAtMs)}`}
      </span>
      {forms.map((form) => (
        <AddressText key={form} address={form} size="detail" hasCopy />
      ))}
    </span>
  );
}

/** Whether an address was typed with the prefix of the other network kind. */
function isOfOtherLetter(typed: string, address: string): boolean {
  const letter = typed.trim().charAt(0).toLowerCase();
  return (letter === 'f' || letter === 't') && letter !== address.charAt(0);
}

import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { useAddressLabel } from '../../hooks/use-address-label.ts';
import { AddressText } from './AddressText.tsx';

interface RecipientTextProps {
  readonly entry: Pick<JournalEntry, 'to' | 'toRobust'>;
  readonly hasCopy?: boolean;
}

/** Who a message of the journal goes to; an ID has the label of the address that it stands for. */
export function RecipientText({ entry: { to, toRobust = to }, hasCopy = false }: RecipientTextProps) {
  return <AddressText address={to} name={useAddressLabel(toRobust)} hasCopy={hasCopy} />;
}

import type { HoldUp } from '../../../shared/attention/hold-ups.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { timeCell } from '../../../shared/text/table-text.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { JournalState } from '../../components/feedback/JournalState.tsx';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { RecipientText } from '../../components/values/RecipientText.tsx';
import { TimeText } from '../../components/values/TimeText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { stateWords } from '../../lib/journal-words.ts';
import styles from './journal.module.css';

/** Fees are shown in FIL next to amounts, with enough places for the fee of a plain transfer. */
const FEE_PLACES = 9;

interface ColumnOptions {
  readonly batchSizes: ReadonlyMap<string, number>;
  /** By entry id. */
  readonly holdUps: ReadonlyMap<string, HoldUp>;
  /** Whether the journal has messages of more than one network. */
  readonly hasNetworks: boolean;
}

/** Columns of the journal. */
export function journalColumns({ batchSizes, holdUps, hasNetworks }: ColumnOptions): readonly DataColumn<JournalEntry>[] {
  const network: DataColumn<JournalEntry> = {
    id: 'network',
    head: 'Network',
    widthPx: 112,
    cell: (entry) => <UntrustedText text={entry.networkName} maximumLength={40} />,
    sortBy: (entry) => entry.networkName,
    text: (entry) => entry.networkName,
    isWideOnly: true,
  };
  return [
    {
      id: 'state',
      head: 'State',
      widthPx: 164,
      cell: (entry) => <JournalState entry={entry} holdUp={holdUps.get(entry.id)} />,
      sortBy: (entry) => stateWords(entry, holdUps.get(entry.id)).words,
      text: (entry) => stateWords(entry, holdUps.get(entry.id)).words,
    },
    {
      id: 'when',
      head: 'When',
      widthPx: 104,
      cell: (entry) => (
        <span className="t3">
          <TimeText timeMs={entry.createdAtMs} />
        </span>
      ),
      sortBy: (entry) => entry.createdAtMs,
      text: (entry) => timeCell(entry.createdAtMs),
      isWideOnly: true,
    },
    {
      id: 'from',
      head: 'From',
      // A label and the address.
      widthPx: 208,
      cell: (entry) => <AddressText address={entry.from} />,
      text: (entry) => entry.from,
      isWideOnly: true,
    },
    { id: 'to', head: 'To', leastPx: 170, cell: (entry) => <RecipientText entry={entry} />, text: (entry) => entry.to },
    {
      id: 'method',
      head: 'Method',
      leastPx: 112,
      cell: (entry) => (
        <span className="row g6">
          <UntrustedText text={entry.methodName} maximumLength={60} />
          <span className={styles.marks}>
            {entry.batchId === undefined ? undefined : <Badge>batch of {formatInteger(batchSizes.get(entry.batchId) ?? 1)}</Badge>}
            {entry.origin === 'elsewhere' ? <Badge title="Signed on another machine and imported">imported</Badge> : undefined}
            {entry.replacesId === undefined ? undefined : (
              <Badge title="Replaces an earlier message with the same nonce">replacement</Badge>
            )}
          </span>
        </span>
      ),
      sortBy: (entry) => entry.methodName,
      text: (entry) => entry.methodName,
    },
    {
      id: 'value',
      head: 'Value',
      widthPx: 124,
      align: 'right',
      cell: (entry) => <AmountText value={entry.value} places={4} />,
      sortBy: (entry) => BigInt(entry.value),
      text: (entry) => entry.value,
      textName: 'value_attofil',
    },
    {
      id: 'nonce',
      head: 'Nonce',
      widthPx: 64,
      align: 'right',
      cell: (entry) => formatInteger(entry.nonce),
      sortBy: (entry) => BigInt(entry.nonce),
      text: (entry) => entry.nonce,
      isWideOnly: true,
    },
    {
      id: 'fee',
      head: 'Fee',
      widthPx: 184,
      align: 'right',
      cell: (entry) =>
        entry.fee === undefined ? (
          <span className="t3" title="Maximum cost of the message">
            ≤ <AmountText value={highestFee(entry).toString()} places={FEE_PLACES} />
          </span>
        ) : (
          <AmountText value={entry.fee} places={FEE_PLACES} />
        ),
      sortBy: (entry) => (entry.fee === undefined ? highestFee(entry) : BigInt(entry.fee)),
      text: (entry) => entry.fee ?? '',
      textName: 'fee_attofil',
      isWideOnly: true,
    },
    {
      id: 'cid',
      head: 'Message CID',
      widthPx: 160,
      cell: (entry) => <HashText cid={entry.signedCid ?? entry.unsignedCid} />,
      text: (entry) => entry.signedCid ?? entry.unsignedCid,
      isHidden: true,
    },
    ...(hasNetworks ? [network] : []),
  ];
}

/** Gas limit times fee cap, in attoFIL. */
export function highestFee({ gasLimit, gasFeeCap }: Pick<JournalEntry, 'gasLimit' | 'gasFeeCap'>): bigint {
  return BigInt(gasLimit) * BigInt(gasFeeCap);
}

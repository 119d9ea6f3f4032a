import { IconMail } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { JournalState } from '../../components/feedback/JournalState.tsx';
import { OtherNetwork } from '../../components/feedback/OtherNetwork.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { Panel } from '../../components/layout/Panel.tsx';
import { type DataColumn, DataTable } from '../../components/tables/DataTable.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { RecipientText } from '../../components/values/RecipientText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { journalWords } from '../../lib/journal-words.ts';
import { WAITING_STAGES } from '../../lib/waiting-stages.ts';

const SHOWN = 5;
const OPEN_SHOWN = 20;

const COLUMNS: readonly DataColumn<JournalEntry>[] = [
  {
    id: 'message',
    head: 'Message',
    widthPx: 126,
    cell: (entry) => <HashText cid={entry.signedCid ?? entry.unsignedCid} />,
    text: (entry) => entry.signedCid ?? entry.unsignedCid,
  },
  { id: 'call', head: 'Call', cell: (entry) => <Call entry={entry} />, text: (entry) => entry.methodName },
  { id: 'nonce', head: 'Nonce', widthPx: 66, align: 'right', cell: (entry) => formatInteger(entry.nonce), text: (entry) => entry.nonce },
  {
    id: 'value',
    head: 'Value',
    widthPx: 116,
    align: 'right',
    isWideOnly: true,
    cell: (entry) => <AmountText value={entry.value} places={4} />,
    text: (entry) => entry.value,
    textName: 'value_attofil',
  },
  {
    id: 'fee',
    head: 'Maximum fee',
    widthPx: 108,
    align: 'right',
    cell: (entry) => <AmountText value={highestFee(entry)} places={4} />,
    text: highestFee,
    textName: 'maximum_fee_attofil',
  },
  { id: 'stage', head: 'Stage', widthPx: 168, cell: (entry) => <JournalState entry={entry} />, text: (entry) => journalWords(entry).words },
];

/** Maximum gas fee: gas limit times fee cap. */
function highestFee({ gasLimit, gasFeeCap }: JournalEntry): string {
  return (BigInt(gasLimit) * BigInt(gasFeeCap)).toString();
}

function Call({ entry }: { readonly entry: JournalEntry }) {
  return (
    <span className="row g4">
      <OtherNetwork entry={entry} />
      <UntrustedText text={entry.methodName} maximumLength={60} />
      <span className="t3 row g4">
        to <RecipientText entry={entry} />
      </span>
    </span>
  );
}

/** The latest messages sent from this machine. */
export function MessagesPanel() {
  const [, navigate] = useLocation();
  const known = useTopic('messages.journalChanged');
  const journal = known ?? [];
  const newest = journal.toSorted((left, right) => right.createdAtMs - left.createdAtMs);
  const open = newest.filter((entry) => WAITING_STAGES.has(entry.stage));
  const openCount = open.length;
  // Messages that are not final come first, as many as fit.
  const latest = [
    ...open.slice(0, OPEN_SHOWN),
    ...newest.filter((entry) => !WAITING_STAGES.has(entry.stage)).slice(0, Math.max(0, SHOWN - openCount)),
  ];
  return (
    <Panel
      title="My messages"
      sub={journal.length === 0 ? undefined : `${formatInteger(openCount)} not final`}
      actions={
        <Link href="/journal" className="link s12">
          Journal
        </Link>
      }
    >
      {known === undefined ? (
        <SkeletonRows rows={2} columns={5} />
      ) : latest.length === 0 ? (
        <PanelState icon={IconMail} title="No messages yet">
          Messages sent from this machine appear here.
        </PanelState>
      ) : (
        <DataTable
          label="My messages"
          columns={COLUMNS}
          rows={latest}
          rowKey={(entry) => entry.id}
          onSelect={(entry) => navigate(`/journal/${encodeURIComponent(entry.id)}`)}
          copyText={(entry) => entry.signedCid ?? entry.unsignedCid}
          unit={['message', 'messages']}
          total={journal.length}
          hasFooter
          exportName="my-messages"
        />
      )}
    </Panel>
  );
}

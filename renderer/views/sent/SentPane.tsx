import { IconExternalLink } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { isSettledStage } from '../../../shared/ipc/journal-stage.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatClock, formatCount, formatDate, formatInteger } from '../../../shared/text/format.ts';
import { AddressText } from '../../components/AddressText.tsx';
import { AmountText } from '../../components/AmountText.tsx';
import { Button } from '../../components/Button.tsx';
import { DetailPane, DetailSection } from '../../components/DetailPane.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Note } from '../../components/Note.tsx';
import { StatusText } from '../../components/StatusText.tsx';
import { Timeline, type TimelineStep } from '../../components/Timeline.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { wasNeverSigned } from '../../lib/journal-words.ts';
import { type LifeStep, messageLife, stageLabel } from './message-life.ts';

interface SentPaneProps {
  readonly entry: JournalEntry;
  readonly onClose: () => void;
}

/** The life of one message, from approval to finality. */
export function SentPane({ entry, onClose }: SentPaneProps) {
  const [, navigate] = useLocation();
  const { label, tone } = stageLabel(entry);
  const cid = entry.signedCid ?? entry.unsignedCid;
  const isOnChain = entry.stage === 'included' || entry.stage === 'executed' || entry.stage === 'final';
  return (
    <DetailPane
      title={<UntrustedText text={entry.methodName} maximumLength={60} />}
      sub={
        <span className="row g6">
          <StatusText tone={tone}>{label}</StatusText>
          <span className="nw">nonce {formatInteger(entry.nonce)}</span>
        </span>
      }
      onClose={onClose}
      footer={
        <Button
          icon={IconExternalLink}
          onClick={() => navigate(`/messages/${cid}`)}
          hint={isOnChain ? undefined : 'Shows what the node knows of it so far'}
        >
          Open the message
        </Button>
      }
    >
      {entry.problem === undefined ? undefined : (
        <Note
          tone={tone === 'danger' ? 'danger' : 'warning'}
          title={wasNeverSigned(entry) ? 'Nothing was sent' : isSettledStage(entry.stage) ? 'What went wrong' : 'It needs a look'}
        >
          <UntrustedText text={entry.problem} />
        </Note>
      )}
      <DetailSection title="Life">
        <Timeline label="Life of the message" steps={lifeSteps(entry)} />
      </DetailSection>
      <DetailSection title="Message">
        <KeyValue
          labelWidthPx={96}
          rows={[
            { label: entry.signedCid === undefined ? 'Unsigned CID' : 'Signed CID', value: <HashText cid={cid} size="detail" hasCopy /> },
            { label: 'From', value: <AddressText address={entry.from} hasCopy /> },
            { label: 'To', value: <AddressText address={entry.to} hasCopy /> },
            { label: 'Amount', value: <AmountText value={entry.value} /> },
            { label: 'Network', value: <UntrustedText text={entry.networkName} maximumLength={80} />, isWrapped: true },
            { label: 'Sent through', value: <UntrustedText text={entry.connectionName} maximumLength={60} /> },
          ]}
        />
      </DetailSection>
      <DetailSection title="Fee">
        <KeyValue
          labelWidthPx={96}
          rows={[
            {
              label: 'Paid',
              value: entry.fee === undefined ? <span className="t3">known once it is executed</span> : <AmountText value={entry.fee} />,
            },
            {
              label: 'Gas',
              value: (
                <>
                  {entry.gasUsed === undefined ? '' : `${formatInteger(entry.gasUsed)} used of `}
                  {formatInteger(entry.gasLimit)}
                  <span className="t3"> limit</span>
                </>
              ),
            },
            { label: 'Fee cap', value: <AmountText value={entry.gasFeeCap} unit="nanoFIL" /> },
            { label: 'Premium', value: <AmountText value={entry.gasPremium} unit="nanoFIL" /> },
          ]}
        />
      </DetailSection>
    </DetailPane>
  );
}

function lifeSteps(entry: JournalEntry): TimelineStep[] {
  return messageLife(entry).map((step, index) => ({
    key: `${index}-${step.stage}`,
    title: step.title,
    note: stepNote(step, entry),
    at:
      step.height === undefined ? (
        step.atMs === undefined ? undefined : (
          formatClock(step.atMs)
        )
      ) : (
        <Link href={`/tipsets/${step.height}`}>{formatInteger(step.height)}</Link>
      ),
    atNote: step.atMs === undefined ? undefined : step.height === undefined ? formatDate(step.atMs) : formatClock(step.atMs),
    status: step.status,
  }));
}

function stepNote(step: LifeStep, entry: JournalEntry) {
  if (step.note !== undefined) return <UntrustedText text={step.note} />;
  if (step.stage === 'executed' && step.status === 'now' && entry.confirmations !== undefined)
    return formatCount(entry.confirmations, 'confirmation');
  return step.callId === undefined ? undefined : (
    <Link href={`/inspector/${step.callId}`} className="link">
      call {step.callId}
    </Link>
  );
}

import { IconArrowsExchange, IconExternalLink, IconFileExport, IconSend, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { troubleWords } from '../../../shared/attention/message-trouble.ts';
import { placesForDigits } from '../../../shared/domain/amounts/amount-parts.ts';
import { repushEndMs } from '../../../shared/domain/messages/repush.ts';
import { explainExitCode } from '../../../shared/domain/methods/exit-code.ts';
import type { JournalEntry } from '../../../shared/ipc/schemas/journal.ts';
import { formatCount, formatInteger } from '../../../shared/text/format.ts';
import { JournalState } from '../../components/feedback/JournalState.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { DetailPane, DetailSection } from '../../components/layout/DetailPane.tsx';
import { AddressText } from '../../components/values/AddressText.tsx';
import { AmountText } from '../../components/values/AmountText.tsx';
import { FeeText } from '../../components/values/FeeText.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { KeyValue } from '../../components/values/KeyValue.tsx';
import { RecipientText } from '../../components/values/RecipientText.tsx';
import { Timeline, type TimelineStep } from '../../components/values/Timeline.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useTopic } from '../../hooks/use-topic.ts';
import { GONE_NETWORK, isOnGoneNetwork } from '../../lib/gone-network.ts';
import { isPerhapsSigned, wasNeverSigned } from '../../lib/journal-words.ts';
import { formatClock, formatDate } from '../../lib/shown-time.ts';
import { EffectSection } from './EffectSection.tsx';
import { ExportSection } from './ExportSection.tsx';
import { highestFee } from './journal-columns.tsx';
import { type MessageStep, messageTimeline } from './message-timeline.ts';
import { StuckSection } from './StuckSection.tsx';
import { useHoldUps } from './use-hold-ups.ts';
import { type MessageActions, useMessageActions } from './use-message-actions.ts';

interface JournalPaneProps {
  readonly entry: JournalEntry;
  /** Number of messages approved together, including this one. */
  readonly batchSize: number | undefined;
  readonly onShowBatch: (batchId: string) => void;
  readonly onClose: () => void;
}

/** One message: its timeline from approval to finality, and actions. */
export function JournalPane({ entry, batchSize, onShowBatch, onClose }: JournalPaneProps) {
  const holdUp = useHoldUps().get(entry.id);
  // Keys have the letter of the connected network, entries that of their own.
  const isOwn = useTopic(
    'wallet.changed',
    (wallet) => wallet?.accounts.some(({ address }) => address.slice(1) === entry.from.slice(1)) === true,
  );
  const isWaiting = isPending(entry);
  const isLate = holdUp !== undefined;
  const isUnsent = isUnaccepted(entry) && !entry.isHeld;
  const [isAsked, setIsAsked] = useState(false);
  const [isExporting, setIsExporting] = useState(false);
  // A node of another network does not have the message.
  const isOfConnected = useTopic('chain.headChanged', (head) => head?.genesisCid === entry.genesisCid);
  const isGone = useTopic('connections.changed', (state) => isOnGoneNetwork(entry, state));
  const hasEffect = (entry.stage === 'executed' || entry.stage === 'final') && entry.method !== '0' && isOfConnected;
  const isExplained = isWaiting && (isAsked || isLate || isUnsent);
  const actions = useMessageActions(entry);
  return (
    <DetailPane
      title={<UntrustedText text={entry.methodName} maximumLength={60} />}
      sub={
        <span className="row g6">
          <JournalState entry={entry} holdUp={holdUp} />
          <span className="nw">nonce {formatInteger(entry.nonce)}</span>
        </span>
      }
      onClose={onClose}
      footer={
        <Actions
          entry={entry}
          isOwn={isOwn}
          isExplained={isExplained}
          actions={actions}
          isExporting={isExporting}
          onExport={() => setIsExporting(!isExporting)}
        />
      }
    >
      {isGone ? (
        <Note tone="info" title={`Sent ${GONE_NETWORK}`} isInset>
          This practice chain was replaced. The message can no longer be executed.
        </Note>
      ) : undefined}
      <Notes entry={entry} actions={actions} />
      {isExplained ? (
        <StuckSection title={isLate || isUnsent ? 'Why is it stuck?' : 'Taking too long?'} entry={entry} isOwn={isOwn} actions={actions} />
      ) : isWaiting && !entry.isHeld ? (
        <DetailSection title="Taking too long?">
          <Button size="small" onClick={() => setIsAsked(true)}>
            Why is it stuck?
          </Button>
        </DetailSection>
      ) : undefined}
      {isExporting ? <ExportSection entry={entry} /> : undefined}
      <DetailSection title="Timeline">
        <Timeline label="Message timeline" steps={timelineSteps(entry)} />
      </DetailSection>
      {hasEffect && entry.signedCid !== undefined ? <EffectSection cid={entry.signedCid} stage={entry.stage} /> : undefined}
      <MessageSection entry={entry} batchSize={batchSize} onShowBatch={onShowBatch} />
      <FeeSection entry={entry} />
    </DetailPane>
  );
}

interface ActionsProps {
  readonly entry: JournalEntry;
  readonly isOwn: boolean;
  /** Whether the section with the reasons already has buttons. */
  readonly isExplained: boolean;
  readonly actions: MessageActions;
  readonly isExporting: boolean;
  readonly onExport: () => void;
}

function Actions({ entry, isOwn, isExplained, actions, isExporting, onExport }: ActionsProps) {
  const [, navigate] = useLocation();
  const isSigned = entry.signedCid !== undefined;
  const isReplaceable = isPending(entry) && isOwn && !isExplained;
  const isUnknownToNodes = wasNeverSigned(entry) || entry.stage === 'intent' || entry.stage === 'signed';
  return (
    <>
      {isUnaccepted(entry) && isSigned && !isExplained ? (
        <Button kind={entry.isHeld ? 'primary' : 'plain'} icon={IconSend} isBusy={actions.isPushing} onClick={actions.push}>
          Push now
        </Button>
      ) : undefined}
      {isReplaceable ? (
        <>
          {entry.isHeld ? undefined : (
            <Button icon={IconArrowsExchange} isBusy={actions.isDrafting} onClick={() => actions.replace('speed-up')}>
              Speed up
            </Button>
          )}
          <Button
            icon={IconX}
            isBusy={actions.isDrafting}
            onClick={() => actions.replace('cancel')}
            hint="Replaces it with a 0 FIL message to the sender"
          >
            Cancel message
          </Button>
        </>
      ) : undefined}
      {isSigned ? (
        <Button icon={IconFileExport} isExpanded={isExporting} onClick={onExport}>
          Export
        </Button>
      ) : undefined}
      {isUnknownToNodes ? undefined : (
        <Button
          icon={IconExternalLink}
          onClick={() => navigate(`/messages/${entry.signedCid ?? entry.unsignedCid}`)}
          hint="Message details from the node"
        >
          Open message
        </Button>
      )}
    </>
  );
}

/** Problems: of the last action first, then of the message. */
function Notes({ entry, actions }: { readonly entry: JournalEntry; readonly actions: MessageActions }) {
  const { trouble, problem, exitCode, fee } = entry;
  const failure = exitCode === undefined || exitCode === 0 ? undefined : explainExitCode(exitCode);
  const words = trouble === undefined ? undefined : troubleWords(trouble);
  const isBad = failure !== undefined || entry.stage === 'rejected' || entry.stage === 'failed';
  return (
    <>
      {actions.pushError === undefined ? undefined : (
        <Note tone="danger" title="Could not push the message">
          <UntrustedText text={actions.pushError.message} />
        </Note>
      )}
      {actions.draftError === undefined ? undefined : (
        <Note tone="danger" title="Could not create the draft">
          <UntrustedText text={actions.draftError.message} />
        </Note>
      )}
      {words === undefined && problem === undefined && failure === undefined ? undefined : (
        <Note
          tone={wasNeverSigned(entry) ? 'info' : isBad ? 'danger' : entry.stage === 'replaced' ? 'info' : 'warning'}
          title={wasNeverSigned(entry) ? 'Nothing was sent' : (words?.title ?? noteTitle(entry, isBad))}
        >
          {words === undefined ? undefined : <p>{words.text}</p>}
          {failure === undefined ? undefined : (
            <p>
              {failure.name}: {failure.meaning} {failure.cause === failure.meaning ? '' : failure.cause} {failure.fix}
            </p>
          )}
          {failure === undefined || fee === undefined ? undefined : (
            <p>{fee === '0' ? 'The sender paid no fee.' : 'The fee was still charged.'}</p>
          )}
          {problem === undefined ? undefined : (
            <p>
              <UntrustedText text={problem} />
            </p>
          )}
        </Note>
      )}
    </>
  );
}

function noteTitle(entry: JournalEntry, isBad: boolean): string {
  if (isPerhapsSigned(entry)) return 'Possibly signed';
  return isBad ? 'Failed' : 'Needs attention';
}

function MessageSection({ entry, batchSize, onShowBatch }: Pick<JournalPaneProps, 'entry' | 'batchSize' | 'onShowBatch'>) {
  const { batchId, replacesId, replacedById } = entry;
  const repushEnd = entry.stage === 'pushed' || entry.stage === 'in-pool' ? repushEndMs(entry.history) : undefined;
  return (
    <DetailSection title="Message">
      <KeyValue
        labelWidthPx={96}
        rows={[
          entry.signedCid === undefined
            ? undefined
            : {
                label: entry.signedCid === entry.unsignedCid ? 'CID' : 'Signed CID',
                value: <HashText cid={entry.signedCid} size="detail" hasCopy />,
              },
          entry.signedCid === entry.unsignedCid
            ? undefined
            : { label: 'Unsigned CID', value: <HashText cid={entry.unsignedCid} size="detail" hasCopy /> },
          { label: 'From', value: <AddressText address={entry.from} hasCopy /> },
          { label: 'To', value: <RecipientText entry={entry} hasCopy /> },
          { label: 'Amount', value: <AmountText value={entry.value} /> },
          { label: 'Network', value: <UntrustedText text={entry.networkName} maximumLength={80} />, isWrapped: true },
          {
            label: entry.origin === 'elsewhere' ? 'Imported for' : isUnsent(entry) ? 'Built with' : 'Sent through',
            value: <UntrustedText text={entry.connectionName} maximumLength={60} />,
          },
          { label: 'Pushed', value: pushedWords(entry) },
          repushEnd === undefined
            ? undefined
            : { label: 'Push retries', value: `until ${formatDate(repushEnd)} if a node drops it`, isWrapped: true },
          replacesId === undefined ? undefined : { label: 'Replaces', value: <EntryLink id={replacesId} words="the earlier message" /> },
          replacedById === undefined
            ? undefined
            : { label: 'Replaced by', value: <EntryLink id={replacedById} words="the later message" /> },
          batchId === undefined
            ? undefined
            : {
                label: 'Batch',
                value: (
                  <span className="row g6">
                    one of {formatInteger(batchSize ?? 1)}
                    <Button size="small" kind="quiet" onClick={() => onShowBatch(batchId)}>
                      Show batch
                    </Button>
                  </span>
                ),
              },
        ]}
      />
    </DetailSection>
  );
}

/** Whether it is signed and not known to be on chain. */
function isPending({ stage }: JournalEntry): boolean {
  return stage === 'signed' || stage === 'rejected' || stage === 'pushed' || stage === 'in-pool';
}

/** Whether it is signed and no node has accepted it. */
function isUnaccepted({ stage }: JournalEntry): boolean {
  return stage === 'signed' || stage === 'rejected';
}

/** Whether no node is known to have it. */
function isUnsent({ stage, pushCount }: JournalEntry): boolean {
  return pushCount === 0 && (stage === 'intent' || stage === 'signed' || stage === 'rejected' || stage === 'failed');
}

function pushedWords({ pushCount: count, stage }: JournalEntry): string {
  if (count === 0) return stage === 'rejected' ? 'rejected' : 'never';
  return count === 1 ? 'once, accepted' : `${formatInteger(count)} times`;
}

function EntryLink({ id, words }: { readonly id: string; readonly words: string }) {
  return (
    <Link href={`/journal/${encodeURIComponent(id)}`} className="link">
      {words}
    </Link>
  );
}

function FeeSection({ entry }: { readonly entry: JournalEntry }) {
  return (
    <DetailSection title="Fee">
      <KeyValue
        labelWidthPx={96}
        rows={[
          entry.fee === undefined
            ? { label: 'Maximum fee', value: <TotalFee value={highestFee(entry)} /> }
            : { label: 'Paid', value: <TotalFee value={BigInt(entry.fee)} /> },
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
          { label: 'Fee cap / gas', value: <FeeText value={entry.gasFeeCap} /> },
          { label: 'Premium / gas', value: <FeeText value={entry.gasPremium} beside={entry.gasFeeCap} /> },
        ]}
      />
    </DetailSection>
  );
}

function TotalFee({ value }: { readonly value: bigint }) {
  return <AmountText value={value.toString()} places={placesForDigits(value, 'FIL')} />;
}

function timelineSteps(entry: JournalEntry): TimelineStep[] {
  return messageTimeline(entry).map((step, index) => ({
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

function stepNote(step: MessageStep, entry: JournalEntry) {
  const isCounting = step.stage === 'executed' && entry.stage === 'executed' && step.status !== 'done' && entry.confirmations !== undefined;
  if (step.note === undefined && step.callId === undefined && !isCounting) return undefined;
  return (
    <>
      {step.note === undefined ? undefined : <UntrustedText text={step.note} />}
      {isCounting ? formatCount(entry.confirmations ?? 0, 'confirmation') : undefined}
      {step.callId === undefined ? undefined : (
        <>
          {' '}
          <Link href={`/inspector/${step.callId}`} className="link">
            call {step.callId}
          </Link>
        </>
      )}
    </>
  );
}

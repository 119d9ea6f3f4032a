import { IconRefresh, IconSearchOff } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { defined } from '../../../shared/collections/defined.ts';
import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { DecodedView } from '../../../shared/ipc/schemas/decoded.ts';
import type { MessageInside, MessageTrace } from '../../../shared/ipc/schemas/message-inside.ts';
import { revertWords } from '../../../shared/text/decoded-words.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { callsOf, partOf, QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StaleBadge } from '../../components/feedback/StaleBadge.tsx';
import { UnverifiedMark } from '../../components/feedback/UnverifiedMark.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { PageHead } from '../../components/layout/PageHead.tsx';
import { ScrollArea } from '../../components/layout/ScrollArea.tsx';
import { SplitView } from '../../components/layout/SplitView.tsx';
import { HashText } from '../../components/values/HashText.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useUnverifiedNote } from '../../hooks/use-network-version.ts';
import { useQuery } from '../../hooks/use-query.ts';
import { CallPane } from './CallPane.tsx';
import { CallsPanel } from './CallsPanel.tsx';
import { FeesPanel } from './FeesPanel.tsx';
import { MessageFacts } from './MessageFacts.tsx';
import { MessageTimeline } from './MessageTimeline.tsx';
import styles from './message.module.css';
import { messageJson } from './message-json.ts';
import { innerFailure, messageStatus, messageTitle, originOfFailure } from './message-words.ts';
import { ParametersPanel } from './ParametersPanel.tsx';
import { ReturnPanel } from './ReturnPanel.tsx';

export function MessageDetail({ cid }: { readonly cid: string }) {
  const [, navigate] = useLocation();
  const [isFinal, setIsFinal] = useState(false);
  // A final message never changes, but another connection has to find it first.
  const query = useQuery(`message ${cid}`, (client) => client.chain.getMessage({ cid }), isFinal ? {} : { refreshOn: 'head' });
  const message = query.data;
  if (isFinal !== (message?.stage === 'final')) setIsFinal(!isFinal);
  const executedAt = message?.execution?.tipset.height;
  const note = useUnverifiedNote(executedAt);
  const isMissing = message === undefined && query.error?.code === 'not-found';
  const inside = useInside(message);
  const trace = partOf(inside.data?.trace);
  const [selected, select] = useSelectedCall(cid, trace?.failedAt);
  const status = message === undefined ? undefined : messageStatus(message, trace);
  return (
    <SplitView
      pane={
        trace === undefined || selected === undefined || trace.calls[selected] === undefined ? undefined : (
          <CallPane trace={trace} index={selected} calls={callsOf(inside.data?.trace) ?? []} onSelect={select} />
        )
      }
    >
      <PageHead
        title={message === undefined || isMissing ? 'Message' : messageTitle(message)}
        status={
          <>
            {status === undefined || isMissing ? undefined : <Badge tone={status.tone}>{status.words}</Badge>}
            {executedAt === undefined ? undefined : <UnverifiedMark height={executedAt} />}
            <span className={`s12 ${styles.headHash}`}>
              <HashText cid={cid} size="detail" hasCopy />
            </span>
            <StaleBadge query={query} />
          </>
        }
        actions={
          message === undefined || isMissing ? undefined : (
            <>
              {message.execution === undefined ? undefined : (
                <Button
                  size="small"
                  icon={IconRefresh}
                  isBusy={inside.isLoading}
                  hint="Execute it again on the node, without changing state"
                  onClick={() => {
                    query.refresh();
                    inside.refresh();
                  }}
                >
                  Replay
                </Button>
              )}
              <Button size="small" onClick={() => navigate(`/actors/${encodeURIComponent(message.from)}`)}>
                Open sender
              </Button>
              <CopyButton text={messageJson(message, inside.data, note)} label="Copy as JSON" />
            </>
          )
        }
      />
      <ScrollArea label="The message">
        {isMissing ? (
          <PanelState
            icon={IconSearchOff}
            title="Message not found"
            actions={
              <Button size="small" onClick={() => navigate('/messages')}>
                Find another
              </Button>
            }
          >
            Not in the mempool, nor in the epochs that the node can search. It may be on another network, older than the node&apos;s
            history, or never sent. <UntrustedText text={query.error?.message ?? ''} />
          </PanelState>
        ) : (
          <QueryContent query={query} skeleton={<SkeletonRows rows={12} columns={4} />}>
            {(found) => <MessageBody message={found} inside={inside} selected={selected} onSelect={select} />}
          </QueryContent>
        )}
      </ScrollArea>
    </SplitView>
  );
}

/** Trace and events of an executed message. A reorg to another tipset reads them again. */
function useInside(message: Message | undefined) {
  const { inclusion, execution } = message ?? {};
  const isAsked = message !== undefined && inclusion !== undefined && execution !== undefined;
  const request = {
    cid: message?.cid ?? '',
    tipsetKey: inclusion?.tipset.key ?? [],
    ...defined({ eventsRoot: execution?.eventsRoot }),
  };
  return useQuery(`inside ${JSON.stringify(request)}`, (client) => client.chain.getMessageInside(request), { isEnabled: isAsked });
}

/** The open call, kept in the route. The call that explains a failure is opened once, when found. */
function useSelectedCall(cid: string, failedAt: number | undefined) {
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const text = search.get('call');
  const selected = text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
  const select = useCallback(
    (index: number | undefined, isReplacing = false) =>
      navigate(`/messages/${encodeURIComponent(cid)}${index === undefined ? '' : `?call=${index}`}`, { replace: isReplacing }),
    [cid, navigate],
  );
  const isShown = useRef(false);
  useEffect(() => {
    if (failedAt === undefined || isShown.current) return;
    isShown.current = true;
    if (selected === undefined) select(failedAt, true);
  }, [failedAt, selected, select]);
  return [selected, select] as const;
}

interface MessageBodyProps {
  readonly message: Message;
  readonly inside: { readonly data: MessageInside | undefined; readonly error: unknown; refresh(): void };
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
}

function MessageBody({ message, inside, selected, onSelect }: MessageBodyProps) {
  const [, navigate] = useLocation();
  const { execution } = message;
  const trace = partOf(inside.data?.trace);
  const inner = innerFailure(message, trace);
  return (
    <div className={styles.body}>
      {execution !== undefined && execution.exitCode !== 0 ? <FailureNote execution={execution} trace={trace} /> : undefined}
      {inner === undefined ? undefined : (
        <Note tone="danger" title={inner.title}>
          <UntrustedText text={inner.text} maximumLength={800} />
        </Note>
      )}
      {message.stage === 'in-pool' ? (
        <Note
          tone="pending"
          title="Pending"
          actions={
            <Button size="small" onClick={() => navigate(`/mempool?filter=${encodeURIComponent(`cid:${message.cid}`)}`)}>
              Show in mempool
            </Button>
          }
        >
          Not in a block yet. It is executed one epoch after its inclusion.
        </Note>
      ) : undefined}
      {message.stage === 'not-found' ? (
        <Note tone="warning" title="Not found on chain">
          The node has this message, but not in its mempool, nor in the epochs it searched. It was executed earlier, or never.
        </Note>
      ) : undefined}
      {message.replacedBy === undefined ? undefined : (
        <Note tone="warning" title="Replaced">
          Another message with its nonce was executed, so this one never will be:{' '}
          <Link href={`/messages/${encodeURIComponent(message.replacedBy)}`} className="link">
            <HashText cid={message.replacedBy} size="detail" />
          </Link>
        </Note>
      )}
      {message.isCidVerified ? undefined : (
        <Note tone="warning" title="CID mismatch">
          The returned message does not hash to the CID that the node gave for it.
        </Note>
      )}
      <MessageFacts message={message} trace={trace} />
      {execution === undefined ? undefined : (
        <CallsPanel trace={inside.data?.trace} selectedIndex={selected} onSelect={onSelect} onRetry={inside.refresh} />
      )}
      <div className={`ruled ${styles.halves}`}>
        <ParametersPanel message={message} proposal={inside.data?.proposal} onRetry={inside.refresh} />
        <FeesPanel message={message} trace={trace} />
      </div>
      <ReturnPanel message={message} inside={inside.data} onRetry={inside.refresh} />
      <MessageTimeline message={message} isFailedInside={inner !== undefined} />
    </div>
  );
}

type Execution = NonNullable<Message['execution']>;

function FailureNote({ execution, trace }: { readonly execution: Execution; readonly trace: MessageTrace | undefined }) {
  const { title, rest } = failureWords(execution);
  const origin = trace === undefined ? undefined : originOfFailure(trace);
  return (
    <Note tone="danger" title={title}>
      <UntrustedText text={rest} /> <RevertReason returned={execution.returned} />
      {origin === undefined ? undefined : <UntrustedText text={`${origin} `} maximumLength={400} />}
      The fee was paid; the value was not transferred. <b>What to do:</b> <UntrustedText text={execution.exitFix} />
    </Note>
  );
}

/** The first sentence of the meaning as a title, and the rest. The receipt shows the name of the code. */
function failureWords({ exitCode, exitName, exitMeaning }: Execution): {
  readonly title: string;
  readonly rest: string;
} {
  if (/ code \d+$/.test(exitName)) return { title: `The message failed with code ${exitCode}`, rest: exitMeaning };
  const [first = '', ...rest] = exitMeaning.split(/(?<=\.) /);
  const words = sanitiseToText(first.replace(/\.$/, ''), 120);
  return { title: `The message failed: ${words.charAt(0).toLowerCase()}${words.slice(1)}`, rest: rest.join(' ') };
}

/** The revert reason of a contract, if it reverted. */
function RevertReason({ returned }: { readonly returned: DecodedView }) {
  const { value } = returned;
  if (value?.kind !== 'revert' || value.text === undefined) return undefined;
  return (
    <>
      {revertWords(value.reason)}{' '}
      <b>
        <UntrustedText text={value.text} maximumLength={300} />
      </b>
      .{' '}
    </>
  );
}

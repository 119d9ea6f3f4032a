import { IconCode, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Note } from '../../components/Note.tsx';
import { PageHead } from '../../components/PageHead.tsx';
import { Panel, PanelBody } from '../../components/Panel.tsx';
import { PanelState } from '../../components/PanelState.tsx';
import { QueryContent } from '../../components/QueryContent.tsx';
import { ScrollArea } from '../../components/ScrollArea.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { SkeletonRows } from '../../components/Skeleton.tsx';
import { SplitView } from '../../components/SplitView.tsx';
import { StaleBadge } from '../../components/StaleBadge.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { classNames } from '../../lib/class-names.ts';
import { FeesPanel } from './FeesPanel.tsx';
import { MessageFacts } from './MessageFacts.tsx';
import { MessageLife } from './MessageLife.tsx';
import styles from './message.module.css';
import { messageStatus } from './message-words.ts';

export function MessageDetail({ cid }: { readonly cid: string }) {
  const [, navigate] = useLocation();
  const [isFinal, setIsFinal] = useState(false);
  // A final message cannot change any more.
  const query = useQuery(`message ${cid}`, (client) => client.chain.getMessage({ cid }), isFinal ? {} : { refreshOn: 'head' });
  const message = query.data;
  if (!isFinal && message?.stage === 'final') setIsFinal(true);
  const isMissing = message?.stage === 'not-found' || (message === undefined && query.error?.code === 'not-found');
  const status = message === undefined ? undefined : messageStatus(message);
  return (
    <SplitView>
      <PageHead
        title={message === undefined || isMissing ? 'Message' : titleOf(message)}
        status={
          <>
            {status === undefined || isMissing ? undefined : <Badge tone={status.tone}>{status.words}</Badge>}
            <span className="s12">
              <HashText cid={cid} size="detail" hasCopy />
            </span>
            <StaleBadge query={query} />
          </>
        }
      />
      <ScrollArea label="Message">
        {isMissing ? (
          <PanelState
            icon={IconSearchOff}
            title="This node does not know the message"
            actions={
              <Button size="small" onClick={() => navigate('/messages')}>
                Find another
              </Button>
            }
          >
            It is neither in the pool nor in the part of the chain that the node can search. It may be on another network, older than the
            node&apos;s history, or it was never sent. <UntrustedText text={query.error?.message ?? ''} />
          </PanelState>
        ) : (
          <QueryContent query={query} skeleton={<SkeletonRows rows={12} columns={4} />}>
            {(found) => <MessageBody message={found} />}
          </QueryContent>
        )}
      </ScrollArea>
    </SplitView>
  );
}

function titleOf(message: Message): string {
  return message.methodName === undefined ? `Method ${formatInteger(message.method)}` : sanitiseToText(message.methodName, 60);
}

function MessageBody({ message }: { readonly message: Message }) {
  const execution = message.execution;
  return (
    <>
      {execution !== undefined && execution.exitCode !== 0 ? (
        <Note tone="danger" title={`The message failed with ${sanitiseToText(execution.exitName, 60)}`}>
          <UntrustedText text={execution.exitMeaning} /> Its fee was paid all the same; its value did not move. <b>What to do:</b>{' '}
          <UntrustedText text={execution.exitFix} />
        </Note>
      ) : undefined}
      {message.stage === 'in-pool' ? (
        <Note tone="pending" title="Waiting in the pool">
          No block has taken it yet. It is executed one epoch after a block includes it.
        </Note>
      ) : undefined}
      {message.replacedBy === undefined ? undefined : (
        <Note tone="warning" title="Another message took its nonce">
          <HashText cid={message.replacedBy} size="detail" hasCopy />
        </Note>
      )}
      {message.isCidVerified ? undefined : (
        <Note tone="warning" title="The bytes do not hash to a CID the node gave">
          The message was rebuilt here from what the node said, and its CID is another one.
        </Note>
      )}
      <MessageFacts message={message} />
      <div className={classNames('ruled', styles.halves)}>
        <ParametersPanel message={message} />
        <FeesPanel message={message} />
      </div>
      <ReceiptPanel message={message} />
      <MessageLife message={message} />
    </>
  );
}

function ParametersPanel({ message }: { readonly message: Message }) {
  const params = message.params;
  const [form, setForm] = useState<'decoded' | 'raw'>('decoded');
  const isEmpty = message.paramsHex === '';
  const isRaw = form === 'raw' || params === undefined;
  return (
    <Panel
      title="Parameters"
      sub={
        isEmpty
          ? undefined
          : params === undefined
            ? 'not decoded: the method is not known here'
            : `decoded${message.toActor === undefined ? '' : ` as ${sanitiseToText(message.toActor, 40)}`}`
      }
      actions={
        isEmpty || params === undefined ? undefined : (
          <SegmentedControl
            label="Form of the parameters"
            value={form}
            onChange={setForm}
            options={[
              { value: 'decoded', label: 'Decoded' },
              { value: 'raw', label: 'Raw' },
            ]}
          />
        )
      }
    >
      {isEmpty ? (
        <PanelState icon={IconCode} title="No parameters">
          {message.method === '0' ? 'A plain transfer takes none.' : 'The call was made without any.'}
        </PanelState>
      ) : (
        <PanelBody>
          {isRaw ? (
            <div className={styles.raw}>
              <span className="mono">{message.paramsHex}</span> <CopyButton text={message.paramsHex} label="Copy bytes" />
            </div>
          ) : (
            <KeyValue
              rows={params.map((param) => ({
                label: sanitiseToText(param.name, 60),
                value: <UntrustedText text={param.value} maximumLength={600} />,
                isWrapped: true,
              }))}
            />
          )}
        </PanelBody>
      )}
    </Panel>
  );
}

function ReceiptPanel({ message }: { readonly message: Message }) {
  const execution = message.execution;
  return (
    <Panel title="Receipt" calls={message.calls.receipt} hasRule>
      <PanelBody>
        {execution === undefined ? (
          <span className="t3">There is a receipt once the message has been executed.</span>
        ) : (
          <KeyValue
            labelWidthPx={88}
            rows={[
              {
                label: 'Exit',
                value: (
                  <>
                    {execution.exitCode} <span className="t3">{sanitiseToText(execution.exitName, 60)}</span>
                  </>
                ),
              },
              {
                label: 'Return',
                value:
                  execution.returnHex === '' ? (
                    <span className="t3">empty</span>
                  ) : (
                    <>
                      <span className="mono">{execution.returnHex}</span> <CopyButton text={execution.returnHex} label="Copy bytes" />
                    </>
                  ),
                isWrapped: true,
              },
            ]}
          />
        )}
      </PanelBody>
    </Panel>
  );
}

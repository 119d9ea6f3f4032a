import { IconCode, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Message } from '../../../shared/ipc/schemas/chain.ts';
import type { DecodedView } from '../../../shared/ipc/schemas/decoded.ts';
import { revertWords } from '../../../shared/text/decoded-words.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { Badge } from '../../components/Badge.tsx';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DecodedTree } from '../../components/DecodedTree.tsx';
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
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useQuery } from '../../hooks/use-query.ts';
import { classNames } from '../../lib/class-names.ts';
import { FeesPanel } from './FeesPanel.tsx';
import { MessageFacts } from './MessageFacts.tsx';
import { MessageLife } from './MessageLife.tsx';
import styles from './message.module.css';
import { receiptOrigins } from './message-origins.ts';
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
      {execution !== undefined && execution.exitCode !== 0 ? <FailureNote execution={execution} /> : undefined}
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
        <div className={styles.column}>
          <FeesPanel message={message} />
          <ReceiptPanel message={message} />
        </div>
      </div>
      <MessageLife message={message} />
    </>
  );
}

type Execution = NonNullable<Message['execution']>;

function FailureNote({ execution }: { readonly execution: Execution }) {
  const { title, rest } = failureWords(execution);
  return (
    <Note tone="danger" title={title}>
      <UntrustedText text={rest} /> <RevertReason returned={execution.returned} />
      Its fee was paid all the same; its value did not move. <b>What to do:</b> <UntrustedText text={execution.exitFix} />
    </Note>
  );
}

/** What the code says in its first sentence, and the rest of it. Its name stands in the receipt. */
function failureWords({ exitCode, exitName, exitMeaning }: Execution): {
  readonly title: string;
  readonly rest: string;
} {
  if (/ code \d+$/.test(exitName)) return { title: `The message failed with code ${exitCode}`, rest: exitMeaning };
  const [first = '', ...rest] = exitMeaning.split(/(?<=\.) /);
  const words = sanitiseToText(first.replace(/\.$/, ''), 120);
  return { title: `The message failed: ${words.charAt(0).toLowerCase()}${words.slice(1)}`, rest: rest.join(' ') };
}

/** What a contract said when it gave up, where it did. */
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

type Form = 'decoded' | 'raw';

function ParametersPanel({ message }: { readonly message: Message }) {
  const [form, setForm] = useState<Form>('decoded');
  const isEmpty = message.paramsHex === '';
  return (
    <Panel
      title="Parameters"
      sub={
        isEmpty || message.toActor === undefined || message.params.form !== 'typed'
          ? undefined
          : `decoded as ${sanitiseToText(message.toActor, 40)}`
      }
      actions={isEmpty ? undefined : <FormControl label="Form of the parameters" form={form} onChange={setForm} />}
    >
      {isEmpty ? (
        <PanelState icon={IconCode} title="No parameters">
          {message.method === '0' ? 'A plain transfer takes none.' : 'The call was made without any.'}
        </PanelState>
      ) : (
        <PanelBody>
          {form === 'raw' ? (
            <RawBytes hex={message.paramsHex} />
          ) : (
            <DecodedTree
              label="Decoded parameters"
              view={message.params}
              isMethodKnown={message.methodName !== undefined}
              isTransfer={message.method === '0'}
            />
          )}
        </PanelBody>
      )}
    </Panel>
  );
}

interface FormControlProps {
  readonly label: string;
  readonly form: Form;
  readonly onChange: (form: Form) => void;
}

function FormControl({ label, form, onChange }: FormControlProps) {
  return (
    <SegmentedControl
      label={label}
      value={form}
      onChange={onChange}
      options={[
        { value: 'decoded', label: 'Decoded' },
        { value: 'raw', label: 'Raw' },
      ]}
    />
  );
}

function RawBytes({ hex }: { readonly hex: string }) {
  return (
    <div className={styles.raw}>
      <span className="mono">{hex}</span> <CopyButton text={hex} label="Copy bytes" />
    </div>
  );
}

function ReceiptPanel({ message }: { readonly message: Message }) {
  const [form, setForm] = useState<Form>('decoded');
  const execution = message.execution;
  const isEmpty = execution === undefined || execution.returnHex === '';
  return (
    <Panel
      title="Receipt"
      calls={message.calls.receipt}
      actions={isEmpty ? undefined : <FormControl label="Form of the return value" form={form} onChange={setForm} />}
    >
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
                    <Traced of={receiptOrigins('ExitCode')}>{execution.exitCode}</Traced>{' '}
                    <span className="t3">{sanitiseToText(execution.exitName, 60)}</span>
                  </>
                ),
              },
              {
                label: 'Return',
                value: isEmpty ? (
                  <span className="t3">empty</span>
                ) : form === 'raw' ? (
                  <RawBytes hex={execution.returnHex} />
                ) : (
                  <DecodedTree label="Decoded return value" view={execution.returned} isMethodKnown={message.methodName !== undefined} />
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

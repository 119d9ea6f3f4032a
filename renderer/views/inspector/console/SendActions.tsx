import { IconPencil, IconPlayerStop, IconRepeat, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { type CallDetail, LIVE_SOURCE, type SendTarget } from '../../../../shared/ipc/schemas/inspector.ts';
import { isPlainRead, methodFacts } from '../../../../shared/rpc/methods.ts';
import type { AppClient } from '../../../client/client-context.ts';
import { Note } from '../../../components/feedback/Note.tsx';
import { Button } from '../../../components/inputs/Button.tsx';
import { UntrustedText } from '../../../components/values/UntrustedText.tsx';
import { useCommand } from '../../../hooks/use-command.ts';
import { useTopic } from '../../../hooks/use-topic.ts';
import { CopyMenu } from '../call/CopyMenu.tsx';
import styles from '../call/call-pane.module.css';
import { NOT_ITS_ENDPOINT, paramsOfRepair, repairBlocker, requestRepairOf } from './repaired-request.ts';

interface SendActionsProps {
  readonly source: string;
  readonly call: CallDetail;
  readonly onSent: (id: number) => void;
  /** Opens the console with what the query names. */
  readonly onEdit: (query: URLSearchParams) => void;
}

const sendCall = (client: AppClient, input: { method: string; params: string } & Partial<SendTarget>) => client.inspector.sendCall(input);
const sendAgain = (client: AppClient, input: { source: string; id: number; isConfirmed?: boolean }) => client.inspector.sendAgain(input);
const stopCall = (client: AppClient, input: { id: number }) => client.inspector.stopCall(input);

/** What can be done with a call, the likeliest first. */
export function SendActions({ source, call, onSent, onEdit }: SendActionsProps) {
  const { id, kind, status, cause, method, connectionId, connectionName } = call.summary;
  const isElsewhere = useTopic('connections.changed', (state) => state !== undefined && state.activeId !== connectionId);
  const [askedId, setAskedId] = useState<number | undefined>(undefined);
  const repair = requestRepairOf(call);
  const blocker = repair === undefined ? undefined : repairBlocker(call, repair);
  const repaired = useCommand(sendCall);
  const again = useCommand(sendAgain);
  const stop = useCommand(stopCall);
  const failure = repaired.error ?? again.error ?? stop.error;
  const isRequest = kind === 'call' || kind === 'batch';
  // A batch has the names of its calls.
  const readsOnly = method.split(', ').every(isPlainRead);

  function repeat(isConfirmed: boolean): void {
    setAskedId(undefined);
    void again.run({ source, id, ...(isConfirmed ? { isConfirmed } : {}) }).then((sent) => {
      if (sent !== undefined) onSent(sent.id);
    });
  }

  function edit(isRepaired: boolean): void {
    const query = new URLSearchParams({ call: String(id) });
    if (source !== LIVE_SOURCE) query.set('source', source);
    if (isRepaired) query.set('repaired', 'yes');
    onEdit(query);
  }

  return (
    <>
      {failure === undefined ? undefined : (
        <p className={styles.footError} role="alert">
          <UntrustedText text={failure.message} />
        </p>
      )}
      {askedId === id ? (
        <div role="alert" className={styles.question}>
          <Note tone="warning" isInset title="Send this again?">
            <UntrustedText text={method} maximumLength={80} /> may change the node or the chain, and sending it again may do so a second
            time.
            <span className="row g6">
              <Button size="small" onClick={() => setAskedId(undefined)}>
                Cancel
              </Button>
              <Button size="small" kind="danger" onClick={() => repeat(true)}>
                Send now
              </Button>
            </span>
          </Note>
        </div>
      ) : undefined}
      {source === LIVE_SOURCE && isRequest && (status === 'pending' || isOpenStream(call)) ? (
        <Button
          icon={IconPlayerStop}
          isBusy={stop.isRunning}
          disabledReason={cause === 'user' ? undefined : 'A screen made this call. You can stop only calls that you sent.'}
          onClick={() => void stop.run({ id })}
        >
          Stop
        </Button>
      ) : undefined}
      {repair === undefined ? undefined : blocker === undefined ? (
        <Button
          kind="primary"
          icon={IconSend}
          isBusy={repaired.isRunning}
          onClick={() =>
            void repaired.run({ method: repair.method, params: paramsOfRepair(repair), ...call.sendAgainTo }).then((sent) => {
              if (sent !== undefined) onSent(sent.id);
            })
          }
        >
          Send repaired
        </Button>
      ) : (
        <Button kind="primary" icon={IconPencil} hint={blocker} onClick={() => edit(true)}>
          Edit repaired
        </Button>
      )}
      {isRequest && status !== 'pending' && repair === undefined ? (
        <Button
          icon={IconRepeat}
          isBusy={again.isRunning}
          {...(isElsewhere ? { hint: `To ${connectionName}, which is not the active endpoint` } : {})}
          disabledReason={call.sendAgainTo === undefined ? NOT_ITS_ENDPOINT : undefined}
          onClick={() => (readsOnly ? repeat(false) : setAskedId(id))}
        >
          Send again
        </Button>
      ) : undefined}
      {isRequest ? (
        <Button
          icon={IconPencil}
          isIconOnly
          disabledReason={
            call.request.isTruncated || call.request.recordedBytes === 0 ? 'The request was not recorded in full.' : undefined
          }
          onClick={() => edit(false)}
        >
          Edit and send
        </Button>
      ) : undefined}
      <CopyMenu source={source} id={id} />
    </>
  );
}

/** A stream that was opened by hand, as far as the recording tells: nothing since says that it has ended. */
function isOpenStream({ summary, children }: CallDetail): boolean {
  const isStream = summary.cause === 'user' && summary.status === 'ok' && methodFacts(summary.method)?.isStream === true;
  return isStream && !children.some(({ kind, status }) => kind === 'event' || status === 'error');
}

import { IconPencil, IconPlayerStop, IconRepeat, IconSend } from '@tabler/icons-react';
import { type CallDetail, LIVE_SOURCE } from '../../../shared/ipc/schemas/inspector.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Button } from '../../components/Button.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { CopyMenu } from './CopyMenu.tsx';
import styles from './call-pane.module.css';
import { paramsOfRepair, repairBlocker, requestRepairOf } from './repaired-request.ts';

interface SendActionsProps {
  readonly source: string;
  readonly call: CallDetail;
  readonly onSent: (id: number) => void;
  /** Opens the console with what the query names. */
  readonly onEdit: (query: URLSearchParams) => void;
}

const sendCall = (client: AppClient, input: { method: string; params: string }) => client.inspector.sendCall(input);
const sendAgain = (client: AppClient, input: { source: string; id: number }) => client.inspector.sendAgain(input);
const stopCall = (client: AppClient, input: { id: number }) => client.inspector.stopCall(input);

/** What can be done with a call, the likeliest first. */
export function SendActions({ source, call, onSent, onEdit }: SendActionsProps) {
  const { id, kind, status, cause } = call.summary;
  const repair = requestRepairOf(call);
  const blocker = repair === undefined ? undefined : repairBlocker(call, repair);
  const repaired = useCommand(sendCall);
  const again = useCommand(sendAgain);
  const stop = useCommand(stopCall);
  const failure = repaired.error ?? again.error ?? stop.error;
  const isRequest = kind === 'call' || kind === 'batch';

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
          {failure.message}
        </p>
      )}
      {status === 'pending' && isRequest && source === LIVE_SOURCE ? (
        <Button
          icon={IconPlayerStop}
          isBusy={stop.isRunning}
          disabledReason={
            cause === 'user' ? undefined : 'A screen asked for this and ends it by itself; only calls sent by hand can be stopped.'
          }
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
            void repaired.run({ method: repair.method, params: paramsOfRepair(repair) }).then((sent) => {
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
          disabledReason={call.canSendAgain ? undefined : 'The active connection is another one than this call went to.'}
          onClick={() =>
            void again.run({ source, id }).then((sent) => {
              if (sent !== undefined) onSent(sent.id);
            })
          }
        >
          Send again
        </Button>
      ) : undefined}
      {isRequest ? (
        <Button
          icon={IconPencil}
          isIconOnly
          disabledReason={call.request.isTruncated || call.request.recordedBytes === 0 ? 'The request was not recorded whole.' : undefined}
          onClick={() => edit(false)}
        >
          Edit and send
        </Button>
      ) : undefined}
      <CopyMenu source={source} id={id} />
    </>
  );
}

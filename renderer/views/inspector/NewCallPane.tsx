import { IconSend } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { AppClient } from '../../client/client-context.ts';
import { Button } from '../../components/Button.tsx';
import { DetailPane } from '../../components/DetailPane.tsx';
import { Note } from '../../components/Note.tsx';
import { TextField } from '../../components/TextField.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import styles from './inspector.module.css';
import { paramsProblem } from './params-text.ts';

interface NewCallPaneProps {
  readonly initial: { readonly method: string; readonly params: string };
  readonly methods: readonly string[];
  readonly onClose: () => void;
  /** Called with the id of the call that was sent. */
  readonly onSent: (id: number) => void;
}

const sendCall = (client: AppClient, input: { method: string; params: string }) => client.inspector.sendCall(input);

/** A call written by hand and sent exactly as written. */
export function NewCallPane({ initial, methods, onClose, onSent }: NewCallPaneProps) {
  const [method, setMethod] = useState(initial.method);
  const [params, setParams] = useState(initial.params);
  const send = useCommand(sendCall);
  const id = useId();
  const problem = paramsProblem(params);
  const reason = method.trim() === '' ? 'Name a method first.' : problem;

  async function submit(): Promise<void> {
    if (reason !== undefined) return;
    const sent = await send.run({ method: method.trim(), params });
    if (sent !== undefined) onSent(sent.id);
  }

  return (
    <DetailPane
      title="New call"
      sub="to the active endpoint, exactly as written"
      onClose={onClose}
      footer={
        <Button kind="primary" icon={IconSend} isBusy={send.isRunning} disabledReason={reason} onClick={() => void submit()}>
          Send
        </Button>
      }
    >
      <div className={styles.form}>
        <TextField
          label="Method"
          layout="above"
          isMono
          value={method}
          onChange={setMethod}
          placeholder="ChainHead"
          suggestions={methods.map((name) => ({ value: name, label: name }))}
          help="A name with a dot and eth_, net_, web3_ and trace_ names are sent as they are; before others the prefix of the endpoint is put"
        />
        <div>
          <label className={styles.label} htmlFor={id}>
            Parameters
          </label>
          <textarea
            id={id}
            className={styles.editor}
            value={params}
            spellCheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-about`}
            onChange={(event) => setParams(event.currentTarget.value)}
          />
          <p id={`${id}-about`} className={problem === undefined ? styles.help : styles.error}>
            {problem ?? 'JSON, sent without changing a digit'}
          </p>
        </div>
        {send.error === undefined ? undefined : (
          <Note tone="danger" title="The call was not sent" isInset>
            <UntrustedText text={send.error.message} />
          </Note>
        )}
      </div>
    </DetailPane>
  );
}

import { IconDeviceFloppy, IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import type { Connection, ConnectionDraft, NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Button } from '../../components/Button.tsx';
import { DetailPane } from '../../components/DetailPane.tsx';
import { Note } from '../../components/Note.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { TextField } from '../../components/TextField.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import {
  type ConnectionFields,
  connectionErrors,
  EMPTY_CONNECTION,
  fieldsOfConnection,
  guessFromHttpUrl,
  toConnectionDraft,
} from './connection-form.ts';
import styles from './endpoints.module.css';
import { ProbeFacts, ProbeFailure } from './ProbeResult.tsx';

interface ConnectionFormProps {
  /** The connection to change; undefined for a new one. */
  readonly connection: Connection | undefined;
  readonly onClose: () => void;
  readonly onSaved: (id: string) => void;
}

const probe = (client: AppClient, input: { draft: ConnectionDraft; id?: string }) => client.connections.probeConnection(input);
const save = async (client: AppClient, input: { draft: ConnectionDraft; id: string | undefined }) => {
  if (input.id === undefined) return client.connections.addConnection(input.draft);
  await client.connections.updateConnection({ id: input.id, draft: input.draft });
  return { id: input.id };
};

/** Adds or changes an endpoint. What the node says of itself is shown before anything is saved. */
export function ConnectionForm({ connection, onClose, onSaved }: ConnectionFormProps) {
  const [fields, setFields] = useState<ConnectionFields>(connection === undefined ? EMPTY_CONNECTION : fieldsOfConnection(connection));
  const [hasTouchedWs, setHasTouchedWs] = useState(connection !== undefined);
  const [hasTouchedName, setHasTouchedName] = useState(connection !== undefined);
  const [isTried, setIsTried] = useState(false);
  const [probed, setProbed] = useState<{ readonly of: string; readonly facts: NodeFacts } | undefined>(undefined);
  const probing = useCommand(probe);
  const saving = useCommand(save);
  const errors = connectionErrors(fields);
  const draft = toConnectionDraft(fields);
  const draftKey = JSON.stringify(draft);
  const hasErrors = Object.keys(errors).length > 0;
  const facts = probed?.of === draftKey ? probed.facts : undefined;

  function change(next: Partial<ConnectionFields>): void {
    probing.clearError();
    setFields((before) => ({ ...before, ...next }));
  }

  function changeHttpUrl(httpUrl: string): void {
    const guess = guessFromHttpUrl(httpUrl);
    change({
      httpUrl,
      ...(guess.apiVersion === undefined ? {} : { apiVersion: guess.apiVersion }),
      ...(hasTouchedName || guess.name === undefined ? {} : { name: guess.name }),
      ...(hasTouchedWs || guess.wsUrl === undefined ? {} : { wsUrl: guess.wsUrl }),
    });
  }

  async function check(): Promise<void> {
    setIsTried(true);
    if (hasErrors) return;
    const answer = await probing.run({ draft, ...(connection === undefined ? {} : { id: connection.id }) });
    if (answer !== undefined) setProbed({ of: draftKey, facts: answer });
  }

  async function store(): Promise<void> {
    setIsTried(true);
    if (hasErrors) return;
    const saved = await saving.run({ draft, id: connection?.id });
    if (saved !== undefined) onSaved(saved.id);
  }

  function errorOf(field: keyof ConnectionFields): string | undefined {
    const fromHost = saving.error?.details?.fields?.[field] ?? probing.error?.details?.fields?.[field];
    const own = errors[field];
    return fromHost ?? (own !== undefined && (isTried || fields[field] !== '') && (isTried || field !== 'name') ? own : undefined);
  }

  const isChecked = facts !== undefined;
  return (
    <DetailPane
      title={connection === undefined ? 'New endpoint' : connection.name}
      sub={connection === undefined ? 'checked before it is saved' : 'tokens are stored and never shown again'}
      onClose={onClose}
      footer={
        <>
          <Button kind={isChecked ? 'plain' : 'primary'} icon={IconPlugConnected} isBusy={probing.isRunning} onClick={() => void check()}>
            {isChecked ? 'Check again' : 'Check the endpoint'}
          </Button>
          <Button kind={isChecked ? 'primary' : 'plain'} icon={IconDeviceFloppy} isBusy={saving.isRunning} onClick={() => void store()}>
            {isChecked ? 'Save' : 'Save unchecked'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {facts === undefined ? undefined : <ProbeFacts facts={facts} />}
        {probing.error === undefined ? undefined : <ProbeFailure error={probing.error} />}
        {saving.error === undefined ? undefined : (
          <Note tone="danger" title="It was not saved" isInset>
            <UntrustedText text={saving.error.message} />
          </Note>
        )}
        <TextField
          label="Name"
          layout="above"
          value={fields.name}
          onChange={(name) => {
            setHasTouchedName(name !== '');
            change({ name });
          }}
          error={errorOf('name')}
          placeholder="harbour-1"
        />
        <TextField
          label="HTTP address"
          layout="above"
          isMono
          value={fields.httpUrl}
          onChange={changeHttpUrl}
          error={errorOf('httpUrl')}
          placeholder="http://127.0.0.1:1234/rpc/v1"
        />
        <TextField
          label="WebSocket address"
          layout="above"
          isMono
          value={fields.wsUrl}
          onChange={(wsUrl) => {
            setHasTouchedWs(true);
            change({ wsUrl });
          }}
          error={errorOf('wsUrl')}
          help="Empty: the head is polled over HTTP"
        />
        <TokenField
          label="Token"
          value={fields.token}
          hasStored={connection?.hasToken === true}
          isRemoved={fields.isTokenRemoved}
          onChange={(token) => change({ token })}
          onRemove={(isTokenRemoved) => change({ isTokenRemoved, token: '' })}
        />
        <div className={styles.two}>
          <div className={styles.labelled}>
            <div className={styles.check}>API version</div>
            <SegmentedControl
              label="API version"
              value={fields.apiVersion}
              onChange={(apiVersion) => change({ apiVersion })}
              options={[
                { value: 'v1', label: 'v1' },
                { value: 'v0', label: 'v0' },
              ]}
            />
          </div>
          <TextField
            label="Prefix of methods"
            layout="above"
            isMono
            value={fields.namespace}
            onChange={(namespace) => change({ namespace })}
            error={errorOf('namespace')}
          />
        </div>
        <div className={styles.group}>
          <h3>Storage miner, if you run one</h3>
          <TextField
            label="Miner API address"
            layout="above"
            isMono
            value={fields.minerUrl}
            onChange={(minerUrl) => change({ minerUrl })}
            error={errorOf('minerUrl')}
            placeholder="http://127.0.0.1:2345/rpc/v0"
            help="Sealing needs it"
          />
          <TokenField
            label="Miner token"
            value={fields.minerToken}
            hasStored={connection?.hasMinerToken === true}
            isRemoved={fields.isMinerTokenRemoved}
            onChange={(minerToken) => change({ minerToken })}
            onRemove={(isMinerTokenRemoved) => change({ isMinerTokenRemoved, minerToken: '' })}
          />
        </div>
        <div className={styles.group}>
          <h3>Development node</h3>
          <TextField
            label="Control address"
            layout="above"
            isMono
            value={fields.controlUrl}
            onChange={(controlUrl) => change({ controlUrl })}
            error={errorOf('controlUrl')}
            help="Practice funds come from here; real networks have none"
          />
        </div>
      </div>
    </DetailPane>
  );
}

interface TokenFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hasStored: boolean;
  readonly isRemoved: boolean;
  readonly onChange: (value: string) => void;
  readonly onRemove: (isRemoved: boolean) => void;
}

/** A token goes in and never comes out: what is stored is kept, replaced or removed. */
function TokenField({ label, value, hasStored, isRemoved, onChange, onRemove }: TokenFieldProps) {
  return (
    <TextField
      label={label}
      layout="above"
      type="password"
      isMono
      value={value}
      onChange={onChange}
      placeholder={hasStored && !isRemoved ? 'stored, type to replace it' : 'none'}
      help={
        isRemoved
          ? 'The stored token is removed when you save.'
          : hasStored
            ? 'A token is stored. It is never shown.'
            : 'Many endpoints need none for reading'
      }
      suffix={
        hasStored ? (
          <Button kind="quiet" size="small" onClick={() => onRemove(!isRemoved)}>
            {isRemoved ? 'Keep it' : 'Remove'}
          </Button>
        ) : undefined
      }
    />
  );
}

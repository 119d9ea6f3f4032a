import { IconSend } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { EndpointRequest, EndpointWishes } from '../../../shared/ipc/schemas/endpoint-requests.ts';
import { TOKEN_PERMISSIONS } from '../../../shared/rpc/token-text.ts';
import { formatDate } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Badge } from '../../components/feedback/Badge.tsx';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CopyButton } from '../../components/inputs/CopyButton.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { classNames } from '../../lib/class-names.ts';
import { ApiInfoPaste } from './ApiInfoPaste.tsx';
import type { ConnectionFields } from './connection-form.ts';
import styles from './endpoints.module.css';
import { type EndpointWishFields, requestText, wishErrors } from './request-text.ts';

const NETWORKS = [
  { value: 'mainnet', label: 'Mainnet' },
  { value: 'testnet', label: 'Testnet' },
  { value: 'hyperspace', label: 'Hyperspace' },
] as const;
const PROVIDERS = [
  { value: 'practice', label: 'Practice service' },
  { value: 'other', label: 'Other provider' },
] as const;
const EMPTY = { network: 'mainnet', permissions: ['read', 'write'], requestsPerMinute: '600', purpose: '', contact: '' } as const;

const send = (client: AppClient, wishes: EndpointWishes) => client.connections.requestEndpoint(wishes);
const withdraw = (client: AppClient, id: string) => client.connections.withdrawEndpoint({ id });
const save = (client: AppClient, id: string) => client.connections.saveRequestedEndpoint({ id });

interface RequestEndpointProps {
  readonly isPracticeRunning: boolean;
  readonly onAnswer: (fields: Partial<ConnectionFields>) => void;
}

/** Requests a custom endpoint: from the practice service through its API, from other providers as text. */
export function RequestEndpoint({ isPracticeRunning, onAnswer }: RequestEndpointProps) {
  const id = useId();
  const requests = useTopic('connections.endpointRequestsChanged') ?? [];
  const [provider, setProvider] = useState<'practice' | 'other'>(isPracticeRunning ? 'practice' : 'other');
  const [fields, setFields] = useState<Omit<EndpointWishFields, 'network'> & Pick<EndpointWishes, 'network' | 'permissions'>>({
    ...EMPTY,
    permissions: [...EMPTY.permissions],
  });
  const [areErrorsShown, showErrors] = useState(false);
  const sending = useCommand(send);
  const errors = wishErrors(fields);
  const isValid = Object.keys(errors).length === 0;
  const errorOf = (name: string): string | undefined => (areErrorsShown ? errors[name] : undefined);
  const change = (part: Partial<typeof fields>): void => setFields((known) => ({ ...known, ...part }));

  async function submit(): Promise<void> {
    showErrors(true);
    if (!isValid) return;
    const { network, permissions, requestsPerMinute, purpose, contact } = fields;
    const sent = await sending.run({ network, permissions, requestsPerMinute: Number(requestsPerMinute), purpose, contact });
    if (sent !== undefined) showErrors(false);
  }

  return (
    <div className={classNames(styles.form, styles.fitted)}>
      {isPracticeRunning ? <SegmentedControl label="Provider" options={PROVIDERS} value={provider} onChange={setProvider} /> : undefined}
      <SegmentedControl label="Network" options={NETWORKS} value={fields.network} onChange={(network) => change({ network })} />
      <fieldset className={styles.permissions} aria-describedby={errorOf('permissions') === undefined ? undefined : id}>
        <legend>Permissions</legend>
        {TOKEN_PERMISSIONS.map((permission) => (
          <label key={permission} className={styles.check}>
            <input
              type="checkbox"
              checked={fields.permissions.includes(permission)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  permissions: TOKEN_PERMISSIONS.filter((name) => (name === permission ? checked : fields.permissions.includes(name))),
                })
              }
            />
            {permission}
          </label>
        ))}
        {errorOf('permissions') === undefined ? undefined : <p id={id}>{errors.permissions}</p>}
      </fieldset>
      <TextField
        label="Expected usage"
        layout="above"
        suffix="requests/min"
        value={fields.requestsPerMinute}
        onChange={(requestsPerMinute) => change({ requestsPerMinute })}
        error={errorOf('requestsPerMinute')}
      />
      <TextField label="Purpose" layout="above" value={fields.purpose} onChange={(purpose) => change({ purpose })} />
      <TextField
        label="Contact"
        layout="above"
        value={fields.contact}
        onChange={(contact) => change({ contact })}
        error={errorOf('contact')}
        placeholder="ops@example.com"
      />
      {provider === 'practice' ? (
        <>
          <Button kind="primary" icon={IconSend} isBusy={sending.isRunning} onClick={() => void submit()}>
            Request endpoint
          </Button>
          {sending.error === undefined ? undefined : (
            <Note tone="danger" title="Request not sent" isInset>
              <UntrustedText text={sending.error.message} maximumLength={1000} />
            </Note>
          )}
          {requests.length === 0 ? undefined : (
            <ul className={styles.requests} aria-label="Requests">
              {requests.map((request) => (
                <RequestRow key={request.id} request={request} />
              ))}
            </ul>
          )}
        </>
      ) : (
        <>
          <p className={styles.text}>This provider has no request API. Send it this text, then paste the answer below.</p>
          <pre className={styles.request}>{requestText(fields)}</pre>
          <CopyButton text={requestText(fields)} label="Copy request" hasLabel />
          <ApiInfoPaste onChoose={onAnswer} />
        </>
      )}
    </div>
  );
}

const TONES = { pending: 'pending', approved: 'success', refused: 'danger', expired: 'warning', revoked: 'warning' } as const;

function RequestRow({ request }: { readonly request: EndpointRequest }) {
  const withdrawing = useCommand(withdraw);
  const saving = useCommand(save);
  const { id, network, permissions, status, reason, problem, connectionId, expiresAtMs } = request;
  const failure = withdrawing.error ?? saving.error;
  const isOpen = status === 'pending' || status === 'approved';
  return (
    <li className={styles.requestRow}>
      <span className={styles.presetHead}>
        <b>{network}</b>
        <span className="mono t3">{id.slice(0, 6)}</span>
        <Badge tone={TONES[status]}>{status}</Badge>
        <span className="t3">{permissions.join(', ')}</span>
      </span>
      {reason === undefined ? undefined : <UntrustedText text={reason} maximumLength={500} />}
      {connectionId === undefined ? undefined : (
        <span className={styles.presetText}>
          Saved as an endpoint with its token
          {expiresAtMs === undefined || status !== 'approved' ? '' : `. Expires ${formatDate(expiresAtMs)}`}.
        </span>
      )}
      {problem === undefined ? undefined : <UntrustedText text={problem} maximumLength={500} />}
      {failure === undefined ? undefined : <UntrustedText text={failure.message} maximumLength={500} />}
      <span className={styles.actions}>
        {status === 'approved' && connectionId === undefined ? (
          <Button size="small" isBusy={saving.isRunning} onClick={() => void saving.run(id)}>
            Save endpoint
          </Button>
        ) : undefined}
        {isOpen ? (
          <Button size="small" kind="quiet" isBusy={withdrawing.isRunning} onClick={() => void withdrawing.run(id)}>
            {status === 'pending' ? 'Withdraw' : 'Revoke endpoint'}
          </Button>
        ) : undefined}
      </span>
    </li>
  );
}

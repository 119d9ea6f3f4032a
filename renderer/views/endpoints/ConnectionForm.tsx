import { IconDeviceFloppy, IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import { v2AddressOf } from '../../../shared/rpc/v2-address.ts';
import { Button } from '../../components/Button.tsx';
import { Note } from '../../components/Note.tsx';
import { SegmentedControl } from '../../components/SegmentedControl.tsx';
import { TextField } from '../../components/TextField.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import styles from './endpoints.module.css';
import { ProbeFacts, ProbeFailure } from './ProbeResult.tsx';
import type { ConnectionFormState } from './use-connection-form.ts';
import { VaultUnlockNote } from './VaultUnlockNote.tsx';

const NETWORKS = [
  { value: 'mainnet', label: 'Mainnet' },
  { value: 'calibrationnet', label: 'Calibration' },
] as const;

/** The fields of an endpoint. What the node says of itself is shown before anything is saved. */
export function ConnectionForm({ form }: { readonly form: ConnectionFormState }) {
  const { fields, connection, change, changeAddress, errorOf, answers } = form;
  const whole = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  // The buttons stay in sight below a form that is scrolled to its end; what became of pressing them may stand above.
  useEffect(() => {
    if (answers === 0) return;
    const wrong = whole.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const target = wrong ?? answer.current;
    target?.scrollIntoView({ block: 'nearest' });
    target?.focus({ preventScroll: true });
  }, [answers]);
  return (
    <div ref={whole} className={styles.form}>
      <section ref={answer} className={styles.answer} tabIndex={-1} aria-label="Answer">
        {form.facts === undefined ? undefined : <ProbeFacts facts={form.facts} />}
        {form.facts === undefined ? undefined : <NetworkAnswer facts={form.facts} form={form} />}
        {form.probeError === undefined ? undefined : <Failure error={form.probeError} what="It was not checked" />}
        {form.saveError === undefined ? undefined : <Failure error={form.saveError} what="It was not saved" isSaving />}
        <div aria-live="polite" className={styles.notes}>
          {form.notice === undefined ? undefined : (
            <Note tone="info" title={form.notice.title} isInset>
              <UntrustedText text={form.notice.text} maximumLength={1000} />
            </Note>
          )}
          {form.warnings.map(({ title, text, tone, repair }) => (
            <Note
              key={title}
              tone={tone}
              title={title}
              isInset
              actions={
                repair === undefined ? undefined : (
                  <Button size="small" onClick={() => changeAddress(repair.field, repair.address)}>
                    {repair.label}
                  </Button>
                )
              }
            >
              {text}
            </Note>
          ))}
        </div>
      </section>
      <TextField
        label="Name"
        layout="above"
        value={fields.name}
        onChange={form.changeName}
        error={errorOf('name')}
        placeholder="harbour-1"
      />
      <TextField
        label="HTTP address"
        layout="above"
        isMono
        value={fields.httpUrl}
        onChange={(text) => changeAddress('httpUrl', text)}
        error={errorOf('httpUrl')}
        placeholder="http://127.0.0.1:1234/rpc/v1"
        suffix={addressButton(form, 'httpUrl')}
      />
      <TextField
        label="WebSocket address"
        layout="above"
        isMono
        value={fields.wsUrl}
        onChange={(text) => changeAddress('wsUrl', text)}
        error={errorOf('wsUrl')}
        help="Empty: the head is polled over HTTP"
      />
      <TextField
        label="v2 URL"
        layout="above"
        isMono
        value={fields.v2Url}
        onChange={(v2Url) => change({ v2Url })}
        error={errorOf('v2Url')}
        placeholder={v2AddressOf(fields.httpUrl) ?? ''}
        help="Reward split and finality come from it. Empty: /rpc/v2 beside the HTTP address is tried"
      />
      <SecretField
        label="Token"
        value={fields.token}
        hasStored={connection?.hasToken === true}
        isRemoved={fields.isTokenRemoved}
        error={errorOf('token')}
        onChange={(token) => change({ token })}
        onRemove={(isTokenRemoved) => change({ isTokenRemoved, token: '' })}
      />
      <SecretField
        label="Headers"
        rows={2}
        placeholder="x-api-key: …"
        need="HTTP headers for every call, one Name: value per line. Stored like the token"
        stored="Headers are stored and never shown."
        removed="The stored headers are removed when you save."
        value={fields.headers}
        hasStored={connection?.hasHeaders === true}
        isRemoved={fields.areHeadersRemoved}
        error={errorOf('headers')}
        onChange={(headers) => change({ headers })}
        onRemove={(areHeadersRemoved) => change({ areHeadersRemoved, headers: '' })}
      />
      <TextField
        label="Network"
        layout="above"
        value={fields.network}
        onChange={(network) => change({ network })}
        error={errorOf('network')}
        placeholder="any"
        suggestions={NETWORKS}
        help="A node on another network is refused. Empty: any network is taken"
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
      {errorOf('apiVersion') === undefined ? undefined : (
        <p className={styles.error} role="alert">
          {errorOf('apiVersion')}
        </p>
      )}
      <div className={styles.group}>
        <h3>Storage miner, if you run one</h3>
        <TextField
          label="Miner API address"
          layout="above"
          isMono
          value={fields.minerUrl}
          onChange={(text) => changeAddress('minerUrl', text)}
          error={errorOf('minerUrl')}
          placeholder="http://127.0.0.1:2345/rpc/v0"
          help="Sealing needs it"
          suffix={addressButton(form, 'minerUrl')}
        />
        <SecretField
          label="Miner token"
          need="A storage miner wants one: lotus-miner auth api-info --perm read prints it"
          value={fields.minerToken}
          hasStored={connection?.hasMinerToken === true}
          isRemoved={fields.isMinerTokenRemoved}
          error={errorOf('minerToken')}
          onChange={(minerToken) => change({ minerToken })}
          onRemove={(isMinerTokenRemoved) => change({ isMinerTokenRemoved, minerToken: '' })}
        />
      </div>
      <div className={styles.group}>
        <h3>Deals, from elsewhere than the node</h3>
        <TextField
          label="Deals data"
          layout="above"
          isMono
          value={fields.dealsDataUrl}
          onChange={(dealsDataUrl) => change({ dealsDataUrl })}
          error={errorOf('dealsDataUrl')}
          help="File of all deals (StateMarketDeals.json, plain, .gz or .zst). Deals, Dataset loads it when you choose to"
        />
        <TextField
          label="CID checker"
          layout="above"
          isMono
          value={fields.cidCheckerUrl}
          onChange={(cidCheckerUrl) => change({ cidCheckerUrl })}
          error={errorOf('cidCheckerUrl')}
          help="Base URL of an API, used by Deals, Look up CIDs; or a web page with {cid} for the piece"
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
  );
}

/** The two actions of the form, for the foot of its pane. */
export function ConnectionFormActions({ form }: { readonly form: ConnectionFormState }) {
  const isChecked = form.facts !== undefined;
  return (
    <>
      <Button kind={isChecked ? 'plain' : 'primary'} icon={IconPlugConnected} isBusy={form.isProbing} onClick={() => void form.check()}>
        {isChecked ? 'Check again' : 'Check the endpoint'}
      </Button>
      <Button kind={isChecked ? 'primary' : 'plain'} icon={IconDeviceFloppy} isBusy={form.isSaving} onClick={() => void form.store()}>
        {isChecked ? 'Save' : 'Save unchecked'}
      </Button>
    </>
  );
}

function Failure({
  error,
  what,
  isSaving = false,
}: {
  readonly error: Parameters<typeof ProbeFailure>[0]['error'];
  readonly what: string;
  readonly isSaving?: boolean;
}) {
  if (error.code === 'vault-locked') return <VaultUnlockNote title={what} text={error.message} isInset />;
  if (!isSaving) return <ProbeFailure error={error} />;
  return (
    <Note tone="danger" title={what} isInset>
      <UntrustedText text={error.message} />
    </Note>
  );
}

/** Whether the node is where the form says, and the choice to follow it. */
function NetworkAnswer({ facts, form }: { readonly facts: NodeFacts; readonly form: ConnectionFormState }) {
  const { networkName } = facts;
  const expected = form.fields.network.trim();
  if (expected === networkName) return undefined;
  const follow = (
    <Button size="small" onClick={() => form.change({ network: networkName.slice(0, 100) })}>
      {expected === '' ? 'Expect it' : 'Change the network'}
    </Button>
  );
  return expected === '' ? (
    <Note tone="info" title="Any network is taken" isInset actions={follow}>
      Expect <UntrustedText text={networkName} maximumLength={60} />, and a node on another network at this address will be refused.
    </Note>
  ) : (
    <Note tone="warning" title="This is another network" isInset actions={follow}>
      The form says {expected}, the node <UntrustedText text={networkName} maximumLength={60} />. It can be saved, but will not be used so.
    </Note>
  );
}

/** What can be made of a text that is no address yet. */
function addressButton(form: ConnectionFormState, field: 'httpUrl' | 'minerUrl'): ReactNode {
  if (form.canRead[field]) {
    return (
      <Button kind="quiet" size="small" onClick={() => void form.readField(field)}>
        Read it
      </Button>
    );
  }
  return form.canComplete[field] ? (
    <Button kind="quiet" size="small" onClick={form.complete}>
      Complete it
    </Button>
  ) : undefined;
}

interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hasStored: boolean;
  readonly isRemoved: boolean;
  /** What it is for, while nothing is stored; then that something is, and that it is removed. */
  readonly need?: string;
  readonly stored?: string;
  readonly removed?: string;
  readonly placeholder?: string;
  /** Lines; absent for a password field. */
  readonly rows?: number;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onRemove: (isRemoved: boolean) => void;
}

/** A secret goes in and never comes out: what is stored is kept, replaced or removed. */
function SecretField({
  label,
  value,
  hasStored,
  isRemoved,
  need = 'Many endpoints need none for reading',
  stored = 'A token is stored and never shown.',
  removed = 'The stored token is removed when you save.',
  placeholder = 'none',
  rows,
  error,
  onChange,
  onRemove,
}: SecretFieldProps) {
  return (
    <TextField
      label={label}
      layout="above"
      {...(rows === undefined ? { type: 'password' } : { secretRows: rows })}
      isMono
      value={value}
      onChange={onChange}
      error={error}
      placeholder={hasStored && !isRemoved ? 'stored; type to replace' : placeholder}
      help={isRemoved ? removed : hasStored ? stored : need}
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

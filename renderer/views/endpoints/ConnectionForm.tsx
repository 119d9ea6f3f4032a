import { IconDeviceFloppy, IconPlugConnected } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { NodeFacts } from '../../../shared/ipc/schemas/connections.ts';
import { v2UrlOf } from '../../../shared/rpc/version-url.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import styles from './endpoints.module.css';
import { ProbeFacts, ProbeFailure } from './ProbeResult.tsx';
import type { ConnectionFormState } from './use-connection-form.ts';
import { VaultUnlockNote } from './VaultUnlockNote.tsx';

const NETWORKS = [
  { value: 'mainnet', label: 'Mainnet' },
  { value: 'calibrationnet', label: 'Calibration' },
] as const;

/** The form of an endpoint, with the result of the last check or save. */
export function ConnectionForm({ form }: { readonly form: ConnectionFormState }) {
  const { fields, connection, change, changeUrl, errorOf, answers } = form;
  const formRef = useRef<HTMLDivElement>(null);
  const resultRef = useRef<HTMLDivElement>(null);
  // The result may be outside the visible part of the form.
  useEffect(() => {
    if (answers === 0) return;
    const invalid = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const target = invalid ?? resultRef.current;
    target?.scrollIntoView({ block: 'nearest' });
    target?.focus({ preventScroll: true });
  }, [answers]);
  return (
    <div ref={formRef} className={styles.form}>
      <section ref={resultRef} className={styles.answer} tabIndex={-1} aria-label="Result">
        {form.facts === undefined ? undefined : <ProbeFacts facts={form.facts} />}
        {form.facts === undefined ? undefined : <NetworkAnswer facts={form.facts} form={form} />}
        {form.probeError === undefined ? undefined : <Failure error={form.probeError} what="Check failed" />}
        {form.saveError === undefined ? undefined : <Failure error={form.saveError} what="Could not save the endpoint" isSaving />}
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
                  <Button size="small" onClick={() => changeUrl(repair.field, repair.url)}>
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
        label="HTTP URL"
        layout="above"
        isMono
        value={fields.httpUrl}
        onChange={(text) => changeUrl('httpUrl', text)}
        error={errorOf('httpUrl')}
        placeholder="http://127.0.0.1:1234/rpc/v1"
        suffix={urlButton(form, 'httpUrl')}
      />
      <TextField
        label="WebSocket URL"
        layout="above"
        isMono
        value={fields.wsUrl}
        onChange={(text) => changeUrl('wsUrl', text)}
        error={errorOf('wsUrl')}
        help="Optional. Without it, Sextant polls the head"
      />
      <TextField
        label="v2 URL"
        layout="above"
        isMono
        value={fields.v2Url}
        onChange={(v2Url) => change({ v2Url })}
        error={errorOf('v2Url')}
        placeholder={v2UrlOf(fields.httpUrl) ?? ''}
        help="Optional. Source of reward splits and finality. Default: /rpc/v2 on the same host"
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
        need="Optional. Sent with every call, one Name: value per line. Stored like the token"
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
        help="Optional. Nodes on other networks are refused"
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
          label="Method prefix"
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
        <h3>Storage miner</h3>
        <TextField
          label="Miner API URL"
          layout="above"
          isMono
          value={fields.minerUrl}
          onChange={(text) => changeUrl('minerUrl', text)}
          error={errorOf('minerUrl')}
          placeholder="http://127.0.0.1:2345/rpc/v0"
          help="Required for Sealing"
          suffix={urlButton(form, 'minerUrl')}
        />
        <SecretField
          label="Miner token"
          need="Printed by lotus-miner auth api-info --perm read"
          value={fields.minerToken}
          hasStored={connection?.hasMinerToken === true}
          isRemoved={fields.isMinerTokenRemoved}
          error={errorOf('minerToken')}
          onChange={(minerToken) => change({ minerToken })}
          onRemove={(isMinerTokenRemoved) => change({ isMinerTokenRemoved, minerToken: '' })}
        />
      </div>
      <div className={styles.group}>
        <h3>Deals</h3>
        <TextField
          label="Deals data"
          layout="above"
          isMono
          value={fields.dealsDataUrl}
          onChange={(dealsDataUrl) => change({ dealsDataUrl })}
          error={errorOf('dealsDataUrl')}
          help="URL of StateMarketDeals.json, plain, .gz or .zst. Loaded on request under Deals, Dataset"
        />
        <TextField
          label="CID checker"
          layout="above"
          isMono
          value={fields.cidCheckerUrl}
          onChange={(cidCheckerUrl) => change({ cidCheckerUrl })}
          error={errorOf('cidCheckerUrl')}
          help="API base URL for Deals, Look up CIDs; or a web page URL with {cid}"
        />
      </div>
      <div className={styles.group}>
        <h3>Development node</h3>
        <TextField
          label="Control URL"
          layout="above"
          isMono
          value={fields.controlUrl}
          onChange={(controlUrl) => change({ controlUrl })}
          error={errorOf('controlUrl')}
          help="Faucet and chain control. Public networks have none"
        />
      </div>
    </div>
  );
}

/** Check and save, for the footer of the pane. */
export function ConnectionFormActions({ form }: { readonly form: ConnectionFormState }) {
  const isChecked = form.facts !== undefined;
  return (
    <>
      <Button kind={isChecked ? 'plain' : 'primary'} icon={IconPlugConnected} isBusy={form.isProbing} onClick={() => void form.check()}>
        {isChecked ? 'Check again' : 'Check endpoint'}
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

/** Compares the node's network with the one in the form. */
function NetworkAnswer({ facts, form }: { readonly facts: NodeFacts; readonly form: ConnectionFormState }) {
  const { networkName } = facts;
  const expected = form.fields.network.trim();
  if (expected === networkName) return undefined;
  const follow = (
    <Button size="small" onClick={() => form.change({ network: networkName.slice(0, 100) })}>
      {expected === '' ? 'Require this network' : 'Change network'}
    </Button>
  );
  return expected === '' ? (
    <Note tone="info" title="Any network accepted" isInset actions={follow}>
      Require it to refuse nodes on other networks.
    </Note>
  ) : (
    <Note tone="warning" title="Network mismatch" isInset actions={follow}>
      Expected {expected}, but the node is on <UntrustedText text={networkName} maximumLength={60} />. Sextant can save this endpoint but
      not use it.
    </Note>
  );
}

/** Button that turns API info, or a bare host and port, into URLs. */
function urlButton(form: ConnectionFormState, field: 'httpUrl' | 'minerUrl'): ReactNode {
  if (form.canParse[field]) {
    return (
      <Button kind="quiet" size="small" onClick={() => void form.parseField(field)}>
        Fill in
      </Button>
    );
  }
  return form.canComplete[field] ? (
    <Button kind="quiet" size="small" onClick={form.complete}>
      Complete
    </Button>
  ) : undefined;
}

interface SecretFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hasStored: boolean;
  readonly isRemoved: boolean;
  /** Help texts: while nothing is stored, while a secret is stored, and after it is marked for removal. */
  readonly need?: string;
  readonly stored?: string;
  readonly removed?: string;
  readonly placeholder?: string;
  /** Number of lines; absent for a password field. */
  readonly rows?: number;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onRemove: (isRemoved: boolean) => void;
}

/** A write-only field: a stored secret is kept, replaced or removed, and never shown. */
function SecretField({
  label,
  value,
  hasStored,
  isRemoved,
  need = 'Optional where the endpoint allows public reads',
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
            {isRemoved ? 'Keep' : 'Remove'}
          </Button>
        ) : undefined
      }
    />
  );
}

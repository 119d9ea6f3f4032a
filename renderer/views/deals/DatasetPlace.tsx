import { IconDatabase, IconPlugConnected } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { DatasetPlace as Place, ServerCheck, ServerDraft } from '../../../shared/ipc/schemas/dataset.ts';
import { formatCount } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { QueryContent } from '../../components/feedback/QueryContent.tsx';
import { SkeletonRows } from '../../components/feedback/Skeleton.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { SegmentedControl } from '../../components/inputs/SegmentedControl.tsx';
import { TextField } from '../../components/inputs/TextField.tsx';
import { Panel, PanelBody } from '../../components/layout/Panel.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useQuery } from '../../hooks/use-query.ts';
import styles from './deals.module.css';

const PLACES = [
  { value: 'machine', label: 'This machine' },
  { value: 'server', label: 'Server' },
] as const;

interface DatasetPlaceProps {
  /** Why the location cannot be changed. */
  readonly lockedReason: string | undefined;
  readonly onChanged: () => void;
}

/** Where datasets are stored: on this machine, or on a shared database server. */
export function DatasetPlace(props: DatasetPlaceProps) {
  const query = useQuery('dataset place', (client) => client.dataset.getPlace({}));
  return (
    <QueryContent query={query} skeleton={<SkeletonRows rows={1} columns={1} />}>
      {(place) => (
        <PlaceForm
          key={`${place.url} ${place.hasPassword} ${place.isOnServer}`}
          {...props}
          place={place}
          onChanged={() => {
            query.refresh();
            props.onChanged();
          }}
        />
      )}
    </QueryContent>
  );
}

function PlaceForm({ place, lockedReason, onChanged }: DatasetPlaceProps & { readonly place: Place }) {
  const [isOnServer, setIsOnServer] = useState(place.isOnServer);
  const [url, setUrl] = useState(place.url ?? '');
  const [password, setPassword] = useState('');
  const [check, setCheck] = useState<ServerCheck | undefined>(undefined);
  const test = useCommand(testServer);
  const use = useCommand(selectServer);
  const leave = useCommand(selectThisMachine);
  const forget = useCommand(forgetServer);
  const isBusy = [test, use, leave, forget].some(({ isRunning }) => isRunning);
  const error = test.error ?? use.error ?? leave.error ?? forget.error;
  const isInUse = place.isOnServer && url.trim() === place.url && password === '';
  const draft: ServerDraft = { url: url.trim(), ...(password === '' ? {} : { password }) };
  const missing = draft.url === '' ? 'Enter the URL of the server.' : undefined;

  function change(apply: () => void): void {
    apply();
    setCheck(undefined);
    for (const command of [test, use, leave, forget]) command.clearError();
  }

  async function choose(next: (typeof PLACES)[number]['value']): Promise<void> {
    change(() => setIsOnServer(next === 'server'));
    if (next === 'machine' && place.isOnServer && (await leave.run({})) !== undefined) onChanged();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (missing === undefined && !isBusy && (await use.run(draft)) !== undefined) onChanged();
  }

  return (
    <Panel title="Location" hasRule>
      <PanelBody>
        <form className={styles.loadForm} onSubmit={(event) => void submit(event)}>
          <SegmentedControl
            label="Location of the dataset"
            value={isOnServer ? 'server' : 'machine'}
            onChange={(next) => void choose(next)}
            options={PLACES}
          />
          {isOnServer ? (
            <>
              <div className={styles.serverFields}>
                <TextField
                  label="Server URL"
                  layout="above"
                  isMono
                  value={url}
                  onChange={(next) => change(() => setUrl(next))}
                  placeholder="postgresql://USER@HOST:5432/DATABASE"
                  error={error?.details?.fields?.url}
                  help="PostgreSQL or YugabyteDB, with verified TLS except on this machine. For your own CA, add sslrootcert=FILE."
                />
                <TextField
                  label="Password"
                  layout="above"
                  isMono
                  type="password"
                  value={password}
                  onChange={(next) => change(() => setPassword(next))}
                  placeholder={place.hasPassword ? 'stored; type to replace' : 'none'}
                  help={place.hasPassword ? 'Stored, never shown.' : 'Stored like a token, never shown.'}
                />
              </div>
              <div className="row g6">
                <Button
                  type="submit"
                  kind="primary"
                  icon={IconDatabase}
                  isBusy={use.isRunning}
                  disabledReason={missing ?? lockedReason ?? (isInUse ? 'Already in use.' : undefined)}
                >
                  Use this server
                </Button>
                <Button
                  icon={IconPlugConnected}
                  isBusy={test.isRunning}
                  disabledReason={missing}
                  onClick={() => void test.run(draft).then(setCheck)}
                >
                  Test connection
                </Button>
                {place.url === undefined ? undefined : (
                  <Button
                    kind="quiet"
                    isBusy={forget.isRunning}
                    disabledReason={lockedReason}
                    hint="Deletes the URL and the password from this profile. The server keeps its data."
                    onClick={() => void forget.run({}).then((done) => (done === undefined ? undefined : onChanged()))}
                  >
                    Forget server
                  </Button>
                )}
              </div>
            </>
          ) : undefined}
          <div aria-live="polite">{check === undefined ? undefined : <CheckWords check={check} />}</div>
          {error === undefined || error.details?.fields?.url !== undefined ? undefined : (
            <span role="alert">
              <StatusText tone="danger">
                <UntrustedText text={error.message} maximumLength={400} />
              </StatusText>
            </span>
          )}
        </form>
      </PanelBody>
    </Panel>
  );
}

/** Result of a connection test. */
function CheckWords({ check: { version, transport, canLoad, rows } }: { readonly check: ServerCheck }) {
  return (
    <StatusText tone={transport === 'open' ? 'warning' : 'success'}>
      <UntrustedText text={version.split(/ on |, /)[0] ?? ''} maximumLength={80} />
      {TRANSPORTS[transport]}
      {canLoad ? '; this role can load datasets' : '; this role is read-only'}
      {rows === undefined ? '; no dataset for this network' : `; ${formatCount(rows, 'deal')}`}
    </StatusText>
  );
}

const TRANSPORTS = { encrypted: ', encrypted', local: ', not encrypted on this machine', open: ', not encrypted' } as const;

const testServer = (client: AppClient, draft: ServerDraft) => client.dataset.testServer(draft);
const selectServer = (client: AppClient, draft: ServerDraft) => client.dataset.selectServer(draft);
const selectThisMachine = (client: AppClient, _: object) => client.dataset.selectThisMachine({});
const forgetServer = (client: AppClient, _: object) => client.dataset.forgetServer({});

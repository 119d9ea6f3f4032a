import { IconCopy, IconDownload, IconPlayerPlay, IconPlayerStop, IconRefresh, IconZoomScan } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { Connection, Passport, PassportRow } from '../../../shared/ipc/schemas/connections.ts';
import { formatRelative } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { PanelState } from '../../components/feedback/PanelState.tsx';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { CallLink } from '../../components/values/CallLink.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { saveFile } from '../../lib/save-file.ts';
import { formatDateTime } from '../../lib/shown-time.ts';
import { PassportMethods } from './PassportMethods.tsx';
import styles from './passport.module.css';
import { GROUP_TITLES, isUrlChanged, STATUS_WORDS, verdictWords } from './passport-words.ts';

const run = (client: AppClient, question: { readonly id: string; readonly skipsBurst: boolean }) =>
  client.connections.runPassport(question);
const stop = (client: AppClient, id: string) => client.connections.stopPassport({ id });
const getText = (client: AppClient, id: string) => client.connections.getPassportText({ id });

/** The passport of an endpoint: its findings, and the button to examine it. */
export function PassportPanel({ connection }: { readonly connection: Connection }) {
  const passport = useTopic('connections.passportsChanged', (list) => list?.find(({ connectionId }) => connectionId === connection.id));
  const file = useTopic('connections.passportFileChanged');
  const [skipsBurst, setSkipsBurst] = useState(false);
  const running = useCommand(run);
  const { id } = connection;
  const lockedReason = connection.isTokenLocked ? 'Its token is sealed by the vault. Unlock the vault first.' : undefined;
  const problem = running.error;
  const begin = (): void => void running.run({ id, skipsBurst });
  const burst = (
    <label className={styles.choice}>
      <input type="checkbox" checked={skipsBurst} onChange={(event) => setSkipsBurst(event.currentTarget.checked)} />
      Skip burst test
    </label>
  );
  return (
    <section className={styles.passport} aria-label={`Passport of ${connection.name}`}>
      {problem === undefined ? undefined : (
        <Note tone="danger" title="Could not examine the endpoint" isInset>
          <UntrustedText text={problem.message} />
        </Note>
      )}
      {file?.problem === undefined ? undefined : (
        <Note tone="warning" title={file.isSaved ? 'Saved passports were damaged' : 'Passports are not saved'} isInset>
          <UntrustedText text={file.problem} maximumLength={1000} />
        </Note>
      )}
      {passport === undefined ? (
        <PanelState
          icon={IconZoomScan}
          title="Not examined yet"
          actions={
            <>
              <Button icon={IconPlayerPlay} size="small" isBusy={running.isRunning} disabledReason={lockedReason} onClick={begin}>
                Examine endpoint
              </Button>
              {burst}
            </>
          }
        >
          Sextant sends about 130 light calls, one after the other, to find the latency, network, history, methods and token permissions.
          The last 24 are a burst, four at a time: a rate-limited endpoint may refuse it and later calls for a while. Nothing is changed or
          sent to the chain.
        </PanelState>
      ) : (
        <PassportContent
          passport={passport}
          connection={connection}
          isStarting={running.isRunning}
          lockedReason={lockedReason}
          burst={burst}
          onRun={begin}
        />
      )}
    </section>
  );
}

interface PassportContentProps {
  readonly passport: Passport;
  readonly connection: Connection;
  readonly isStarting: boolean;
  readonly lockedReason: string | undefined;
  readonly burst: ReactNode;
  readonly onRun: () => void;
}

function PassportContent({ passport, connection, isStarting, lockedReason, burst, onRun }: PassportContentProps) {
  const nowMs = useNow();
  const isRunning = passport.finishedAtMs === undefined;
  const atMs = passport.finishedAtMs ?? passport.startedAtMs;
  return (
    <>
      <header className={styles.head}>
        <div className={styles.verdict}>
          <StatusText tone={STATUS_WORDS[passport.verdict].tone} isStrong>
            {verdictWords(passport)}
          </StatusText>
          <span className="t3 s12" title={formatDateTime(atMs)}>
            {isRunning ? `${Math.round(passport.progress * 100)}%` : `examined ${formatRelative(atMs, Math.max(atMs, nowMs))}`}
          </span>
        </div>
        {isRunning ? (
          <progress className={styles.progress} max={1} value={passport.progress} aria-label="Progress" />
        ) : (
          <p className={styles.summary}>
            <UntrustedText text={passport.summary} />
          </p>
        )}
        <PassportActions
          connectionId={connection.id}
          isRunning={isRunning}
          isStarting={isStarting}
          lockedReason={lockedReason}
          burst={burst}
          onRun={onRun}
        />
      </header>
      {isUrlChanged(passport, connection) ? (
        <Note tone="warning" title="URL changed" isInset>
          Examined at <UntrustedText text={passport.httpUrl} maximumLength={120} isMono />. Examine the endpoint again.
        </Note>
      ) : undefined}
      {GROUP_TITLES.map(([group, title]) => {
        const rows = passport.rows.filter((row) => row.group === group);
        return rows.length === 0 ? undefined : (
          <div key={group} className={styles.group}>
            <h3>{title}</h3>
            <ul>
              {rows.map((row) => (
                <FindingRow key={row.id} row={row} />
              ))}
            </ul>
          </div>
        );
      })}
      {passport.methods.length === 0 ? undefined : <PassportMethods methods={passport.methods} />}
    </>
  );
}

function FindingRow({ row }: { readonly row: PassportRow }) {
  const { word, tone } = STATUS_WORDS[row.status];
  return (
    <li className={styles.finding}>
      <span className={styles.label}>{row.label}</span>
      <div className={styles.found}>
        <StatusText tone={tone} isStrong>
          <span className={styles.value}>
            <span className="visually-hidden">{word}: </span>
            {row.status === 'running' ? 'checking' : <UntrustedText text={row.value} maximumLength={200} />}
          </span>
        </StatusText>
        {row.meaning === undefined ? undefined : (
          <p className={styles.meaning}>
            <UntrustedText text={row.meaning} maximumLength={500} />
          </p>
        )}
        {row.calls.length === 0 ? undefined : <CallLink calls={row.calls} />}
      </div>
    </li>
  );
}

interface PassportActionsProps {
  readonly connectionId: string;
  readonly isRunning: boolean;
  readonly isStarting: boolean;
  readonly lockedReason: string | undefined;
  readonly burst: ReactNode;
  readonly onRun: () => void;
}

function PassportActions({ connectionId, isRunning, isStarting, lockedReason, burst, onRun }: PassportActionsProps) {
  const stopping = useCommand(stop);
  const asking = useCommand(getText);
  const [isCopied, setIsCopied] = useState(false);

  async function copy(): Promise<void> {
    const answer = await asking.run(connectionId);
    if (answer === undefined) return;
    await navigator.clipboard.writeText(answer.text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 1400);
  }

  async function save(): Promise<void> {
    const answer = await asking.run(connectionId);
    if (answer !== undefined) saveFile(answer.text, answer.fileName);
  }

  if (isRunning) {
    return (
      <div className={styles.actions}>
        <Button size="small" icon={IconPlayerStop} isBusy={stopping.isRunning} onClick={() => void stopping.run(connectionId)}>
          Stop
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      <Button size="small" icon={IconRefresh} isBusy={isStarting} disabledReason={lockedReason} onClick={onRun}>
        Examine again
      </Button>
      <Button size="small" kind="quiet" icon={IconCopy} hint="Plain text, without the token" onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy as text'}
      </Button>
      <Button size="small" kind="quiet" icon={IconDownload} onClick={() => void save()}>
        Save as text
      </Button>
      {burst}
    </div>
  );
}

import { useId, useState } from 'react';
import type { UnderstoodApiInfo } from '../../../shared/ipc/schemas/connections.ts';
import { apiOfLine } from '../../../shared/rpc/api-info-text.ts';
import type { AppClient } from '../../client/client-context.ts';
import { Note } from '../../components/feedback/Note.tsx';
import { Button } from '../../components/inputs/Button.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { type ConnectionFields, fieldsOfUnderstood, type UnderstoodEntry } from './connection-form.ts';
import styles from './endpoints.module.css';

const MAX_LENGTH = 20_000;

const read = async (client: AppClient, text: string) => {
  const lines = text.split('\n');
  const textOf = (api: 'node' | 'miner'): string => lines.filter((line) => apiOfLine(line) === api).join('\n');
  const [nodes, miners] = await Promise.all([
    client.connections.readApiInfo({ text: textOf('node'), api: 'node' }),
    client.connections.readApiInfo({ text: textOf('miner'), api: 'miner' }),
  ]);
  return { text, nodes: placed(nodes, 'node'), miners: placed(miners, 'miner') };
};

/** Entries are identified by their position in the text. */
function placed(entries: UnderstoodApiInfo, api: string) {
  return entries.map((entry, index) => ({ place: `${api} ${index}`, entry }));
}

/** Parses pasted FULLNODE_API_INFO and MINER_API_INFO, and shows each entry before it fills in the form. */
export function ApiInfoPaste({ onChoose }: { readonly onChoose: (fields: Partial<ConnectionFields>) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<Awaited<ReturnType<typeof read>> | undefined>(undefined);
  const reading = useCommand(read);
  const current = answer?.text === text ? answer : undefined;
  const miner = current?.miners.map(({ entry }) => entry).find((entry) => entry.ok);
  const hasNode = current?.nodes.some(({ entry }) => entry.ok) === true;

  async function change(next: string): Promise<void> {
    setText(next);
    const read = next.trim() === '' ? undefined : await reading.run(next);
    // Late answers to earlier texts are ignored: `current` compares the text.
    if (read !== undefined) setAnswer(read);
  }

  return (
    <div className={styles.form}>
      <label htmlFor={id} className={styles.check}>
        API info
      </label>
      <textarea
        id={id}
        className={styles.paste}
        rows={5}
        maxLength={MAX_LENGTH}
        value={text}
        onChange={(event) => void change(event.currentTarget.value)}
        placeholder={'FULLNODE_API_INFO=eyJhbGciOi…:/ip4/127.0.0.1/tcp/1234/http\nMINER_API_INFO=eyJhbGciOi…:/ip4/127.0.0.1/tcp/2345/http'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-describedby={`${id}-help`}
      />
      <p id={`${id}-help`} className={styles.help}>
        Output of <code>lotus auth api-info --perm read</code>, a multiaddress, or a URL.
      </p>
      {reading.error === undefined ? undefined : (
        <Note tone="danger" title="Could not parse the text" isInset>
          <UntrustedText text={reading.error.message} />
        </Note>
      )}
      <div aria-live="polite" className={styles.notes}>
        {current?.nodes.map(({ place, entry }) => (
          <Understood key={place} entry={entry} onUse={(node) => onChoose(fieldsOfUnderstood(node, miner))} />
        ))}
        {current?.miners.map(({ place, entry }) => (
          <Understood
            key={place}
            entry={entry}
            isMiner
            onUse={hasNode ? undefined : (only) => onChoose(fieldsOfUnderstood(undefined, only))}
          />
        ))}
      </div>
    </div>
  );
}

interface UnderstoodProps {
  /** The miner API is called over HTTP only. */
  readonly isMiner?: boolean;
  readonly entry: UnderstoodApiInfo[number];
  /** Absent for a miner that is added with a node. */
  readonly onUse: ((entry: UnderstoodEntry) => void) | undefined;
}

function Understood({ entry, isMiner = false, onUse }: UnderstoodProps) {
  if (!entry.ok) {
    return (
      <Note tone="warning" title="Not recognised" isInset>
        <UntrustedText text={entry.reason} maximumLength={400} />
      </Note>
    );
  }
  return (
    <section className={styles.understood} aria-label={`Recognised as ${entry.httpUrl.slice(0, 100)}`}>
      <p>
        <UntrustedText text={entry.understoodAs} maximumLength={400} />
      </p>
      <dl className={styles.addresses}>
        <div>
          <dt>HTTP</dt>
          <dd className="mono">
            <UntrustedText text={entry.httpUrl} maximumLength={300} />
          </dd>
        </div>
        {entry.wsUrl === undefined || isMiner ? undefined : (
          <div>
            <dt>WebSocket</dt>
            <dd className="mono">
              <UntrustedText text={entry.wsUrl} maximumLength={300} />
            </dd>
          </div>
        )}
        <div>
          <dt>Token</dt>
          <dd>{entry.token === undefined ? 'none' : `${entry.token.length} characters, not shown`}</dd>
        </div>
      </dl>
      {entry.warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          <UntrustedText text={warning} maximumLength={400} />
        </p>
      ))}
      {onUse === undefined ? (
        <p className={styles.text}>Added with the node above.</p>
      ) : (
        <Button kind="primary" size="small" onClick={() => onUse(entry)}>
          Fill in form
        </Button>
      )}
    </section>
  );
}

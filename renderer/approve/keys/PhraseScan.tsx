import { useEffect, useRef, useState } from 'react';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { formatDerivationPath, parseDerivationPath } from '../../../shared/domain/keys/derivation-path.ts';
import type { PhraseKey } from '../../../shared/ipc/schemas/wallet.ts';
import styles from '../approve.module.css';
import { TrustedField } from '../TrustedField.tsx';
import { Holding } from './Holding.tsx';
import { KeyPage } from './KeyPage.tsx';
import keyStyles from './keys.module.css';
import { phraseKeyId } from './phrase-key-id.ts';
import table from './scan.module.css';
import type { Task } from './use-task.ts';

/** The scheme that the contract uses for custom paths. */
const OWN_PATH = 'custom path';

interface PhraseScanProps {
  readonly keys: readonly PhraseKey[];
  readonly networkName: string | undefined;
  /** Ids from `phraseKeyId`. */
  readonly picked: readonly string[];
  readonly onPick: (picked: readonly string[]) => void;
  readonly hasMore: boolean;
  /** Whether more keys are being scanned. */
  readonly task: Task;
  readonly onMore: () => void;
  readonly onPath: (path: string) => Promise<void>;
  readonly onBack: () => void;
  readonly onNext: () => void;
}

/** Keys of a phrase under all common derivation paths, with their balances, to select from. */
export function PhraseScan(props: PhraseScanProps) {
  const { keys, networkName, picked, onPick, hasMore, task, onMore, onPath, onBack, onNext } = props;
  const [path, setPath] = useState('');
  const [pathError, setPathError] = useState<string | undefined>(undefined);
  const [lookedAt, setLookedAt] = useState<string | undefined>(undefined);
  const [isTried, setIsTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (pathError !== undefined) field.current?.focus();
  }, [pathError]);
  const groups = groupByScheme(keys);
  const isAnswered = keys.some((key) => key.balance !== undefined);

  function look(): void {
    setPathError(undefined);
    try {
      const wanted = formatDerivationPath(parseDerivationPath(path.trim()));
      void onPath(wanted).then(() => setLookedAt(wanted));
    } catch (cause) {
      if (!(cause instanceof DomainError)) throw cause;
      setPathError(cause.message);
    }
  }

  return (
    <KeyPage
      title="Choose keys to import"
      lead={
        isAnswered
          ? `Wallets use different derivation paths. These are the first keys of each, with their balance${networkName === undefined ? '' : ` on ${networkName}`}.`
          : 'Wallets use different derivation paths. Balances are unknown: no node answered.'
      }
      step="Step 2 of 3"
      isWide
      task={task}
      failureTitle="Could not read these keys"
      hint={
        picked.length === 0 ? (
          isTried ? (
            <span className={keyStyles.error}>Choose at least one key.</span>
          ) : (
            'Nothing is imported yet.'
          )
        ) : (
          `${picked.length} picked`
        )
      }
      primary={{ label: 'Continue', busyLabel: 'Checking' }}
      onBack={onBack}
      onSubmit={() => {
        setIsTried(true);
        if (picked.length > 0) onNext();
      }}
    >
      <table className={table.keys}>
        <thead>
          <tr>
            <th scope="col">
              <span className={styles.hidden}>Keep</span>
            </th>
            <th scope="col">Path</th>
            <th scope="col">Address</th>
            <th scope="col" className={table.number}>
              Balance
            </th>
          </tr>
        </thead>
        {groups.map(({ scheme, rows }) => (
          <tbody key={scheme}>
            <tr>
              <th scope="rowgroup" colSpan={4}>
                {scheme === OWN_PATH ? 'Custom path' : scheme}
              </th>
            </tr>
            {rows.map((key) => {
              const id = phraseKeyId(key);
              return (
                <tr key={id} data-held={key.isHeld}>
                  <td>
                    <input
                      type="checkbox"
                      className={styles.box}
                      aria-label={`Keep ${key.address}, ${key.path}`}
                      checked={picked.includes(id)}
                      disabled={key.isHeld}
                      onChange={(event) => onPick(event.currentTarget.checked ? [...picked, id] : picked.filter((other) => other !== id))}
                    />
                  </td>
                  <td className={table.mono}>{key.path}</td>
                  <td className={table.mono}>
                    {key.address}
                    {key.ethAddress === undefined ? undefined : <span className={table.eth}>{key.ethAddress}</span>}
                  </td>
                  <td className={table.number}>
                    <Holding holding={key} />
                    {key.isHeld ? <span className={table.held}>in the vault</span> : undefined}
                  </td>
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
      <div className={keyStyles.row}>
        {hasMore ? (
          <button type="button" className={styles.button} aria-disabled={task.isBusy} onClick={onMore}>
            Show more
          </button>
        ) : undefined}
      </div>
      <div className={table.own}>
        <TrustedField
          label="Custom path"
          error={pathError}
          help={foundWords(lookedAt, keys) ?? 'If your wallet shows its derivation path, enter it. Checked as f1 and as 0x.'}
        >
          {(input) => (
            <input
              {...input}
              ref={field}
              data-mono
              value={path}
              placeholder="m/44'/461'/0'/0/5"
              autoComplete="off"
              spellCheck={false}
              maxLength={300}
              onChange={(event) => setPath(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                look();
              }}
            />
          )}
        </TrustedField>
        <button type="button" className={styles.button} aria-disabled={task.isBusy} onClick={look}>
          Check path{' '}
        </button>
      </div>
    </KeyPage>
  );
}

function groupByScheme(keys: readonly PhraseKey[]): readonly { scheme: string; rows: readonly PhraseKey[] }[] {
  // Custom paths come last, next to their input field.
  const schemes = [...new Set(keys.map(({ scheme }) => scheme))].sort((a, b) => Number(a === OWN_PATH) - Number(b === OWN_PATH));
  return schemes.map((scheme) => ({ scheme, rows: keys.filter((key) => key.scheme === scheme) }));
}

function foundWords(path: string | undefined, keys: readonly PhraseKey[]): string | undefined {
  const count = keys.filter((key) => key.path === path).length;
  return count === 0 ? undefined : `Added to the list: ${count} ${count === 1 ? 'key' : 'keys'} at ${path}.`;
}

import { useState } from 'react';
import { defined } from '../../../shared/collections/defined.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { parseMnemonic } from '../../../shared/domain/keys/mnemonic.ts';
import type { PhraseKey } from '../../../shared/ipc/schemas/wallet.ts';
import styles from '../approve.module.css';
import { FullAddress } from '../FullAddress.tsx';
import { PassphraseField } from '../PassphraseField.tsx';
import { TrustedNote } from '../TrustedNote.tsx';
import { KeyPage } from './KeyPage.tsx';
import { KeysReady } from './KeysReady.tsx';
import type { WayProps } from './key-view-props.ts';
import keyStyles from './keys.module.css';
import { LabelField } from './LabelField.tsx';
import { PhraseInput } from './PhraseInput.tsx';
import { PhraseScan } from './PhraseScan.tsx';
import { eachOnce, phraseKeyId } from './phrase-key-id.ts';
import { PASSPHRASE_CODES, useSeal } from './use-seal.tsx';
import { useTask } from './use-task.ts';

/** Number of keys scanned per derivation scheme at first, and per further step. */
const KEYS_AT_A_TIME = 5;
const MAX_KEYS = 50;
const NO_WORDS: readonly string[] = Array.from({ length: 24 }, () => '');

type Step =
  | { readonly name: 'words' }
  | { readonly name: 'scan' }
  | { readonly name: 'keep' }
  | { readonly name: 'done'; readonly addresses: readonly string[] };

/** Imports a recovery phrase: typed, scanned with every derivation scheme, then the picked keys are imported. */
export function ImportPhrase({ client, state, onBack }: WayProps) {
  const [step, setStep] = useState<Step>({ name: 'words' });
  const [words, setWords] = useState(NO_WORDS);
  const [hasBip39, setHasBip39] = useState(false);
  const [bip39Passphrase, setBip39Passphrase] = useState('');
  const [count, setCount] = useState(KEYS_AT_A_TIME);
  const [keys, setKeys] = useState<readonly PhraseKey[]>([]);
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [label, setLabel] = useState('Imported key');
  const task = useTask();
  const lookTask = useTask();
  const keepTask = useTask();
  const seal = useSeal(state.vault, keepTask);

  const problem = phraseProblem(words);
  const missingCount = words.filter((word) => word === '').length;
  const phrase = { mnemonic: words.join(' '), ...(hasBip39 && bip39Passphrase !== '' ? { bip39Passphrase } : {}) };
  const chosen = keys.filter((key) => picked.includes(phraseKeyId(key)));

  /** Keys of custom paths, which stay in the table. */
  async function scan(howMany: number, path?: string): Promise<void> {
    const found = await client.scanPhrase({ ...phrase, count: howMany, ...defined({ path }) });
    const kept = path === undefined && howMany === KEYS_AT_A_TIME ? [] : keys;
    setKeys(eachOnce([...found.keys, ...kept]));
    setCount(howMany);
  }

  switch (step.name) {
    case 'words':
      return (
        <KeyPage
          title="Import a recovery phrase"
          lead="Type the words in order, or paste the whole phrase into any field."
          step="Step 1 of 3"
          isWide
          task={task}
          failureTitle="Could not read the phrase"
          primary={{ label: 'Find keys', busyLabel: 'Finding keys' }}
          onBack={onBack}
          onSubmit={() =>
            void task.attempt(problem === undefined, async () => {
              setPicked([]);
              await scan(KEYS_AT_A_TIME);
              setStep({ name: 'scan' });
            })
          }
          hint="The words stay on this machine. The connected node is asked for balances and learns the addresses."
        >
          <PhraseInput words={words} onChange={setWords} isTried={task.isTried} />
          {task.isTried && problem !== undefined ? (
            <TrustedNote
              tone="danger"
              title={missingCount > 0 ? `${missingCount} of ${words.length} words are missing` : 'Invalid recovery phrase'}
              role="alert"
            >
              {missingCount > 0 ? 'If the phrase is shorter, change the number of words above.' : problem}
            </TrustedNote>
          ) : undefined}
          <div>
            <label className={styles.consent}>
              <input
                type="checkbox"
                className={styles.box}
                checked={hasBip39}
                onChange={(event) => {
                  setHasBip39(event.currentTarget.checked);
                  setBip39Passphrase('');
                }}
              />
              <span>
                This phrase has a BIP-39 passphrase (“25th word”)
                <span className={keyStyles.aside}> Most phrases have none.</span>
              </span>
            </label>
          </div>
          {hasBip39 ? (
            <PassphraseField
              label="BIP-39 passphrase"
              value={bip39Passphrase}
              onChange={setBip39Passphrase}
              autoComplete="off"
              help="A mistyped passphrase is not detected: it derives different keys. Check the addresses on the next page."
              hasFocus
            />
          ) : undefined}
        </KeyPage>
      );
    case 'scan':
      return (
        <PhraseScan
          keys={keys}
          networkName={state.networkName}
          picked={picked}
          onPick={setPicked}
          hasMore={count < MAX_KEYS}
          task={lookTask}
          onMore={() => void lookTask.attempt(true, () => scan(Math.min(MAX_KEYS, count + KEYS_AT_A_TIME)))}
          onPath={(path) => lookTask.attempt(true, () => scan(count, path))}
          onBack={() => setStep({ name: 'words' })}
          onNext={() => setStep({ name: 'keep' })}
        />
      );
    case 'keep':
      return (
        <KeyPage
          title={chosen.length === 1 ? 'Import this key' : `Import these ${chosen.length} keys`}
          lead="The vault stores them encrypted, with their phrase."
          step="Step 3 of 3"
          task={keepTask}
          failureTitle="Nothing was imported"
          fieldCodes={PASSPHRASE_CODES}
          primary={{ label: chosen.length === 1 ? 'Import key' : 'Import keys', busyLabel: 'Encrypting' }}
          onBack={() => setStep({ name: 'scan' })}
          onSubmit={() =>
            void keepTask.attempt(label.trim() !== '' && seal.isReady, async () => {
              const { addresses } = await client.importPhrase({
                ...phrase,
                keys: chosen.flatMap(({ path, keyType }) => (keyType === 'bls' ? [] : [{ path, keyType }])),
                label: label.trim(),
                ...seal.input,
              });
              setWords(NO_WORDS);
              setBip39Passphrase('');
              seal.forget();
              setStep({ name: 'done', addresses });
            })
          }
        >
          <ul className={keyStyles.addresses}>
            {chosen.map((key) => (
              <li key={phraseKeyId(key)}>
                <FullAddress address={key.address} />
                <span className={keyStyles.path}>{key.path}</span>
              </li>
            ))}
          </ul>
          <LabelField
            value={label}
            onChange={setLabel}
            isTried={keepTask.isTried}
            error={keepTask.failure?.fields?.label}
            {...(chosen.length === 1 ? {} : { help: 'Further keys get a number: name 2, name 3. You can rename each.' })}
            hasFocus
          />
          {seal.fields}
        </KeyPage>
      );
    case 'done':
      return (
        <KeysReady
          title={step.addresses.length === 1 ? 'The key is in the vault' : 'The keys are in the vault'}
          addresses={step.addresses}
          note={{
            tone: 'success',
            title: 'Recovery phrase stored',
            text: 'This window no longer holds the words. You can add more keys of this phrase under Accounts.',
          }}
        />
      );
    default:
      return step satisfies never;
  }
}

/** The problem with the phrase as a whole; undefined if it is valid. */
function phraseProblem(words: readonly string[]): string | undefined {
  try {
    parseMnemonic(words.join(' '));
    return undefined;
  } catch (cause) {
    if (cause instanceof DomainError) return cause.message;
    throw cause;
  }
}

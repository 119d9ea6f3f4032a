import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import styles from '../approve.module.css';
import { ChoosePage, type Way } from './ChoosePage.tsx';
import { ImportKey } from './ImportKey.tsx';
import { ImportPhrase } from './ImportPhrase.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import { NewKey } from './NewKey.tsx';
import { NewPhrase } from './NewPhrase.tsx';

type WayName = 'new' | 'new-phrase' | 'phrase' | 'key';

const WAYS: readonly Way<WayName>[] = [
  {
    name: 'new',
    title: 'New key',
    text: 'The next key of a recovery phrase in this vault (f1, or f410f and 0x), or a random BLS key (f3).',
  },
  { name: 'new-phrase', title: 'New recovery phrase', text: '24 words to write down, and their first key.' },
  {
    name: 'phrase',
    title: 'Import a recovery phrase',
    text: '12 to 24 words from another wallet, or more keys of a phrase in this vault.',
  },
  { name: 'key', title: 'Import a private key', text: 'A Lotus export, a MetaMask key, or raw hex or base64.' },
];

/** Adds a key to the vault. */
export function AddKeyView(props: KeyViewProps) {
  const [way, setWay] = useState<WayName | undefined>(undefined);
  const page = { ...props, onBack: () => setWay(undefined) };
  const another = (
    <button type="button" className={styles.button} onClick={() => setWay(undefined)}>
      <IconPlus size={14} stroke={1.6} aria-hidden />
      Add another key{' '}
    </button>
  );
  switch (way) {
    case undefined:
      return <ChoosePage title="Add a key" lead="Choose the source of the key." ways={WAYS} onChoose={setWay} />;
    case 'new':
      return <NewKey {...page} another={another} />;
    case 'new-phrase':
      return <NewPhrase {...page} />;
    case 'phrase':
      return <ImportPhrase {...page} />;
    case 'key':
      return <ImportKey {...page} />;
    default:
      return way satisfies never;
  }
}

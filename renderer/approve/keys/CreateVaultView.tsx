import { useState } from 'react';
import { ChoosePage, type Way } from './ChoosePage.tsx';
import { ImportKey } from './ImportKey.tsx';
import { ImportPhrase } from './ImportPhrase.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import { NewPhrase } from './NewPhrase.tsx';
import { ResultPage } from './ResultPage.tsx';

type WayName = 'new' | 'phrase' | 'key';

const WAYS: readonly Way<WayName>[] = [
  { name: 'new', title: 'New recovery phrase', text: '24 words to write down, and their first key.' },
  {
    name: 'phrase',
    title: 'Import a recovery phrase',
    text: '12 to 24 words from another wallet. All common derivation paths are scanned.',
  },
  { name: 'key', title: 'Import a private key', text: 'A Lotus export, a MetaMask key, or raw hex or base64.' },
];

/** Creates the vault with its first key. */
export function CreateVaultView(props: KeyViewProps) {
  // The vault exists before the last page is shown.
  const [isBegunHere, setIsBegunHere] = useState(false);
  const [way, setWay] = useState<WayName | undefined>(undefined);
  if (props.state.vault !== 'missing' && !isBegunHere) {
    // Reached by a reload while the words were shown.
    if (props.state.phrases.some(({ isBackedUp }) => !isBackedUp)) {
      return (
        <ResultPage
          title="Vault created, phrase not backed up"
          note={{
            tone: 'warning',
            title: 'The recovery phrase was not checked',
            text: 'Without a backup you lose the keys if you lose this machine. In the app, open Accounts and choose Back up to show the words again.',
          }}
        />
      );
    }
    return (
      <ResultPage
        title="Vault already exists"
        hint="Nothing was changed."
        note={{
          tone: 'info',
          title: 'A profile has one vault',
          text: 'Its keys are listed in the app under Accounts.',
        }}
      />
    );
  }
  function choose(name: WayName | undefined): void {
    setWay(name);
    setIsBegunHere(name !== undefined);
  }
  const page = { ...props, onBack: () => choose(undefined) };
  switch (way) {
    case undefined:
      return (
        <ChoosePage
          title="Create a vault"
          lead="The vault stores your keys on this machine, encrypted with a passphrase."
          ways={WAYS}
          onChoose={choose}
        />
      );
    case 'new':
      return <NewPhrase {...page} />;
    case 'phrase':
      return <ImportPhrase {...page} />;
    case 'key':
      return <ImportKey {...page} />;
    default:
      return way satisfies never;
  }
}

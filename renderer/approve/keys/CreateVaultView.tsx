import { useState } from 'react';
import { BringKey } from './BringKey.tsx';
import { BringPhrase } from './BringPhrase.tsx';
import { ChoosePage, type Way } from './ChoosePage.tsx';
import type { KeyViewProps } from './key-view-props.ts';
import { NewPhrase } from './NewPhrase.tsx';
import { ResultPage } from './ResultPage.tsx';

type WayName = 'new' | 'phrase' | 'key';

const WAYS: readonly Way<WayName>[] = [
  { name: 'new', title: 'New recovery phrase', text: '24 words to write down, and a first key made from them.' },
  {
    name: 'phrase',
    title: 'Import a recovery phrase',
    text: '12 to 24 words from another wallet. All common derivation paths are scanned.',
  },
  { name: 'key', title: 'Import a private key', text: 'An export of Lotus, a key from MetaMask, or raw hex or base64.' },
];

/** Makes the vault with what it begins with. */
export function CreateVaultView(props: KeyViewProps) {
  // The vault is there before the page has reached its end.
  const [isBegunHere, setIsBegunHere] = useState(false);
  const [way, setWay] = useState<WayName | undefined>(undefined);
  if (props.state.vault !== 'missing' && !isBegunHere) {
    // A reload while the words were shown ends here.
    if (props.state.phrases.some(({ isBackedUp }) => !isBackedUp)) {
      return (
        <ResultPage
          title="The vault was made, and its phrase is not backed up"
          note={{
            tone: 'warning',
            title: 'Nobody has confirmed the recovery phrase',
            text: 'Without it the keys are lost with this machine. In the app, open Accounts and choose Back up: the words are shown again.',
          }}
        />
      );
    }
    return (
      <ResultPage
        title="There is already a vault"
        hint="Nothing was changed."
        note={{
          tone: 'info',
          title: 'This profile keeps one vault',
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
          lead="It keeps your keys on this machine, encrypted with a passphrase."
          ways={WAYS}
          onChoose={choose}
        />
      );
    case 'new':
      return <NewPhrase {...page} />;
    case 'phrase':
      return <BringPhrase {...page} />;
    case 'key':
      return <BringKey {...page} />;
    default:
      return way satisfies never;
  }
}

import { formatCount } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { filText } from './amount-words.ts';
import { type AttentionFacts, type AttentionItem, type Check, made, notApplicable, unknown } from './check.ts';

/** An account with a balance below this, but not zero, may not be able to pay for its next message. */
const LITTLE_ATTO = 10n ** 16n;

type Name = Parameters<typeof made>[0];

/** Checks of the wallet and of Sextant's own files. */
export function ownChecks(facts: AttentionFacts): readonly Check[] {
  return [
    readable(facts),
    backedUp(facts),
    balances(facts),
    file('connections', 'Saved endpoints', facts.connections?.problem?.message, facts.connections === undefined, '/endpoints'),
    file('passports', 'Saved passports', facts.passportFile?.problem, facts.passportFile === undefined, '/endpoints'),
    file('history', 'Local history', facts.historyFile?.problem, facts.historyFile === undefined, '/settings'),
  ];
}

function readable({ wallet }: AttentionFacts): Check {
  const name: Name = { id: 'vault', group: 'Wallet', title: 'Vault' };
  if (wallet === undefined) return unknown(name, 'Checking.');
  if (wallet.status === 'missing') return notApplicable(name, 'No vault.');
  return made(
    name,
    wallet.status !== 'corrupt'
      ? []
      : [
          {
            key: 'vault',
            tone: 'danger',
            urgency: 'Act now',
            title: 'The vault is damaged',
            detail: sanitiseToText(wallet.problem ?? 'Its keys cannot be used until you restore it', 200),
            action: { label: 'Open', path: '/accounts' },
          },
        ],
    wallet.status === 'locked' ? 'Locked.' : 'Unlocked.',
  );
}

function backedUp({ wallet }: AttentionFacts): Check {
  const name: Name = { id: 'backup', group: 'Wallet', title: 'Key backup' };
  if (wallet === undefined) return unknown(name, 'Checking.');
  if (wallet.accounts.length === 0) return notApplicable(name, 'No keys.');
  const open = wallet.accounts.filter(({ isBackedUp }) => !isBackedUp);
  const [first] = open;
  return made(
    name,
    first === undefined
      ? []
      : [
          {
            key: 'backup',
            tone: 'warning',
            urgency: 'Soon',
            title:
              open.length === 1
                ? `The key ${sanitiseToText(first.label, 40)} is not backed up`
                : `${formatCount(open.length, 'key')} are not backed up`,
            detail:
              'If you lose this machine, you lose the funds in these keys. Write down and confirm the recovery phrase, or export the keys',
            action: { label: 'Open', path: '/accounts' },
          },
        ],
    `${formatCount(wallet.accounts.length, 'key')} backed up.`,
  );
}

function balances({ wallet, balances: known }: AttentionFacts): Check {
  const name: Name = { id: 'balances', group: 'Wallet', title: 'Account balances' };
  if (wallet === undefined) return unknown(name, 'Checking.');
  if (wallet.accounts.length === 0) return notApplicable(name, 'No keys.');
  if (known === undefined) return unknown(name, 'Balances not read yet.');
  const low = wallet.accounts.flatMap((account): AttentionItem[] => {
    const balance = known.get(account.address);
    if (balance === undefined || balance === 0n || balance >= LITTLE_ATTO) return [];
    return [
      {
        key: `balance ${account.address}`,
        tone: 'warning',
        urgency: 'Soon',
        title: `${sanitiseToText(account.label, 40) || 'An account'} has ${filText(balance)} left`,
        detail: 'It may not be able to pay for its next message',
        action: { label: 'Top up', path: '/compose', sendTo: account.address },
      },
    ];
  });
  return made(name, low, 'No funded account is running low.');
}

function file(id: string, title: string, problem: string | undefined, isUnknown: boolean, path: string): Check {
  const name: Name = { id, group: 'Sextant', title };
  if (isUnknown) return unknown(name, 'Checking.');
  return made(
    name,
    problem === undefined
      ? []
      : [
          {
            key: id,
            tone: 'warning',
            urgency: 'Soon',
            title: FILES[id] ?? title,
            detail: sanitiseToText(problem, 300),
            action: { label: 'Open', path },
          },
        ],
    'Saved to disk.',
  );
}

const FILES: Readonly<Record<string, string>> = {
  connections: 'Could not read the saved endpoints',
  passports: 'Passports are kept only until Sextant quits',
  history: 'Local history is kept only until Sextant quits',
};

import { formatCount } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { filText } from './amount-words.ts';
import { type AttentionFacts, type AttentionItem, type Check, made, notApplicable, unknown } from './check.ts';

/** An account with less than this, and more than nothing, may not be able to pay for its next message. */
const LITTLE_ATTO = 10n ** 16n;

type Name = Parameters<typeof made>[0];

/** The wallet, and Sextant itself. */
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
  if (wallet === undefined) return unknown(name, 'It is being looked at.');
  if (wallet.status === 'missing') return notApplicable(name, 'There is no vault.');
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
            detail: sanitiseToText(wallet.problem ?? 'Its keys cannot be used until it is restored', 200),
            action: { label: 'Open', path: '/accounts' },
          },
        ],
    wallet.status === 'locked' ? 'It is there, and locked.' : 'It is unlocked.',
  );
}

function backedUp({ wallet }: AttentionFacts): Check {
  const name: Name = { id: 'backup', group: 'Wallet', title: 'Backup of keys' };
  if (wallet === undefined) return unknown(name, 'It is being looked at.');
  if (wallet.accounts.length === 0) return notApplicable(name, 'There is no key.');
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
              'If you lose this machine, you lose the funds in these keys. Write the recovery phrase down and confirm it, or export the key',
            action: { label: 'Open', path: '/accounts' },
          },
        ],
    `${formatCount(wallet.accounts.length, 'key')} backed up.`,
  );
}

function balances({ wallet, balances: known }: AttentionFacts): Check {
  const name: Name = { id: 'balances', group: 'Wallet', title: 'Funds for a message' };
  if (wallet === undefined) return unknown(name, 'It is being looked at.');
  if (wallet.accounts.length === 0) return notApplicable(name, 'There is no key.');
  if (known === undefined) return unknown(name, 'Their balances were not read yet.');
  const low = wallet.accounts.flatMap((account): AttentionItem[] => {
    const balance = known.get(account.address);
    if (balance === undefined || balance === 0n || balance >= LITTLE_ATTO) return [];
    return [
      {
        key: `balance ${account.address}`,
        tone: 'warning',
        urgency: 'Soon',
        title: `${sanitiseToText(account.label, 40) || 'An account'} has ${filText(balance)} left`,
        detail: 'Its next message may not be paid for',
        action: { label: 'Top up', path: '/compose', sendTo: account.address },
      },
    ];
  });
  return made(name, low, 'None that holds funds is nearly empty.');
}

function file(id: string, title: string, problem: string | undefined, isUnknown: boolean, path: string): Check {
  const name: Name = { id, group: 'Sextant itself', title };
  if (isUnknown) return unknown(name, 'It is being looked at.');
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
    'On disk.',
  );
}

const FILES: Readonly<Record<string, string>> = {
  connections: 'Saved endpoints cannot be read',
  passports: 'Passports last only as long as this run',
  history: 'What is seen of the chain lasts only as long as this run',
};

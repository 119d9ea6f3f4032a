/** Rules of the wallet and of Sextant's own files. */
import { filText } from '../domain/amounts/amount-parts.ts';
import { formatCount } from '../text/format.ts';
import { sanitiseToText } from '../text/sanitise.ts';
import type { Evaluators, FactsOf, Outcome } from './outcome.ts';
import { RULES } from './rules.ts';

export const OWN_RULES: Evaluators<'vault' | 'backup' | 'balances' | 'connections' | 'passports' | 'history'> = {
  vault,
  backup,
  balances,
  connections: ({ connections }) => file('Could not read the saved endpoints', connections.problem?.message, '/endpoints'),
  passports: ({ passportFile }) => file('Passports are kept only until Sextant quits', passportFile.problem, '/endpoints'),
  history: ({ historyFile }) => file('Local history is kept only until Sextant quits', historyFile.problem, '/settings'),
};

function vault({ wallet }: FactsOf<'vault'>): Outcome {
  if (wallet.status === 'missing') return { notApplicable: 'No vault.' };
  return {
    findings:
      wallet.status !== 'corrupt'
        ? []
        : [
            {
              about: [],
              title: 'The vault is damaged',
              detail: sanitiseToText(wallet.problem ?? 'Its keys cannot be used until you restore it', 200),
              action: { label: 'Open', route: '/accounts' },
            },
          ],
    words: wallet.status === 'locked' ? 'Locked.' : 'Unlocked.',
  };
}

function backup({ wallet: { accounts } }: FactsOf<'backup'>): Outcome {
  if (accounts.length === 0) return { notApplicable: 'No keys.' };
  const open = accounts.filter(({ isBackedUp }) => !isBackedUp);
  const [first] = open;
  return {
    findings:
      first === undefined
        ? []
        : [
            {
              about: [],
              title:
                open.length === 1
                  ? `The key ${sanitiseToText(first.label, 40)} is not backed up`
                  : `${formatCount(open.length, 'key')} are not backed up`,
              detail:
                'If you lose this machine, you lose the funds in these keys. Write down and confirm the recovery phrase, or export the keys',
              action: { label: 'Open', route: '/accounts' },
            },
          ],
    words: `${formatCount(accounts.length, 'key')} backed up.`,
  };
}

function balances({ wallet: { accounts }, head: { genesisCid }, balances: known }: FactsOf<'balances'>): Outcome {
  if (accounts.length === 0) return { notApplicable: 'No keys.' };
  if (known.genesisCid === undefined || known.genesisCid !== genesisCid) return { unknown: 'Balances not read yet.' };
  const unread = accounts.filter(({ address }) => !known.byAddress.has(address)).length;
  return {
    findings: accounts
      .map((account) => ({ account, balance: BigInt(known.byAddress.get(account.address) ?? 0) }))
      .filter(({ balance }) => balance > 0n && balance < RULES.balances.thresholds.minAtto)
      .map(({ account, balance }) => ({
        about: [genesisCid, account.address],
        title: `${sanitiseToText(account.label, 40) || 'An account'} has ${filText(balance)} left`,
        detail: 'It may not be able to pay for its next message',
        action: { label: 'Top up', route: '/compose', sendTo: account.address },
      })),
    words: 'No funded account is running low.',
    gap: unread === 0 ? undefined : `Not checked: ${formatCount(unread, 'account')}.`,
  };
}

function file(title: string, problem: string | undefined, route: string): Outcome {
  const action = { label: 'Open', route };
  return {
    findings: problem === undefined ? [] : [{ about: [], title, detail: sanitiseToText(problem, 300), action }],
    words: 'Saved to disk.',
  };
}

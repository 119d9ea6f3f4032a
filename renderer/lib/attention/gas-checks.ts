import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { formatCount } from '../../../shared/text/format.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import { LOW_GAS_DAYS } from '../runway-words.ts';
import { filText } from './amount-words.ts';
import { type AttentionItem, type Check, made, unknown } from './check.ts';
import { gapOf, type MinerFacts, type Name, nameOf } from './miner-facts.ts';

const GAS_NOW_DAYS = 1;
/** Below this, an address that sends proofs may not be able to pay for one. */
const MIN_GAS_ATTO = 10n ** 17n;
const SENDS_PROOFS = /^(Worker|Control \d+)$/;

export function gas(name: Name, { miners }: MinerFacts): Check {
  const senders = new Map<string, { miner: OwnMiner; key: NonNullable<OwnMiner['standing']>['keys'][number] }>();
  for (const miner of miners) {
    for (const key of miner.standing?.keys ?? []) {
      if (SENDS_PROOFS.test(key.role) && key.balance !== undefined) senders.set(key.address, { miner, key });
    }
  }
  if (senders.size === 0) return unknown(name, 'Miner keys not read yet, or not available from this endpoint.');
  const items = [...senders.values()].flatMap(({ miner, key }): AttentionItem[] => {
    const balance = BigInt(key.balance ?? '0');
    const address = sanitiseToText(key.address, 40);
    const action = { label: 'Top up', path: '/compose', sendTo: key.address };
    const of = `${filText(balance)} left; ${key.role.toLowerCase()} address of ${nameOf(miner)}`;
    if (balance === 0n) {
      return [
        {
          key: `gas ${key.address}`,
          tone: 'danger',
          urgency: 'Act now',
          title: `${address} has no funds for gas`,
          detail: of,
          action,
        },
      ];
    }
    const days = key.runway?.daysLeft;
    if (days !== undefined && days < LOW_GAS_DAYS) {
      return [
        {
          key: `gas ${key.address}`,
          tone: days < GAS_NOW_DAYS ? 'danger' : 'warning',
          urgency: days < GAS_NOW_DAYS ? 'Act now' : 'Soon',
          title: `${address} has gas for ${days < 1 ? 'less than a day' : formatCount(Math.floor(days), 'more day', 'more days')}`,
          detail: of,
          reckoning: `It spent ${filText(BigInt(key.runway?.spentADay ?? '0'))} a day over ${key.runway?.seenDays} days of history.`,
          action,
        },
      ];
    }
    if (days === undefined && balance < MIN_GAS_ATTO) {
      return [
        { key: `gas ${key.address}`, tone: 'warning', urgency: 'Soon', title: `${address} is low on funds for gas`, detail: of, action },
      ];
    }
    return [];
  });
  const known = [...senders.values()].filter(({ key }) => key.runway !== undefined).length;
  return made(
    name,
    items,
    known === senders.size
      ? `${formatCount(senders.size, 'address has', 'addresses have')} gas for more than ${LOW_GAS_DAYS} days.`
      : `${formatCount(senders.size, 'address', 'addresses')} with funds; estimate available after 6 hours.`,
    gapOf(miners, ({ standing }) => hasBalances(standing?.keys ?? [])),
  );
}

/** Whether the balances of all addresses that send proofs are known. */
function hasBalances(keys: NonNullable<OwnMiner['standing']>['keys']): boolean {
  const senders = keys.filter(({ role }) => SENDS_PROOFS.test(role));
  return senders.length > 0 && senders.every(({ balance }) => balance !== undefined);
}

export function debt(name: Name, { miners }: MinerFacts): Check {
  const known = miners.filter(({ standing }) => standing?.feeDebt !== undefined);
  if (known.length === 0) return unknown(name, 'Miner state not read yet, or not available from this endpoint.');
  const items = known
    .filter(({ standing }) => BigInt(standing?.feeDebt ?? '0') > 0n)
    .map(
      (miner): AttentionItem => ({
        key: `debt ${miner.address}`,
        tone: 'danger',
        urgency: 'Act now',
        title: `${nameOf(miner)} owes ${filText(BigInt(miner.standing?.feeDebt ?? '0'))}`,
        detail:
          'Until the debt is repaid, the miner wins no blocks and cannot declare recoveries, pre-commit sectors or withdraw. Send it funds',
        action: { label: 'Top up', path: '/compose', sendTo: miner.address },
      }),
    );
  return made(
    name,
    items,
    'No fee debt.',
    gapOf(miners, (miner) => known.includes(miner)),
  );
}

/** Rules of what miners and their addresses can pay. */
import { filText } from '../domain/amounts/amount-parts.ts';
import type { OwnMiner } from '../ipc/schemas/own-miners.ts';
import { formatCount } from '../text/format.ts';
import { sanitiseToText } from '../text/sanitise.ts';
import { gapOf, type MinerFacts, nameOf, ofMiners } from './miner-facts.ts';
import type { Evaluators, Outcome, RuleFinding } from './outcome.ts';
import { RULES } from './rules.ts';

const SENDS_PROOFS = /^(Worker|Control \d+)$/;

export const GAS_RULES: Evaluators<'gas' | 'debt'> = { gas: ofMiners(gas), debt: ofMiners(debt) };

type MinerKey = NonNullable<OwnMiner['standing']>['keys'][number];

function gas({ miners, head }: MinerFacts): Outcome {
  const senders = new Map<string, { miner: OwnMiner; key: MinerKey }>();
  for (const miner of miners) {
    for (const key of miner.standing?.keys ?? []) {
      if (SENDS_PROOFS.test(key.role) && key.balance !== undefined) senders.set(key.address, { miner, key });
    }
  }
  if (senders.size === 0) return { unknown: 'Miner keys not read yet, or not available from this endpoint.' };
  const known = [...senders.values()].filter(({ key }) => key.runway !== undefined).length;
  return {
    findings: [...senders.values()].flatMap(({ miner, key }) => lowGas(miner, key, head.genesisCid)),
    words:
      known === senders.size
        ? `${formatCount(senders.size, 'address has', 'addresses have')} gas for more than ${RULES.gas.thresholds.soonDays} days.`
        : `${formatCount(senders.size, 'address', 'addresses')} with funds; estimate available after 6 hours.`,
    gap: gapOf(miners, ({ standing }) => hasBalances(standing?.keys ?? [])),
  };
}

function lowGas(miner: OwnMiner, { address, role, balance: text, runway }: MinerKey, network: string | undefined): RuleFinding[] {
  const { soonDays, nowDays, minAtto } = RULES.gas.thresholds;
  const balance = BigInt(text ?? '0');
  const name = sanitiseToText(address, 40);
  const found = {
    about: [network, address],
    detail: `${filText(balance)} left; ${role.toLowerCase()} address of ${nameOf(miner)}`,
    action: { label: 'Top up', route: '/compose', sendTo: address },
  };
  if (balance === 0n) return [{ ...found, severity: 'critical', title: `${name} has no funds for gas` }];
  if (runway === undefined) return balance < minAtto ? [{ ...found, title: `${name} is low on funds for gas` }] : [];
  const { daysLeft, spentADay, seenDays } = runway;
  if (daysLeft >= soonDays) return [];
  return [
    {
      ...found,
      severity: daysLeft < nowDays ? 'critical' : 'warning',
      title: `${name} has gas for ${daysLeft < 1 ? 'less than a day' : formatCount(Math.floor(daysLeft), 'more day', 'more days')}`,
      reckoning: `It spent ${filText(BigInt(spentADay))} a day over ${seenDays} days of history.`,
    },
  ];
}

/** Whether the balances of all addresses that send proofs are known. */
function hasBalances(keys: readonly MinerKey[]): boolean {
  const senders = keys.filter(({ role }) => SENDS_PROOFS.test(role));
  return senders.length > 0 && senders.every(({ balance }) => balance !== undefined);
}

function debt({ miners, head }: MinerFacts): Outcome {
  const known = miners.filter(({ standing }) => standing?.feeDebt !== undefined);
  if (known.length === 0) return { unknown: 'Miner state not read yet, or not available from this endpoint.' };
  return {
    findings: known
      .filter(({ standing }) => BigInt(standing?.feeDebt ?? '0') > 0n)
      .map((miner) => ({
        about: [head.genesisCid, miner.address],
        title: `${nameOf(miner)} owes ${filText(BigInt(miner.standing?.feeDebt ?? '0'))}`,
        detail:
          'Until the debt is repaid, the miner wins no blocks and cannot declare recoveries, pre-commit sectors or withdraw. Send it funds',
        action: { label: 'Top up', route: '/compose', sendTo: miner.address },
      })),
    words: 'No fee debt.',
    gap: gapOf(miners, (miner) => known.includes(miner)),
  };
}

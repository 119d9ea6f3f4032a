import { type AttentionFacts, type Check, knownMiners, notApplicable, unknown } from './check.ts';
import { debt, gas } from './gas-checks.ts';
import type { MinerFacts } from './miner-facts.ts';
import { faults, proof } from './proof-checks.ts';
import { sealingFailed, sealingStill } from './sealing-checks.ts';
import { consensusFault, endingDeals, expiring, owner, worker } from './standing-checks.ts';

const GROUP = 'My miners';
const NAMES = {
  faults: 'Faulty sectors',
  proof: 'Window proofs',
  gas: 'Gas for proofs',
  debt: 'Fee debt',
  'consensus-fault': 'Consensus faults',
  worker: 'Worker change',
  owner: 'Owner change',
  expiring: 'Expiring sectors',
  deals: 'Expiring deals',
  'sealing-failed': 'Sealing failures',
  'sealing-still': 'Sealing progress',
} as const;

/** Checks of own miners, as last read. */
export function minerChecks(facts: AttentionFacts): readonly Check[] {
  const miners = knownMiners(facts);
  const names = Object.entries(NAMES).map(([id, title]) => ({ id, group: GROUP, title }) as const);
  if (miners === undefined) return names.map((name) => unknown(name, 'My miners not read yet.'));
  if (miners.length === 0) return names.map((name) => notApplicable(name, 'No miners in My miners.'));
  const { epochReward, minerPart } = facts.ownMiners?.known ?? {};
  const about: MinerFacts = { ...facts, miners, epochReward: amountOf(epochReward), minerPart: amountOf(minerPart) };
  const checks: Readonly<Record<string, (name: (typeof names)[number], facts: MinerFacts) => Check>> = {
    faults,
    proof,
    gas,
    debt,
    'consensus-fault': consensusFault,
    worker,
    owner,
    expiring,
    deals: endingDeals,
    'sealing-failed': sealingFailed,
    'sealing-still': sealingStill,
  };
  return names.flatMap((name) => checks[name.id]?.(name, about) ?? []);
}

function amountOf(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : BigInt(text);
}

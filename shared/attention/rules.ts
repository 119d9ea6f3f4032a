/** Every rule as data: what it is called, what it reads, its thresholds and its severity unless a finding has its own. */
import type { RuleId, Severity } from '../ipc/schemas/attention.ts';
import type { AttentionFacts } from './attention-facts.ts';

export const RULE_GROUPS = ['Endpoint and chain', 'My miners', 'My messages', 'Wallet', 'Sextant'] as const;

interface Rule {
  readonly group: (typeof RULE_GROUPS)[number];
  /** What it covers. */
  readonly title: string;
  readonly reads: readonly (keyof AttentionFacts)[];
  readonly severity: Severity;
  /** The unit is in the name. */
  readonly thresholds?: Readonly<Record<string, number | bigint>>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Own miners, if they were read on the active connection; the head names the network. */
const OWN_MINERS = ['ownMiners', 'connections', 'head'] as const;

export const RULES = {
  answers: { group: 'Endpoint and chain', title: 'Endpoint responds', reads: ['head'], severity: 'critical' },
  fresh: { group: 'Endpoint and chain', title: 'New tipsets', reads: ['head'], severity: 'warning' },
  clock: { group: 'Endpoint and chain', title: 'Head timestamp', reads: ['head', 'connections'], severity: 'warning' },
  behind: {
    group: 'Endpoint and chain',
    title: 'Head age',
    reads: ['head', 'connections'],
    severity: 'warning',
    // A head older than this is late, even if new tipsets still arrive.
    thresholds: { epochs: 5 },
  },
  finality: {
    group: 'Endpoint and chain',
    title: 'Finality',
    reads: ['head'],
    severity: 'warning',
    // One hour. F3 finality normally follows the head within minutes.
    thresholds: { epochs: 120 },
  },
  blocks: {
    group: 'Endpoint and chain',
    title: 'Blocks per tipset',
    reads: ['head'],
    severity: 'warning',
    thresholds: { minEpochs: 30, minPercentOfExpected: 60 },
  },
  reorgs: {
    group: 'Endpoint and chain',
    title: 'Reorgs in the last hour',
    reads: ['head'],
    severity: 'warning',
    thresholds: { depthEpochs: 5, reportedMs: HOUR_MS },
  },
  served: { group: 'Endpoint and chain', title: 'Served methods', reads: ['connections', 'passports'], severity: 'warning' },
  'token-sent': { group: 'Endpoint and chain', title: 'API token', reads: ['connections'], severity: 'warning' },
  'token-safe': { group: 'Endpoint and chain', title: 'Token transport', reads: ['connections'], severity: 'warning' },

  faults: { group: 'My miners', title: 'Faulty sectors', reads: OWN_MINERS, severity: 'warning' },
  proof: {
    group: 'My miners',
    title: 'Window proofs',
    reads: OWN_MINERS,
    severity: 'warning',
    // A window is 60 epochs and proofs normally arrive early in it: with a third of it left and no proof, someone has to act.
    thresholds: { soonEpochs: 40, nowEpochs: 20 },
  },
  gas: {
    group: 'My miners',
    title: 'Gas for proofs',
    reads: OWN_MINERS,
    severity: 'warning',
    // Without a known spending: below `minAtto`, an address that sends proofs may not be able to pay for one.
    thresholds: { soonDays: 7, nowDays: 1, minAtto: 10n ** 17n },
  },
  debt: { group: 'My miners', title: 'Fee debt', reads: OWN_MINERS, severity: 'critical' },
  'consensus-fault': { group: 'My miners', title: 'Consensus faults', reads: OWN_MINERS, severity: 'critical' },
  worker: { group: 'My miners', title: 'Worker change', reads: OWN_MINERS, severity: 'warning' },
  owner: { group: 'My miners', title: 'Owner change', reads: OWN_MINERS, severity: 'warning' },
  expiring: { group: 'My miners', title: 'Expiring sectors', reads: OWN_MINERS, severity: 'info' },
  deals: { group: 'My miners', title: 'Expiring deals', reads: OWN_MINERS, severity: 'info' },
  'sealing-failed': { group: 'My miners', title: 'Sealing failures', reads: OWN_MINERS, severity: 'critical' },
  'sealing-still': {
    group: 'My miners',
    title: 'Sealing progress',
    reads: OWN_MINERS,
    severity: 'pending',
    // Longest normal time without any sector of a pipeline changing state.
    thresholds: { stillMs: 6 * HOUR_MS },
  },

  'under-base-fee': { group: 'My messages', title: 'Fee cap below base fee', reads: ['head', 'journal'], severity: 'pending' },
  'nonce-gap': { group: 'My messages', title: 'Nonce gaps', reads: ['head', 'journal'], severity: 'pending' },
  waits: {
    group: 'My messages',
    title: 'Long pending',
    reads: ['head', 'journal'],
    severity: 'pending',
    // Ten epochs.
    thresholds: { pendingMs: 300_000 },
  },
  failed: {
    group: 'My messages',
    title: 'Failed messages',
    reads: ['journal'],
    severity: 'critical',
    thresholds: { reportedMs: DAY_MS },
  },
  'failed-inside': {
    group: 'My messages',
    title: 'Failed internal calls',
    reads: ['journal'],
    severity: 'warning',
    thresholds: { reportedMs: DAY_MS },
  },
  refused: {
    group: 'My messages',
    title: 'Rejected by a node',
    reads: ['journal'],
    severity: 'critical',
    // For messages that were accepted before.
    thresholds: { reportedMs: DAY_MS },
  },
  elsewhere: {
    group: 'My messages',
    title: 'Nonces used elsewhere',
    reads: ['journal'],
    severity: 'warning',
    thresholds: { reportedMs: DAY_MS },
  },
  unsent: { group: 'My messages', title: 'Signed, not sent', reads: ['journal'], severity: 'warning' },

  vault: { group: 'Wallet', title: 'Vault', reads: ['wallet'], severity: 'critical' },
  backup: { group: 'Wallet', title: 'Key backup', reads: ['wallet'], severity: 'warning' },
  balances: {
    group: 'Wallet',
    title: 'Account balances',
    reads: ['wallet', 'head', 'balances'],
    severity: 'warning',
    // An account with less than this, but not zero, may not be able to pay for its next message.
    thresholds: { minAtto: 10n ** 16n },
  },

  connections: { group: 'Sextant', title: 'Saved endpoints', reads: ['connections'], severity: 'warning' },
  passports: { group: 'Sextant', title: 'Saved passports', reads: ['passportFile'], severity: 'warning' },
  history: { group: 'Sextant', title: 'Local history', reads: ['historyFile'], severity: 'warning' },
} as const satisfies Readonly<Record<RuleId, Rule>>;

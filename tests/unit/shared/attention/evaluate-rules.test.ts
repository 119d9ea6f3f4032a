import { describe, expect, it } from 'vitest';
import type { AttentionFacts, EvaluationTime } from '../../../../shared/attention/attention-facts.ts';
import { evaluateRules } from '../../../../shared/attention/evaluate-rules.ts';
import { listFindings } from '../../../../shared/attention/finding-rows.ts';
import { RULES } from '../../../../shared/attention/rules.ts';
import { urgencyOf } from '../../../../shared/attention/urgency.ts';
import { type RuleId, zAttention } from '../../../../shared/ipc/schemas/attention.ts';
import type { HeadState } from '../../../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState } from '../../../../shared/ipc/schemas/connections.ts';
import type { JournalEntry } from '../../../../shared/ipc/schemas/journal.ts';
import type { OwnMiner } from '../../../../shared/ipc/schemas/own-miners.ts';
import type { WalletState } from '../../../../shared/ipc/schemas/wallet.ts';

const NOW_MS = 1_800_000_000_000;
const SECTOR_BYTES = 34_359_738_368;

const HEAD: HeadState = {
  connectionId: 'a',
  connectionName: 'harbour-1',
  status: 'live',
  networkName: 'localnet',
  genesisCid: 'genesis',
  blockDelaySeconds: 30,
  head: { height: 100, key: ['k'], timeMs: NOW_MS - 30_000, parents: [], blockCount: 5, baseFee: '20000000' },
  headReceivedAtMs: NOW_MS - 20_000,
  finalized: { height: 95, by: 'node' },
  strip: [],
  reorgs: [],
  calls: {},
};

const CONNECTIONS: ConnectionsState = {
  activeId: 'a',
  revision: 1,
  connections: [],
  offers: [],
  capabilities: { hasMinerApi: false, hasV2: false, hasControl: false, isChainAccelerated: false, missingMethods: [] },
};

const STANDING: NonNullable<OwnMiner['standing']> = {
  readAtMs: NOW_MS,
  sectorSize: SECTOR_BYTES,
  keys: [{ role: 'Worker', address: 'f01001', balance: '5000000000000000000' }],
  feeDebt: '0',
  expiring: { count: 0 },
  endingDeals: { count: 0, isPartial: false },
  sealing: { Proving: 8 },
  sealingSinceMs: NOW_MS,
  faulty: [],
};

const MINER: OwnMiner = {
  address: 'f01241',
  rawBytes: String(8 * SECTOR_BYTES),
  qualityAdjusted: String(80 * SECTOR_BYTES),
  networkQualityAdjusted: String(8000 * SECTOR_BYTES),
  sectors: { live: 10, active: 8, faulty: 0 },
  deadline: { index: 16, openEpoch: 60, closeEpoch: 120, closeTimeMs: NOW_MS + 600_000, proof: { partitions: 2, proven: 2, sectors: 8 } },
  standing: STANDING,
};

const WALLET: WalletState = { status: 'missing', accounts: [], phrases: [] };

type Facts = AttentionFacts & EvaluationTime;

function facts(change: Partial<Facts> = {}, miners: readonly OwnMiner[] = [MINER]): Facts {
  return {
    head: HEAD,
    connections: CONNECTIONS,
    passports: [],
    passportFile: { isSaved: true },
    historyFile: { isSaved: true },
    journal: [],
    wallet: WALLET,
    ownMiners: {
      connectionId: 'a',
      readAtMs: NOW_MS,
      known: {
        pinned: { height: 100, key: ['bafy-of-a-test'], timeMs: NOW_MS },
        miners: { value: [...miners], calls: [] },
        epochReward: '100000000000000000000',
      },
    },
    balances: { genesisCid: undefined, byAddress: new Map() },
    nowMs: NOW_MS,
    chainNowMs: NOW_MS,
    ...change,
  };
}

const evaluate = (given: Facts) =>
  zAttention.parse(
    evaluateRules(given, (rule, error) => {
      throw new Error(`The rule ${rule} failed.`, { cause: error });
    }),
  );
const findingsOf = (...given: Parameters<typeof facts>) => listFindings(evaluate(facts(...given)).findings).listed;
const resultOf = (rule: RuleId, given: Facts) => evaluate(given).results.find((result) => result.rule === rule);

function entry(change: Partial<JournalEntry>): JournalEntry {
  return {
    id: 'one',
    stage: 'in-pool',
    createdAtMs: NOW_MS - 60_000,
    updatedAtMs: NOW_MS - 60_000,
    genesisCid: 'genesis',
    networkName: 'n',
    connectionName: 'c',
    from: 'f1from',
    to: 'f1to',
    nonce: '1204',
    value: '0',
    method: '0',
    methodName: 'Send',
    gasLimit: '1',
    gasFeeCap: '30000000',
    gasPremium: '1',
    unsignedCid: 'bafy',
    origin: 'here',
    isHeld: false,
    pushCount: 1,
    history: [],
    ...change,
  };
}

describe('the rules', () => {
  it('find nothing while all is well, and say of each what they looked at', () => {
    const given = facts({ journal: [entry({}), entry({ id: 'two', stage: 'final', exitCode: 0 })] });
    const { results, findings } = evaluate(given);
    expect(findings).toEqual([]);
    expect(results.map(({ rule }) => rule)).toEqual(Object.keys(RULES));
    expect(results.filter(({ state }) => state === 'found')).toEqual([]);
    for (const { words } of results) {
      expect(words).toBeTruthy();
      expect(words).not.toMatch(/undefined|null|NaN|\[object/);
    }
  });

  it('know nothing of a node that has not answered, and guess nothing', () => {
    const head: HeadState = { connectionId: 'a', connectionName: 'harbour-1', status: 'connecting', strip: [], reorgs: [], calls: {} };
    const { results, findings } = evaluate(facts({ head, ownMiners: { connectionId: '' } }));
    expect(findings).toEqual([]);
    const unknown = results.filter(({ state }) => state === 'unknown');
    expect(unknown.map(({ rule }) => rule)).toEqual([
      ...['answers', 'fresh', 'clock', 'behind', 'finality', 'blocks', 'reorgs'],
      ...Object.entries(RULES).flatMap(([rule, { group }]) => (group === 'My miners' ? [rule] : [])),
    ]);
    for (const { words } of unknown) expect(words).toBeTruthy();
  });

  it('say why own miners are unknown', () => {
    const given = facts();
    const known = given.ownMiners.known ?? expect.fail();
    const error = { code: 'node-error', message: 'The node refused.', retryable: true };
    expect(resultOf('debt', { ...given, ownMiners: { connectionId: 'a', known: { ...known, miners: { error } } } })).toEqual({
      rule: 'debt',
      state: 'unknown',
      words: 'Could not read my miners: The node refused.',
    });
  });

  it('fail one by one: the others are evaluated', () => {
    const broken: OwnMiner = { ...MINER, standing: { ...STANDING, feeDebt: 'not a number' } };
    const failed: RuleId[] = [];
    const { results } = evaluateRules(facts({}, [broken]), (rule) => failed.push(rule));
    expect(failed).toEqual(['debt']);
    expect(results.find(({ rule }) => rule === 'debt')?.state).toBe('unknown');
    expect(results.find(({ rule }) => rule === 'gas')?.state).toBe('ok');
  });

  it('list a message once, and count it in every rule that found it', () => {
    const given = facts({ journal: [entry({ gasFeeCap: '19000000', trouble: 'refused' })] });
    const { findings } = evaluate(given);
    expect(findings.map(({ rule }) => rule).sort()).toEqual(['refused', 'under-base-fee']);
    expect(listFindings(findings).listed.map(({ rule }) => rule)).toEqual(['under-base-fee']);
  });

  it('put what is urgent first', () => {
    const items = findingsOf(
      {
        head: { ...HEAD, status: 'failed', problem: { code: 'endpoint-unreachable', message: 'Refused.' } },
        journal: [entry({ gasFeeCap: '19000000' }), entry({ id: 'two', stage: 'executed', exitCode: 18 })],
      },
      [{ ...MINER, standing: { ...STANDING, expiring: { count: 3 }, endingDeals: { count: 2, isPartial: false } } }],
    );
    expect(items.map(({ severity }) => severity)).toEqual(['critical', 'critical', 'pending', 'info', 'info']);
    expect(items.map(({ title }) => title)).toEqual([
      'harbour-1: not responding',
      'Message with nonce 1,204 failed',
      'Message with nonce 1,204 pending for 1 min',
      '3 sectors of f01241 expire within 30 days',
      '2 deals of f01241 expire within 30 days',
    ]);
    expect(items[0]?.detail).toBe('Refused');
    expect(items[2]).toMatchObject({ detail: 'Fee cap 0.0190 is below the base fee 0.0200 nanoFIL', note: 'Needs 0.0200 nanoFIL' });
  });
});

describe('a finding', () => {
  const idsOf = (...given: Parameters<typeof facts>) => findingsOf(...given).map(({ id }) => id);
  const fault = { index: 15, live: 2, faulty: 2, recovering: 0, cutoffEpoch: 2000, cutoffTimeMs: NOW_MS + 5_000_000 };
  const faulty = (change: object): OwnMiner => ({
    ...MINER,
    sectors: { live: 10, active: 8, faulty: 2 },
    standing: { ...STANDING, faulty: [{ ...fault, ...change }] },
  });

  it('keeps its ID while its words and urgency change', () => {
    expect(idsOf({}, [faulty({})])).toEqual(['faults genesis f01241 15']);
    expect(idsOf({ nowMs: NOW_MS + 60_000, chainNowMs: NOW_MS + 60_000 }, [faulty({ faulty: 1, recovering: 1 })])).toEqual([
      'faults genesis f01241 15',
    ]);
  });

  it('is another one on another network, of another deadline or in another proving period', () => {
    expect(idsOf({ head: { ...HEAD, genesisCid: 'other' } }, [faulty({})])).toEqual(['faults other f01241 15']);
    expect(idsOf({}, [faulty({ index: 16 })])).toEqual(['faults genesis f01241 16']);
    const due = (openEpoch: number): OwnMiner => ({
      ...MINER,
      deadline: {
        index: 16,
        openEpoch,
        closeEpoch: 120,
        closeTimeMs: NOW_MS + 600_000,
        proof: { partitions: 2, proven: 0, sectors: 8 },
      },
    });
    expect(idsOf({}, [due(60)])).not.toEqual(idsOf({}, [due(2940)]));
  });

  it('of a message is of the network of the message', () => {
    expect(idsOf({ journal: [entry({ stage: 'executed', exitCode: 18, genesisCid: 'before' })] })).toEqual(['failed before one']);
  });
});

describe('own miners', () => {
  it('have faults priced by the reward of 3.51 days at the quality of their sectors', () => {
    const deadline = { index: 15, live: 2, faulty: 2, recovering: 0, cutoffEpoch: 2000, cutoffTimeMs: NOW_MS + 5_000_000 };
    const [item] = findingsOf({}, [
      { ...MINER, sectors: { live: 10, active: 8, faulty: 2 }, standing: { ...STANDING, faulty: [deadline] } },
    ]);
    // Two sectors at quality ten are 20 of 8,000: 100 FIL × 10,108 epochs × 20 / 8000 = 2,527 FIL.
    expect(item).toMatchObject({
      severity: 'critical',
      title: 'f01241, deadline 15: all sectors faulty',
      detail: '2 sectors, about 2,527 FIL a day until recovered',
      until: { timeMs: NOW_MS + 5_000_000, as: 'by' },
      action: { label: 'Recover' },
    });
    expect(item?.reckoning).toContain('3.51 days');
    expect(item?.reckoning).not.toContain('of income');
  });

  it('have a fee of the whole reward compared with income, which is the miner’s part', () => {
    const base = facts({}, [{ ...MINER, sectors: { live: 10, active: 8, faulty: 2 } }]);
    const known = base.ownMiners.known ?? expect.fail();
    const reckoningWith = (minerPart: string) =>
      evaluate({ ...base, ownMiners: { connectionId: 'a', known: { ...known, minerPart } } }).findings[0];
    const split = reckoningWith('50000000000000000000');
    expect(split?.detail).toContain('2,527 FIL a day');
    expect(split?.reckoning).toContain('Fault fee per day: 7.02 days of income');
    expect(reckoningWith('100000000000000000000')?.reckoning).not.toContain('of income');
  });

  it('have the faults of each deadline priced by its own sectors', () => {
    const deadline = { live: 9, faulty: 1, recovering: 0, cutoffEpoch: 2000, cutoffTimeMs: NOW_MS + 5_000_000 };
    const faulty = [
      { ...deadline, index: 3, qualityAdjusted: String(SECTOR_BYTES) },
      { ...deadline, index: 4, qualityAdjusted: String(10 * SECTOR_BYTES) },
    ];
    const items = findingsOf({}, [{ ...MINER, sectors: { live: 10, active: 8, faulty: 2 }, standing: { ...STANDING, faulty } }]);
    // Of 8,000: 100 FIL × 10,108 epochs × 1 / 8000 = 126.35 FIL, and ten times that.
    expect(items.map(({ detail }) => detail)).toEqual([
      '1 sector, 1,263.5 FIL a day until recovered',
      '1 sector, 126.35 FIL a day until recovered',
    ]);
    expect(items[0]?.reckoning).toContain('quality of these sectors');
  });

  it('have what closes first in front of faults that are due hours later, and those of one miner in one row', () => {
    const power = (sectors: number) => String(Math.round(sectors * SECTOR_BYTES));
    const fault = (index: number, hours: number, sectors: number) => ({
      index,
      live: 9,
      faulty: 1,
      recovering: 0,
      qualityAdjusted: power(sectors),
      cutoffEpoch: 2000,
      cutoffTimeMs: NOW_MS + hours * 3_600_000,
    });
    const many: OwnMiner = {
      ...MINER,
      address: 'f01000',
      sectors: { live: 100, active: 94, faulty: 6 },
      standing: {
        ...STANDING,
        faulty: [fault(1, 4, 1), fault(2, 5, 0.5), fault(3, 9, 1), fault(4, 22, 0.005), fault(5, 22, 0.01), fault(6, 22, 0.3)],
      },
    };
    const closing: OwnMiner = {
      ...MINER,
      address: 'f01001',
      deadline: {
        index: 23,
        openEpoch: 60,
        closeEpoch: 120,
        closeTimeMs: NOW_MS + 600_000,
        proof: { partitions: 3, proven: 0, sectors: 9 },
      },
    };
    const { listed, rows, count, planCount } = listFindings(evaluate(facts({}, [many, closing])).findings);
    expect(listed[0]?.title).toBe('f01001, deadline 23: no PoSt yet');
    expect(listed.slice(1).map(({ urgency, title }) => `${urgency}: ${/deadline \d+/.exec(title)?.[0]}`)).toEqual([
      'Act now: deadline 1',
      'Soon: deadline 2',
      'Soon: deadline 3',
      'Today: deadline 6',
      'Today: deadline 5',
      'Today: deadline 4',
    ]);
    expect(rows.map(({ lead, others }) => [lead.urgency, others.length])).toEqual([
      ['Act now', 0],
      ['Act now', 0],
      ['Soon', 1],
      ['Today', 2],
    ]);
    expect({ count, planCount }).toEqual({ count: 4, planCount: 0 });
  });

  it.each([
    [0.5, 5000n, 'Act now'],
    [0.5, 2n, 'Act now'],
    [0.5, undefined, 'Act now'],
    [0.5, 0n, 'Soon'],
    [5, 100n, 'Act now'],
    [5, 99n, 'Soon'],
    [22, 5000n, 'Soon'],
    [22, undefined, 'Today'],
    [22, 0n, 'Today'],
    [undefined, 5000n, 'Act now'],
    [undefined, 1n, 'Soon'],
  ])('with %s hours left at %s FIL a day need: %s', (hours, fil, urgency) => {
    expect(urgencyOf(hours === undefined ? undefined : hours * 3_600_000, fil === undefined ? undefined : fil * 10n ** 18n).urgency).toBe(
      urgency,
    );
  });

  it('are not said to be well where one of them is not told of, nor priced without its power', () => {
    const untold: OwnMiner = { address: 'f01242', standing: STANDING };
    for (const rule of ['faults', 'proof'] as const) {
      expect(resultOf(rule, facts({}, [MINER, untold]))).toMatchObject({ state: 'unknown', gap: 'Not checked: f01242.' });
    }
    expect(findingsOf({}, [MINER, untold])).toEqual([]);
    const unpriced: OwnMiner = { ...untold, sectors: { live: 10, active: 8, faulty: 2 } };
    const [item] = findingsOf({}, [unpriced]);
    expect(item?.detail).toBe('Fault fee every proving period; 8 other sectors active');
  });

  it('are not pressed for sectors whose recovery is declared', () => {
    const deadline = { index: 15, live: 9, faulty: 2, recovering: 2, cutoffEpoch: 2000, cutoffTimeMs: NOW_MS + 5_000_000 };
    const [item] = findingsOf({}, [
      { ...MINER, sectors: { live: 10, active: 8, faulty: 2 }, standing: { ...STANDING, faulty: [deadline] } },
    ]);
    expect(item).toMatchObject({ severity: 'pending', urgency: 'Recovers' });
    expect(item).not.toHaveProperty('until');
  });

  it.each([
    [61, undefined],
    [40, 'warning'],
    [21, 'warning'],
    [20, 'critical'],
    [1, 'critical'],
    [0, undefined],
  ])('are told of a proof that is due with %i epochs left', (left, severity) => {
    const deadline = {
      index: 16,
      openEpoch: 60,
      closeEpoch: 100 + left,
      closeTimeMs: NOW_MS + left * 30_000,
      proof: { partitions: 3, proven: 1, sectors: 20 },
    };
    const items = findingsOf({}, [{ ...MINER, deadline }]);
    expect(items.map((item) => item.severity)).toEqual(severity === undefined ? [] : [severity]);
    if (severity === undefined) return;
    expect(items[0]).toMatchObject({
      title: 'f01241, deadline 16: 1 of 3 partitions proven',
      // The first missed proof is free: the fee begins a proving period later.
      detail: expect.stringMatching(
        /^20 sectors become faulty if it is missed, then about [\d,.]+ FIL a day from the next proving period$/,
      ),
      reckoning: expect.stringContaining('costs no fee by itself'),
    });
  });

  it('have a missed proof priced by its own sectors once they were read', () => {
    const proof = { partitions: 3, proven: 0, sectors: 20, qualityAdjusted: String(SECTOR_BYTES) };
    const deadline = { index: 16, openEpoch: 60, closeEpoch: 110, closeTimeMs: NOW_MS + 300_000, proof };
    expect(findingsOf({}, [{ ...MINER, deadline }])[0]?.detail).toContain('then 126.35 FIL a day');
    const { qualityAdjusted: _, ...unread } = proof;
    expect(findingsOf({}, [{ ...MINER, deadline: { ...deadline, proof: unread } }])[0]?.detail).toContain('then about 25,270 FIL a day');
  });

  it('are not all well while some were not looked through', () => {
    const { expiring: _, endingDeals: __, ...unread } = STANDING;
    const stateOf = (id: RuleId, ...miners: OwnMiner[]) => resultOf(id, facts({}, miners));
    for (const id of ['expiring', 'deals'] as const) {
      expect(stateOf(id, MINER)).toMatchObject({ state: 'ok', words: 'None found.' });
      expect(stateOf(id, MINER, { ...MINER, address: 'f01242', standing: unread })).toMatchObject({
        state: 'unknown',
        words: 'None found.',
        gap: 'Not checked: f01242.',
      });
      expect(stateOf(id, { ...MINER, standing: unread })?.state).toBe('unknown');
    }
    expect(stateOf('deals', { ...MINER, standing: { ...STANDING, endingDeals: { count: 0, isPartial: true } } })?.state).toBe('unknown');
  });

  it('are not all well while the keys or the debt of some were not read, also where others need attention', () => {
    const { sectorSize: _, feeDebt: __, ...unread } = { ...STANDING, keys: [] };
    const other: OwnMiner = { ...MINER, address: 'f01242', standing: unread };
    const stateOf = (id: RuleId, ...miners: OwnMiner[]) => resultOf(id, facts({}, miners));
    for (const id of ['worker', 'owner', 'consensus-fault', 'gas', 'debt'] as const) {
      expect(stateOf(id, MINER)?.state, id).toBe('ok');
      expect(stateOf(id, MINER, other), id).toMatchObject({ state: 'unknown', gap: 'Not checked: f01242.' });
      expect(stateOf(id, other)?.state, id).toBe('unknown');
    }
    const proposed: OwnMiner = { ...MINER, standing: { ...STANDING, pendingOwner: 'f0600', expiring: { count: 3 } } };
    expect(stateOf('owner', proposed, other)).toMatchObject({ state: 'found', gap: 'Not checked: f01242.' });
    const { expiring: ___, ...unlisted } = STANDING;
    expect(stateOf('expiring', proposed, { ...MINER, address: 'f01242', standing: unlisted })).toMatchObject({
      state: 'found',
      gap: 'Not checked: f01242.',
    });
  });

  it('have their gas watched', () => {
    const withKey = (key: object) =>
      findingsOf({}, [{ ...MINER, standing: { ...STANDING, keys: [{ role: 'Control 0', address: 'f01002', ...key }] } }]);
    expect(withKey({ balance: '0' })[0]).toMatchObject({ severity: 'critical', title: 'f01002 has no funds for gas' });
    const runway = { spentADay: '1373066666666666666', daysLeft: 3.4, seenDays: 7 };
    expect(withKey({ balance: '4119200000000000000', runway })[0]).toMatchObject({
      severity: 'warning',
      title: 'f01002 has gas for 3 more days',
      detail: '4.11 FIL left; control 0 address of f01241',
      action: { label: 'Top up', route: '/compose', sendTo: 'f01002' },
    });
    expect(withKey({ balance: '4119200000000000000', runway: { ...runway, daysLeft: 8 } })).toEqual([]);
    expect(withKey({ balance: '5' })[0]?.title).toBe('f01002 is low on funds for gas');
  });

  it('have debts, changes of keys, failed and still pipelines told', () => {
    const standing = {
      ...STANDING,
      feeDebt: '1000000000000000000',
      pendingWorker: { address: 'f0500', fromEpoch: 900 },
      pendingOwner: 'f0600',
      sealing: { PreCommit1: 2, CommitFailed: 1, Proving: 8 },
      sealingSinceMs: NOW_MS - 7 * 3_600_000,
    };
    expect(findingsOf({}, [{ ...MINER, standing }]).map(({ title }) => title)).toEqual([
      'f01241 owes 1 FIL',
      '1 sector of f01241 failed while sealing',
      'f01241 has a pending worker change',
      'f01241 has a pending owner change',
      'No sector of f01241 has changed state for 7 h',
    ]);
  });

  it('state when a new worker takes effect, and that fee debt keeps a miner from winning', () => {
    const standing = { ...STANDING, feeDebt: '5', pendingWorker: { address: 'f0500', fromEpoch: 900 } };
    const details = findingsOf({}, [{ ...MINER, standing }]).map(({ detail }) => detail);
    expect(details.find((detail) => detail.includes('f0500'))).toMatch(/becomes the worker at the first proving deadline from epoch 900/);
    expect(details.join()).not.toMatch(/confirm/);
    expect(details.find((detail) => detail.includes('debt'))).toMatch(/wins no blocks and cannot declare recoveries/);
  });

  it('that are barred by a consensus fault have it told until it ends', () => {
    const barred = (untilTimeMs: number) => [{ ...MINER, standing: { ...STANDING, consensusFault: { untilEpoch: 1000, untilTimeMs } } }];
    expect(findingsOf({}, barred(NOW_MS + 3_600_000))).toMatchObject([
      {
        severity: 'critical',
        title: 'f01241 wins no blocks after a consensus fault',
        detail: expect.stringContaining('until epoch 1,000'),
        until: { timeMs: NOW_MS + 3_600_000, as: 'left' },
      },
    ]);
    expect(findingsOf({}, barred(NOW_MS - 1))).toEqual([]);
    expect(resultOf('consensus-fault', facts({}, [MINER]))?.state).toBe('ok');
  });

  it('of another connection say nothing of this one', () => {
    const given = facts({}, [{ ...MINER, standing: { ...STANDING, feeDebt: '5' } }]);
    expect(resultOf('debt', { ...given, connections: { ...CONNECTIONS, activeId: 'b' } })?.state).toBe('unknown');
  });
});

describe('the chain', () => {
  const head = (change: object) => ({ head: { ...HEAD, ...change } as HeadState });
  const tipset = HEAD.head;

  it('has a head in the future told, unless the chain keeps a time of its own', () => {
    const ahead = head({ head: { ...tipset, timeMs: NOW_MS + 300_000 } });
    expect(findingsOf(ahead).map(({ title }) => title)).toEqual(['The head of harbour-1 is 5 min in the future']);
    const capabilities = { ...CONNECTIONS.capabilities, chainPaceMs: 1000 };
    expect(findingsOf({ ...ahead, connections: { ...CONNECTIONS, capabilities } })).toEqual([]);
  });

  it('has lateness, slow finality, thin tipsets and deep reorgs told', () => {
    expect(findingsOf(head({ head: { ...tipset, timeMs: NOW_MS - 300_000 } }))[0]?.title).toBe('harbour-1 is 10 epochs behind');
    expect(findingsOf(head({ head: { ...tipset, height: 1000 }, finalized: { height: 500, by: 'node' } }))[0]?.title).toBe(
      'Finality is 4 h 10 min behind the head',
    );
    const strip = Array.from({ length: 40 }, (_, height) => ({
      height,
      timeMs: 0,
      isNullRound: false,
      key: [],
      blocks: [{ cid: 'c', miner: 'm', winCount: 1 }],
    }));
    expect(findingsOf(head({ networkName: 'mainnet', strip }))[0]?.title).toBe('Only 1.00 blocks per tipset, 5 expected');
    const reorg = { seenAtMs: NOW_MS - 60_000, depth: 6, reverted: [{ height: 94, key: ['k'], blockCount: 1 }], applied: [] };
    expect(findingsOf(head({ reorgs: [reorg] }))[0]?.title).toBe('6 epochs reverted');
  });
});

describe('the rest', () => {
  const account: WalletState['accounts'][number] = {
    address: 'f1a',
    label: 'Till',
    keyType: 'secp256k1',
    origin: { kind: 'random' },
    createdAtMs: 0,
    genesisCids: [],
    isBackedUp: false,
  };

  it('is keys that exist here only, nearly empty accounts, and files that cannot be read', () => {
    const items = findingsOf({
      wallet: { status: 'locked', accounts: [account], phrases: [] },
      balances: { genesisCid: 'genesis', byAddress: new Map([['f1a', '1000000000000000']]) },
      historyFile: { isSaved: false, problem: 'The file cannot be read.' },
    });
    expect(items.map(({ title }) => title)).toEqual([
      'The key Till is not backed up',
      'Till has 0.001 FIL left',
      'Local history is kept only until Sextant quits',
    ]);
  });

  it('is no account as long as its balance on this network was not read', () => {
    const wallet: WalletState = { status: 'locked', accounts: [account, { ...account, address: 'f1b' }], phrases: [] };
    const result = (genesisCid: string | undefined, ...read: string[]) =>
      resultOf('balances', facts({ wallet, balances: { genesisCid, byAddress: new Map(read.map((address) => [address, '0'])) } }));
    expect(result(undefined)).toMatchObject({ state: 'unknown', words: 'Balances not read yet.' });
    expect(result('other', 'f1a', 'f1b')?.state).toBe('unknown');
    expect(result('genesis', 'f1a')).toMatchObject({ state: 'unknown', gap: 'Not checked: 1 account.' });
    expect(result('genesis', 'f1a', 'f1b')?.state).toBe('ok');
  });

  it('is a message that nobody has taken for a while, and one behind a gap', () => {
    expect(findingsOf({ journal: [entry({ createdAtMs: NOW_MS - 600_000 })] }).map(({ urgency }) => urgency)).toEqual(['Stuck']);
    const gap = findingsOf({
      journal: [entry({ id: 'first', nonce: '5', stage: 'signed', isHeld: true, signedCid: 'c' }), entry({ nonce: '6' })],
    });
    expect(gap.map(({ detail }) => detail)).toEqual(['An earlier message from this sender was signed but is not in the mempool']);
  });

  it('shows hostile names as text without control characters', () => {
    const items = findingsOf({ head: { ...HEAD, connectionName: '\u202Eevil\u0000<b>', status: 'stale' } });
    expect(items[0]?.title).not.toContain('\u202E');
    expect(items[0]?.title).not.toContain('\u0000');
  });
});

/** What the upgrade from network version 28 to 29 changes for constructed plans and holdings, with figures worked out by hand. */
import { describe, expect, it } from 'vitest';
import { FIL } from '../../../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { bytesToBase64 } from '../../../../shared/domain/encoding/bytes.ts';
import { methodsOf } from '../../../../shared/domain/methods/actor-methods.ts';
import { type ActorType, LAST_NETWORK_VERSION } from '../../../../shared/domain/methods/actor-type.ts';
import { decodeParams } from '../../../../shared/domain/methods/method-decode.ts';
import { encodeParams } from '../../../../shared/domain/methods/method-json.ts';
import { rehearseUpgrade } from '../../../../shared/upgrades/rehearse-upgrade.ts';
import { shownUpgrades } from '../../../../shared/upgrades/shown-upgrades.ts';
import { minerWeightAtSolstice } from '../../../../shared/upgrades/solstice-streams.ts';
import type { MinerFacts, PendingAllocation, PlannedMessage, UpgradeFacts } from '../../../../shared/upgrades/upgrade-facts.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

const H = 6_470_279;
const STEP = { before: 28, after: 29, height: H, isPassed: false };
const GIB = 1n << 30n;
const SIZE = 32n * GIB;
const CID = { '/': 'baga6ea4seaqdv3nihzamckzhtdpnxjipiuwbeqinwsbzhgkzvojiwjwlqtr2ioi' };
const NOTHING: UpgradeFacts = {
  headHeight: H - 1000,
  messages: [],
  holders: [],
  allocations: [],
  miners: [],
  epochReward: undefined,
  streams: undefined,
};

function message(id: string, actorType: ActorType, name: string, json: unknown, isSigned = false): PlannedMessage {
  const method = methodsOf(actorType).find((known) => known.name === name)?.number ?? expect.fail(`no method ${name}`);
  const read = (networkVersion: number) => {
    try {
      return decodeParams(actorType, method, encodeParams(actorType, method, json, networkVersion), { networkVersion });
    } catch (error) {
      if (error instanceof DomainError) return error.message;
      throw error;
    }
  };
  const subject = isSigned ? ({ kind: 'message', journalId: id, name: id } as const) : ({ kind: 'draft', id, name: id } as const);
  return { subject, actorType, method, value: 0n, isHidden: false, params: { before: read(28), after: read(29) } };
}

const sector = { SealProof: 8, SectorNumber: 1, SealedCID: CID, SealRandEpoch: 1, Expiration: 2_000_000, UnsealedCid: null };
const preCommit = (dealIds: readonly number[]) => ({ Sectors: [{ ...sector, DealIDs: dealIds }] });
const transfer = { To: 'f06', Amount: '1', OperatorData: '' };

const allocation = (id: number, expiration: number, sizeBytes = SIZE): PendingAllocation => ({
  key: `allocation-1010-${id}`,
  id,
  client: 'f01010',
  provider: 'f01000',
  sizeBytes,
  expiration,
});

const MINER: MinerFacts = {
  address: 'f01000',
  sectorSizeBytes: SIZE,
  power: { own: 100n * SIZE, network: 10_000n * SIZE },
  sectors: {
    from: 'table',
    live: 100,
    active: 98,
    faulty: 2,
    full: 10,
    partial: 0,
    plain: 90,
    pledge: 20n * FIL,
    dailyFee: FIL / 100n,
    upgradable: 88,
    upgradablePower: 88n * SIZE,
    topUp: 150n * FIL,
    expiring: 0,
    raisedFees: { now: 80n, scaled: 800n, without: 0 },
  },
  pledge: { plain: FIL / 5n, full: 2n * FIL },
  feeOfFull: undefined,
  available: 10n * FIL,
  preCommitDeposits: 0n,
  claims: 3,
};

function findings(facts: Partial<UpgradeFacts>, step = STEP) {
  return rehearseUpgrade(step, { ...NOTHING, ...facts });
}

function finding(facts: Partial<UpgradeFacts>, id: string) {
  const all = findings(facts);
  return all.find((one) => one.id === id) ?? expect.fail(`no finding ${id} among ${all.map((one) => one.id).join(', ')}`);
}

describe('messages', () => {
  const exitAfter = (planned: PlannedMessage, id: string) => finding({ messages: [planned] }, id).figures[0]?.after;

  it('are refused from the upgrade on where their method is frozen, inside of a proposal too', () => {
    const frozen = finding({ messages: [message('a', 'datacap', 'Transfer', transfer, true)] }, 'message a');
    expect(frozen).toMatchObject({
      action: 'before',
      before: 'Not rejected by the rules.',
      subjects: [{ kind: 'message', journalId: 'a' }],
    });
    expect(frozen.after).toContain('(exit 18)');
    expect(frozen.advice).toContain('6,470,279');
    const addClient = encodeParams('verifiedregistry', 4n, { Address: 'f01001', Allowance: '1' }, 28);
    const proposal = { To: 'f06', Value: '0', Method: 4, Params: bytesToBase64(addClient) };
    expect(exitAfter(message('b', 'multisig', 'Propose', proposal), 'message b')).toEqual({ unit: 'text', value: '0; inner 18' });
  });

  it('are refused for a parameter, or possible from then on', () => {
    expect(exitAfter(message('c', 'storageminer', 'PreCommitSectorBatch2', preCommit([7])), 'message c')).toMatchObject({ value: '16' });
    const quality = finding({ messages: [message('d', 'storageminer', 'UpgradeSectorQuality', { Upgrades: [] })] }, 'message d');
    expect(quality).toMatchObject({ action: 'after', after: 'Not rejected by the rules.' });
    expect(quality.advice).toContain('6,470,280');
  });

  it('that neither rule set refuses are counted, and named where their effect is another', () => {
    const same = message('e', 'storageminer', 'PreCommitSectorBatch2', preCommit([]));
    expect(finding({ messages: [same] }, 'messages-same')).toMatchObject({ action: 'none', title: '1 draft or message unaffected' });
    const extension = message('f', 'storageminer', 'ExtendSectorExpiration2', { Extensions: [] });
    const effect = finding({ messages: [extension] }, 'effect ExtendSectorExpiration2');
    expect(effect).toMatchObject({ action: 'after', subjects: [{ kind: 'draft', id: 'f' }] });
  });

  it('to an actor of unknown type are said not to be checked', () => {
    const unknown = { ...message('g', 'datacap', 'Transfer', transfer), actorType: undefined };
    expect(finding({ messages: [unknown] }, 'messages-unread').subjects).toEqual([{ kind: 'draft', id: 'g', name: 'g' }]);
    const hidden = { ...message('h', 'datacap', 'Transfer', transfer), isHidden: true };
    expect(finding({ messages: [hidden] }, 'messages-unread').title).toBe('1 message not checked');
  });
});

describe('verified data', () => {
  it('is lost with allocations that outlive the upgrade unclaimed', () => {
    const allocations = [allocation(1, H + 1), allocation(2, H + 9, GIB), allocation(3, H)];
    const lost = finding({ allocations }, 'allocations f01000');
    expect(lost).toMatchObject({ action: 'before', title: '2 pending allocations for f01000' });
    const [before, after] = [String(33n * GIB), '0'].map((value) => ({ unit: 'bytes', value }));
    expect(lost.figures).toContainEqual({ label: 'DataCap', before, after });
    expect(lost.advice).toContain('33 GiB');
    expect(finding({ allocations }, 'allocations-early')).toMatchObject({ action: 'none', subjects: [{ key: 'allocation-1010-3' }] });
  });

  it('names DataCap that becomes unusable, and claims that need nothing', () => {
    const holders = [
      { address: 'f01010', client: 5n * GIB, verifier: undefined },
      { address: 'f01011', client: 0n, verifier: GIB },
    ];
    const all = findings({ holders, miners: [MINER] });
    const ids = all.map(({ id }) => id);
    expect(ids).toContain('datacap f01010');
    expect(ids).toContain('verifier f01011');
    expect(ids).not.toContain('datacap f01011');
    expect(all.find(({ id }) => id === 'claims')).toMatchObject({ action: 'none' });
  });
});

describe('miners', () => {
  const weight = minerWeightAtSolstice('mainnet', H) ?? expect.fail('no weight');
  const streams = { source: 'built-in', minerWeights: [weight] } as const;
  const epochReward = 50n * FIL;
  const perDay = (fil: bigint) => ({ unit: 'attoFilPerDay', value: String(fil) });

  it('pledge ten times as much for a new sector without verified data', () => {
    const { figures } = finding({ miners: [MINER] }, 'pledge f01000');
    const at = (label: string) => figures.find((figure) => figure.label === label);
    expect(at('Pledge, no verified data')).toMatchObject({ before: { value: String(FIL / 5n) }, after: { value: String(2n * FIL) } });
    expect(at('Sectors covered by available balance')).toMatchObject({ before: { value: '50' }, after: { value: '5' } });
  });

  it('earn 95 % of before at the first epoch, 50 % when the ramp ends, with the same fees', () => {
    const { figures, after } = finding({ miners: [MINER], epochReward, streams }, 'income f01000');
    // A hundredth of 50 FIL in each of 2880 epochs.
    expect(figures[0]).toEqual({ label: 'Expected per day, epoch 6,470,280', before: perDay(1440n * FIL), after: perDay(1368n * FIL) });
    expect(figures[1]?.after).toEqual(perDay(720n * FIL));
    const fees = figures.find(({ label }) => label === 'Daily fees, live sectors');
    expect(fees).toMatchObject({ before: perDay(FIL / 100n), after: perDay(FIL / 100n) });
    expect(after).toContain('95.00%');
    expect(after).toContain('50.00%');
  });

  it('have no figure after the upgrade where the network sets its own streams', () => {
    expect(minerWeightAtSolstice('2k', H)).toBeUndefined();
    expect(minerWeightAtSolstice('constructor', H)).toBeUndefined();
    expect(minerWeightAtSolstice('2k', H, 'one')).toMatchObject({ vStart: 10n ** 18n, slope: 0n, floor: 10n ** 18n });
    expect(finding({ miners: [MINER], epochReward }, 'income f01000').figures[0]?.after).toMatchObject({ unit: 'text' });
  });

  it('can raise active sectors below ten times their size', () => {
    const raised = finding({ miners: [MINER], epochReward, streams }, 'quality f01000');
    expect(raised).toMatchObject({ action: 'after', title: '88 sectors of f01000 can be upgraded' });
    const [before, after] = [88n, 880n].map((sizes) => ({ unit: 'bytes', value: String(sizes * SIZE) }));
    expect(raised.figures).toContainEqual({ label: 'Power of these sectors', before, after });
    expect(raised.advice).toContain('does not cover');
    // Power and network grow alike: 892 of 10,792 sizes instead of 100 of 10,000, by a weight of 95 %.
    const income = raised.figures.find(({ label }) => label.startsWith('Expected per day'));
    expect(income).toMatchObject({ before: perDay(1368n * FIL), after: perDay((136_800n * FIL * 892n) / 10_792n) });
    const counted = { ...MINER, sectors: { from: 'count', live: 9, active: 8, faulty: 1 } } as const;
    expect(finding({ miners: [counted] }, 'quality f01000').figures[0]).toMatchObject({ label: 'Active sectors, quality unread' });
  });

  it('pay the daily fee of the raised power, with one attached to sectors that have none', () => {
    const feeOf = (facts: Partial<MinerFacts>) =>
      finding({ miners: [{ ...MINER, ...facts }] }, 'quality f01000').figures.find(({ label }) => label.startsWith('Daily fees'));
    expect(feeOf({})).toMatchObject({ before: perDay(80n), after: perDay(800n) });
    if (MINER.sectors?.from !== 'table') return expect.fail('no sectors');
    const sectors = { ...MINER.sectors, raisedFees: { now: 80n, scaled: 800n, without: 3 } };
    expect(feeOf({ sectors, feeOfFull: 9n })).toMatchObject({ after: perDay(827n) });
    expect(feeOf({ sectors })?.after).toEqual({ unit: 'text', value: 'circulating supply not available' });
  });

  it('leave out sectors that expire', () => {
    if (MINER.sectors?.from !== 'table') return expect.fail('no sectors');
    const { figures } = finding({ miners: [{ ...MINER, sectors: { ...MINER.sectors, expiring: 4 } }] }, 'quality f01000');
    expect(figures.at(-1)).toMatchObject({ label: 'Excluded: expired or expiring within a day', before: { value: '4' } });
  });

  it('with pre-commits have to prove them before', () => {
    expect(finding({ miners: [{ ...MINER, preCommitDeposits: FIL }] }, 'pre-commits f01000')).toMatchObject({ action: 'before' });
    expect(findings({ miners: [MINER] }).map(({ id }) => id)).not.toContain('pre-commits f01000');
  });
});

it('starts the streams as FIP-0118 does', () => {
  interface Start {
    readonly activationEpoch: number;
    readonly streams: readonly { readonly weight: Readonly<Record<string, unknown>> }[];
  }
  const { bootstrap } = readSharedJson<{ readonly bootstrap: Readonly<Record<string, Start>> }>('nv29/solstice.json');
  for (const name of ['mainnet', 'calibrationnet']) {
    const { activationEpoch, streams } = bootstrap[name] ?? expect.fail(`no ${name}`);
    const { v_start, slope, t_start, floor, cap } = streams[0]?.weight ?? {};
    const [vStart, perEpoch, lowest, highest] = [v_start, slope, floor, cap].map((value) => BigInt(String(value)));
    const weight = { vStart, slope: perEpoch, tStart: t_start, floor: lowest, cap: highest };
    expect(minerWeightAtSolstice(name, activationEpoch - 1)).toEqual(weight);
  }
});

it('puts what has to be done before the upgrade first', () => {
  const allocations = [allocation(1, H + 5), allocation(2, H - 5)];
  const all = findings({ miners: [MINER], allocations }).map(({ action }) => action);
  const order = ['before', 'after', 'none'];
  expect(all).toEqual(all.toSorted((left, right) => order.indexOf(left) - order.indexOf(right)));
  expect(new Set(all)).toEqual(new Set(order));
});

it('rehearses messages alone for an earlier upgrade, and nothing for one that is not known', () => {
  const messages = [message('a', 'datacap', 'Transfer', transfer)];
  const facts = { messages, miners: [MINER], allocations: [allocation(1, H + 1)] };
  const earlier = findings(facts, { ...STEP, before: 27, after: 28 }).map(({ id }) => id);
  expect(earlier.filter((id) => id !== 'methods')).toEqual(['messages-same']);
  expect(findings(facts, { ...STEP, before: 29, after: LAST_NETWORK_VERSION + 1 })).toEqual([]);
});

it('gives no order that a passed upgrade has made impossible', () => {
  const facts = {
    headHeight: H + 100,
    allocations: [allocation(1, H + 5), allocation(2, H)],
    holders: [{ address: 'f01010', client: GIB, verifier: GIB }],
    miners: [{ ...MINER, preCommitDeposits: FIL }],
    messages: [message('a', 'datacap', 'Transfer', transfer, true), message('b', 'datacap', 'Transfer', transfer)],
    epochReward: FIL,
  };
  const advice = (isPassed: boolean) =>
    new Map(findings(facts, { ...STEP, isPassed }).map((one) => [one.id, `${one.title}. ${one.advice ?? ''}`]));
  const order = /(must|Otherwise|Prove|Allocate|Grant|Send|Get it|Open) .*|expires before|from the first epoch/;
  const ordered = [...advice(false).values()].filter((text) => order.test(text));
  expect(ordered.length).toBeGreaterThan(7);
  const passed = advice(true);
  expect([...passed.values()].filter((text) => order.test(text))).toEqual([]);
  expect(passed.get('allocations f01000')).toContain('32 GiB of DataCap was lost');
  expect(passed.get('message a')).toContain('Cancel it');
  expect(passed.get('message b')).toContain('Remove the draft');
});

it('lists scheduled upgrades first, then the newest that ran', () => {
  const upgrades = [10, 20, 30, 40, 50, 60].map((height) => ({ name: `U${height}`, height }));
  expect(shownUpgrades({ upgrades }, 45).map(({ height }) => height)).toEqual([50, 60, 40, 30, 20]);
});

/** Changes of network version 29 for a storage provider: pledge of new sectors, income, quality of existing sectors. Source: FIP-0118. */
import { fullPower } from '../domain/actors/miner-power.ts';
import { EPOCHS } from '../domain/chain/epoch.ts';
import { streamWeight, WHOLE_WEIGHT, weightRamp } from '../domain/chain/reward-split.ts';
import { expectedDayIncome, raisedDayIncome } from '../domain/sectors/miner-income.ts';
import type { UpgradeFigure, UpgradeFinding } from '../ipc/schemas/upgrades.ts';
import { formatCount, formatInteger, formatShare } from '../text/format.ts';
import type { MinerFacts, RaisedFees, StreamFacts, UpgradeFacts, UpgradeStep } from './upgrade-facts.ts';
import { attoFilOf, bytesOf, countOf, perDayOf, textOf, upgradeFinding } from './upgrade-finding.ts';

/** Horizon for the end of a ramp. */
const RAMP_HORIZON_EPOCHS = 20 * EPOCHS.perYear;

export function minerFindings(step: UpgradeStep, facts: UpgradeFacts): readonly UpgradeFinding[] {
  return facts.miners.flatMap((miner) =>
    [preCommitFinding(step, miner), pledgeFinding(miner), incomeFinding(step, miner, facts), qualityFinding(step, miner, facts)].filter(
      (finding) => finding !== undefined,
    ),
  );
}

/** The miners' share of block rewards at an epoch, in units of 10^-18. */
function minerWeightAt({ minerWeights }: StreamFacts, epoch: number): bigint {
  return minerWeights.reduce((sum, record) => sum + streamWeight(record, epoch), 0n);
}

function preCommitFinding(
  { height, isPassed }: UpgradeStep,
  { address, preCommitDeposits = 0n, pledge }: MinerFacts,
): UpgradeFinding | undefined {
  if (preCommitDeposits <= 0n) return undefined;
  return upgradeFinding({
    id: `pre-commits ${address}`,
    action: isPassed ? 'after' : 'before',
    title: `Pre-committed sectors of ${address}`,
    before: 'A sector proven before the upgrade has the quality of its data and the pledge for it.',
    after:
      'A sector proven afterwards has quality-adjusted power of ten times its size and the pledge for it. ProveCommitSectors3 lists its pieces.',
    advice: isPassed
      ? 'Keep the pledge available until they are proven.'
      : `Prove sectors by epoch ${formatInteger(height)} to keep the lower pledge, and keep the pledge for the others available.`,
    figures: [
      { label: 'Pre-commit deposits', before: attoFilOf(preCommitDeposits), after: attoFilOf(preCommitDeposits) },
      pledge === undefined
        ? undefined
        : { label: 'Pledge, no verified data', before: attoFilOf(pledge.plain), after: attoFilOf(pledge.full) },
    ],
    subjects: [{ kind: 'miner', address }],
  });
}

function pledgeFinding({ address, pledge, available, sectorSizeBytes }: MinerFacts): UpgradeFinding | undefined {
  if (pledge === undefined) return undefined;
  const { plain, full } = pledge;
  const fits = (each: bigint) => countOf(available === undefined || each <= 0n || available < 0n ? 0n : available / each);
  return upgradeFinding({
    id: `pledge ${address}`,
    action: 'after',
    title: `Pledge of new sectors of ${address}`,
    before:
      'Quality-adjusted power is the sector size, and ten times that for verified data. It determines the pledge; the node adds 10\u00A0% to its estimate.',
    after:
      'Every new or snapped sector has quality-adjusted power of ten times its size, whatever its data. Existing sectors keep power and pledge.',
    advice: 'Plan the available balance for the higher pledge, or seal fewer sectors.',
    figures: [
      { label: 'Pledge, no verified data', before: attoFilOf(plain), after: attoFilOf(full) },
      { label: 'Pledge, all verified data', before: attoFilOf(full), after: attoFilOf(full) },
      sectorSizeBytes === undefined
        ? undefined
        : { label: 'Power, no verified data', before: bytesOf(sectorSizeBytes), after: bytesOf(fullPower(sectorSizeBytes)) },
      available === undefined ? undefined : { label: 'Sectors covered by available balance', before: fits(plain), after: fits(full) },
    ],
    subjects: [{ kind: 'miner', address }],
  });
}

function incomeFinding(
  { height, isPassed }: UpgradeStep,
  miner: MinerFacts,
  { epochReward, streams, headHeight }: UpgradeFacts,
): UpgradeFinding | undefined {
  const { address, power, sectors } = miner;
  if (power === undefined || epochReward === undefined || power.own <= 0n) return undefined;
  const whole = expectedDayIncome(epochReward, power, WHOLE_WEIGHT);
  const from = Math.max(height + 1, headHeight);
  const fee = sectors?.from === 'table' ? sectors.dailyFee : undefined;
  const subjects = [{ kind: 'miner', address } as const];
  const shared = { id: `income ${address}`, action: 'after', title: `Block rewards of ${address}`, subjects } as const;
  const before = 'The miner of a block gets the whole block reward.';
  if (streams === undefined) {
    return upgradeFinding({
      ...shared,
      before,
      after: `Streams split the reward. Their weights on this network are in its state from epoch ${formatInteger(height + 1)} on.`,
      advice: isPassed ? undefined : 'Open this screen again after the upgrade for the figures.',
      figures: [{ label: 'Expected per day', before: perDayOf(whole), after: textOf(isPassed ? 'unknown' : 'known after the upgrade') }],
    });
  }
  const now = minerWeightAt(streams, from);
  const income = expectedDayIncome(epochReward, power, now);
  const end = rampEnd(streams, from);
  const atEnd = end === undefined ? undefined : expectedDayIncome(epochReward, power, end.weight);
  return upgradeFinding({
    ...shared,
    before,
    after: `The miner gets ${formatShare(now, WHOLE_WEIGHT, 2)} of it at epoch ${formatInteger(from)}${
      end === undefined ? '' : ` and ${formatShare(end.weight, WHOLE_WEIGHT, 2)} from epoch ${formatInteger(end.epoch)} on`
    }, ${streams.source === 'state' ? 'by the weights in the state' : 'by the initial weights of the upgrade'}. Gas rewards stay with the miner; fees and penalties do not change.`,
    advice: 'Governance can change the weights, so the ramp is not guaranteed.',
    figures: [
      { label: `Expected per day, epoch ${formatInteger(from)}`, before: perDayOf(whole), after: perDayOf(income) },
      end === undefined || atEnd === undefined
        ? undefined
        : { label: `Expected per day, epoch ${formatInteger(end.epoch)}`, before: perDayOf(whole), after: perDayOf(atEnd) },
      ...(fee === undefined ? [] : feeFigures(fee, whole, income)),
    ],
  });
}

function feeFigures(fee: bigint, whole: bigint, income: bigint): readonly UpgradeFigure[] {
  const share = (of: bigint) => textOf(of <= 0n ? 'no income' : formatShare(fee, of, 2));
  return [
    { label: 'Daily fees, live sectors', before: perDayOf(fee), after: perDayOf(fee) },
    { label: 'Daily fees, of expected income', before: share(whole), after: share(income) },
  ];
}

/** The end of the ramp; undefined if the weight is constant. */
function rampEnd(streams: StreamFacts, from: number): { readonly epoch: number; readonly weight: bigint } | undefined {
  const corners = streams.minerWeights.flatMap((record) => weightRamp(record, from, from + RAMP_HORIZON_EPOCHS).map(({ epoch }) => epoch));
  const weight = minerWeightAt(streams, from + RAMP_HORIZON_EPOCHS);
  if (weight === minerWeightAt(streams, from)) return undefined;
  const epoch = corners.toSorted((left, right) => left - right).find((corner) => minerWeightAt(streams, corner) === weight);
  return epoch === undefined ? undefined : { epoch, weight };
}

function qualityFinding(
  { height, isPassed }: UpgradeStep,
  { address, sectors, sectorSizeBytes, power, available, feeOfFull }: MinerFacts,
  { epochReward, streams, headHeight }: UpgradeFacts,
): UpgradeFinding | undefined {
  if (sectors === undefined) return undefined;
  const subjects = [{ kind: 'miner', address } as const];
  const before = 'Only a snap or an extension changes the quality of a sector.';
  const after =
    'UpgradeSectorQuality raises the power of active sectors to ten times their size. Pledge and daily fee rise with it. It cannot be undone.';
  if (sectors.from === 'count') {
    return upgradeFinding({
      id: `quality ${address}`,
      action: 'after',
      title: `Quality of the sectors of ${address}`,
      before,
      after,
      advice: 'Read the sectors on the page of this miner to see how many can be upgraded, and their pledge.',
      figures: [{ label: 'Active sectors, quality unread', before: countOf(sectors.active), after: countOf(sectors.active) }],
      subjects,
    });
  }
  const { full, partial, plain, upgradable, expiring, upgradablePower, topUp, pledge, raisedFees } = sectors;
  const raised = sectorSizeBytes === undefined ? undefined : BigInt(upgradable) * fullPower(sectorSizeBytes);
  const added = raised === undefined ? undefined : raised - upgradablePower;
  const weight = streams === undefined ? undefined : minerWeightAt(streams, Math.max(height + 1, headHeight));
  const income =
    epochReward === undefined || power === undefined || weight === undefined || added === undefined
      ? undefined
      : {
          now: expectedDayIncome(epochReward, power, weight),
          raised: raisedDayIncome(epochReward, power, added, weight),
        };
  if (upgradable === 0) {
    return upgradeFinding({
      id: `quality ${address}`,
      action: 'none',
      title: `Quality of the sectors of ${address}`,
      before,
      after: `No active sector is below ten times its size${expiring === 0 ? '' : ', except expiring ones'}. ${formatCount(full, 'sector')} at 10×.`,
      subjects,
    });
  }
  return upgradeFinding({
    id: `quality ${address}`,
    action: 'after',
    title: `${formatCount(upgradable, 'sector')} of ${address} can be upgraded`,
    before,
    after,
    advice:
      topUp !== undefined && available !== undefined && topUp > available
        ? 'The available balance does not cover all of them. Add funds or upgrade some of them, with Upgrade quality on the page of the miner.'
        : `Use Upgrade quality on the page of the miner${isPassed ? '' : ', from the first epoch after the upgrade on'}.`,
    figures: [
      { label: 'Live sectors at 1×, between, at 10×', before: textOf([plain, partial, full].map(formatInteger).join(', ')) },
      raised === undefined ? undefined : { label: 'Power of these sectors', before: bytesOf(upgradablePower), after: bytesOf(raised) },
      topUp === undefined
        ? undefined
        : { label: 'Maximum pledge, live sectors', before: attoFilOf(pledge), after: attoFilOf(pledge + topUp) },
      topUp === undefined ? undefined : { label: 'Maximum added pledge', after: attoFilOf(topUp) },
      income === undefined
        ? undefined
        : { label: 'Expected per day, as is and upgraded', before: perDayOf(income.now), after: perDayOf(income.raised) },
      raisedFees === undefined ? undefined : raisedFeeFigure(raisedFees, feeOfFull),
      expiring === 0 ? undefined : { label: 'Excluded: expired or expiring within a day', before: countOf(expiring) },
    ],
    subjects,
  });
}

/** @param feeOfFull of a sector that has no fee yet */
function raisedFeeFigure({ now, scaled, without }: RaisedFees, feeOfFull: bigint | undefined): UpgradeFigure {
  const label = 'Daily fees of these sectors';
  if (without === 0) return { label, before: perDayOf(now), after: perDayOf(scaled) };
  const after = feeOfFull === undefined ? textOf('circulating supply not available') : perDayOf(scaled + BigInt(without) * feeOfFull);
  return { label, before: perDayOf(now), after };
}

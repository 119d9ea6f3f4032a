/** Initial reward streams at the first epoch of network version 29 (FIP-0118; the practice network has no contracts). */
import type { RewardStream, WeightRecord } from '../../../shared/domain/actors/reward-streams.ts';
import { type Address, idAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { WHOLE_WEIGHT } from '../../../shared/domain/chain/reward-split.ts';
import type { DevnetKeys } from '../chain/keys.ts';
import { LocalBlock } from '../state/local-block.ts';
import { BURNT_ID, SYSTEM_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { NetworkRules } from '../upgrade/network-rules.ts';
import { admittedShares } from './ledger.ts';
import { type RewardOf28, type RewardOf29, STREAMS } from './reward-view.ts';

const MINERS = 1n;
const SERVICES = 2n;
const PERCENT = WHOLE_WEIGHT / 100n;
/** Slope from 95 % to 50 % over nine quarters of 262,974 epochs, rounded up. */
const MAINNET_SLOPE = 190_132_864_846n;
/** 20,160 on mainnet; shorter here. */
const TIMELOCK_EPOCHS = 60;

/** Accounts that replace mainnet's two contracts, by key name. */
const STREAM_WEIGHTS_ACTOR = 'stream-weights';
export const SERVICE_REWARDS_ACTOR = 'service-rewards';
/** Recipients of the service stream with their shares in percent; the rest is burnt. */
const ORCHESTRATORS: readonly (readonly [name: string, percent: bigint])[] = [
  ['orchestrator-0', 60n],
  ['orchestrator-1', 30n],
];

/** Key names of the accounts that streams need. */
export function streamAccounts({ streams }: NetworkRules): readonly string[] {
  return streams === 'one' ? [] : [STREAM_WEIGHTS_ACTOR, SERVICE_REWARDS_ACTOR, ...ORCHESTRATORS.map(([name]) => name)];
}

/** Migrate the reward actor from network version 28 to 29: initial streams, nothing burnt or accrued. */
export function rewardWithStreams(
  { totalStoragePowerReward, simpleTotal: _, baselineTotal: __, ...kept }: RewardOf28,
  draft: StateDraft,
  keys: DevnetKeys,
  rules: NetworkRules,
): RewardOf29 {
  const accountOf = (name: string): Address => {
    const id = draft.resolve(keys.get(name).address);
    if (id === undefined) throw new Error(`there is no account ${name}`);
    return idAddress(id);
  };
  const streams = rules.streams === 'one' ? [onlyStream(rules)] : mainnetStreams(rules, accountOf);
  return {
    ...kept,
    totalMintedReward: totalStoragePowerReward,
    totalBurnMinted: attoFil(0n),
    totalExplicitMinted: attoFil(0n),
    swaTimelockEpochs: TIMELOCK_EPOCHS,
    swaActor: rules.streams === 'one' ? idAddress(SYSTEM_ID) : accountOf(STREAM_WEIGHTS_ACTOR),
    accrued: streams.flatMap(({ id, distribution }) => (distribution === undefined ? [] : [{ id, amount: attoFil(0n) }])),
    streams: LocalBlock.of(draft.state.blocks, STREAMS, { streams, tombstones: [], pendingWrites: [] }),
  };
}

/** As on a Lotus network that starts with version 29: everything goes to the miner. */
function onlyStream({ upgradeEpoch }: NetworkRules): RewardStream {
  const weight = { vStart: WHOLE_WEIGHT, slope: 0n, tStart: upgradeEpoch + 1, floor: WHOLE_WEIGHT, cap: WHOLE_WEIGHT };
  return { id: MINERS, weight, distribution: undefined };
}

function mainnetStreams({ upgradeEpoch }: NetworkRules, accountOf: (name: string) => Address): RewardStream[] {
  const tStart = upgradeEpoch + 1;
  const miners: WeightRecord = { vStart: 95n * PERCENT, slope: -MAINNET_SLOPE, tStart, floor: 50n * PERCENT, cap: 95n * PERCENT };
  const services: WeightRecord = { vStart: 5n * PERCENT, slope: MAINNET_SLOPE, tStart, floor: 5n * PERCENT, cap: 10n * PERCENT };
  const given = ORCHESTRATORS.map(([name, percent]) => ({ recipient: accountOf(name), share: percent * PERCENT }));
  const assigned = given.reduce((sum, { share }) => sum + share, 0n);
  const shares = admittedShares([...given, { recipient: idAddress(BURNT_ID), share: WHOLE_WEIGHT - assigned }]);
  return [
    { id: MINERS, weight: miners, distribution: undefined },
    { id: SERVICES, weight: services, distribution: { writer: accountOf(SERVICE_REWARDS_ACTOR), shares, payable: [], claimedPeriod: [] } },
  ];
}

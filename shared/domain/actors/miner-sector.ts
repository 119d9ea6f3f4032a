import { attoFil } from '../amount.ts';
import {
  amount,
  bigInteger,
  type Codec,
  count,
  integer,
  link,
  list,
  optional,
  struct,
  structWithLater,
  type Value,
} from '../ipld/codec.ts';
import type { Json } from '../method-json.ts';
import type { AnyLayout } from './any-layout.ts';
import type { StateLayout } from './state-layout.ts';

/** Bit of `flags`: power counts as FIP-0045 has it. */
export const SIMPLE_QUALITY_ADJUSTED_POWER = 1;

const sectorOfToday = structWithLater(
  {
    sectorNumber: ['SectorNumber', count],
    sealProof: ['SealProof', integer],
    sealedCid: ['SealedCID', link],
    deprecatedDealIds: ['DeprecatedDealIDs', list(count)],
    activation: ['Activation', integer],
    expiration: ['Expiration', integer],
    dealWeight: ['DealWeight', bigInteger],
    verifiedDealWeight: ['VerifiedDealWeight', bigInteger],
    initialPledge: ['InitialPledge', amount],
    expectedDayReward: ['ExpectedDayReward', optional(amount)],
    expectedStoragePledge: ['ExpectedStoragePledge', optional(amount)],
    powerBaseEpoch: ['PowerBaseEpoch', integer],
    replacedDayReward: ['ReplacedDayReward', optional(amount)],
    sectorKeyCid: ['SectorKeyCID', optional(link)],
    flags: ['Flags', count],
  },
  { dailyFee: ['DailyFee', amount, attoFil(0n)] },
);

/**
 * A sector that was proven, as the miner's state has it (`SectorOnChainInfo`); weights are byte-epochs. In layout `v16` sectors not
 * touched since network version 25 have no daily fee and pay none (FIP-0100), and JSON leaves the deprecated deals out, as Lotus does.
 * Sources: go-state-types `builtin/v16/miner/miner_state.go` (the same to v18), builtin-actors `actors/miner/src/types.rs`,
 * specs-actors v0.9 `actors/builtin/miner/miner_state.go`.
 */
export const minerSector = {
  v0: struct({
    sectorNumber: ['SectorNumber', count],
    sealProof: ['SealProof', integer],
    sealedCid: ['SealedCID', link],
    dealIds: ['DealIDs', list(count)],
    activation: ['Activation', integer],
    expiration: ['Expiration', integer],
    dealWeight: ['DealWeight', bigInteger],
    verifiedDealWeight: ['VerifiedDealWeight', bigInteger],
    initialPledge: ['InitialPledge', amount],
    expectedDayReward: ['ExpectedDayReward', amount],
    expectedStoragePledge: ['ExpectedStoragePledge', amount],
  }),
  v16: {
    ...sectorOfToday,
    toJson(sector, letter) {
      const { DeprecatedDealIDs: _, ...json } = sectorOfToday.toJson(sector, letter) as Readonly<Record<string, Json>>;
      return json;
    },
  } satisfies Codec<Value<typeof sectorOfToday>>,
};
/** Of one layout, or of any. */
export type MinerSector<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof minerSector)[L]>>;

import { attoFil } from '../amounts/amount.ts';
import {
  amount,
  bigInteger,
  boolean,
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
import type { Json } from '../methods/method-json.ts';
import type { AnyLayout } from './any-layout.ts';
import { inEachLayout, type StateLayout } from './state-layout.ts';

/** Bit of `flags`: power as defined by FIP-0045. */
export const SIMPLE_QUALITY_ADJUSTED_POWER = 1;
/** Bit of `flags`: power is ten times the size, regardless of data (FIP-0118, since network version 29). */
export const FULL_QUALITY_ADJUSTED_POWER = 2;

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

const promised = {
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
} as const;
/** Age in epochs and expected day reward of the replaced sector, in actors versions 2 to 11. */
const replaced = { replacedSectorAge: ['ReplacedSectorAge', integer], replacedDayReward: ['ReplacedDayReward', amount] } as const;
/** Sealed CID before the replica update (FIP-0019). */
const sectorKey = { sectorKeyCid: ['SectorKeyCID', optional(link)] } as const;

/**
 * A proven sector in the miner's state (`SectorOnChainInfo`); weights are byte-epochs. Since layout `v16`, sectors not
 * changed since network version 25 have no daily fee (FIP-0100), and JSON omits the deprecated deals, as in Lotus.
 * Sources: go-state-types `builtin/v16/miner/miner_state.go` (the same to v18), builtin-actors `actors/miner/src/types.rs`,
 * specs-actors v0.9 `actors/builtin/miner/miner_state.go`.
 */
export const minerSector = inEachLayout({
  v0: struct(promised),
  v2: struct({ ...promised, ...replaced }),
  v7: struct({ ...promised, ...replaced, ...sectorKey }),
  v9: struct({ ...promised, ...replaced, ...sectorKey, simpleQualityAdjustedPower: ['SimpleQAPower', boolean] }),
  v12: struct({
    ...promised,
    powerBaseEpoch: ['PowerBaseEpoch', integer],
    replacedDayReward: ['ReplacedDayReward', amount],
    ...sectorKey,
    flags: ['Flags', count],
  }),
  v16: {
    ...sectorOfToday,
    toJson(sector, letter) {
      const { DeprecatedDealIDs: _, ...json } = sectorOfToday.toJson(sector, letter) as Readonly<Record<string, Json>>;
      return json;
    },
  } satisfies Codec<Value<typeof sectorOfToday>>,
});
/** Of one layout, or of any. */
export type MinerSector<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof minerSector)[L]>>;

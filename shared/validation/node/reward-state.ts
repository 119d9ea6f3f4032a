/** StateReadState of the reward actor, at any actors version. */
import { z } from 'zod';
import type { RewardTotals } from '../../domain/actors/reward-state.ts';
import type { StreamAccrual } from '../../domain/actors/reward-streams.ts';
import type { Address } from '../../domain/addresses/address.ts';
import type { Cid } from '../../domain/encoding/cid.ts';
import { zAddressValue, zAmount, zCidLink, zSafeInteger, zSlice, zUint64 } from './primitives.ts';

/** The actor's limit of streams. */
const MAX_ACCRUALS = 8;

const zStreamSums = z.object({
  TotalBurnMinted: zAmount,
  TotalExplicitMinted: zAmount,
  SWATimelockEpochs: zSafeInteger,
  SWAActor: zAddressValue,
  Accrued: zSlice(z.object({ ID: zUint64, Amount: zAmount })).refine((rows) => rows.length <= MAX_ACCRUALS),
  StreamsRoot: zCidLink,
});

/** The used fields of the reward actor; attoFIL. */
export interface NodeReward {
  readonly thisEpochReward: bigint;
  readonly totals: RewardTotals;
  /** Since network version 29. */
  readonly streams?: {
    readonly timelockEpochs: number;
    readonly swaActor: Address;
    readonly accrued: readonly StreamAccrual[];
    /** Of a `rewardStreams` block. */
    readonly root: Cid;
  };
}

export const zNodeReward = z
  .object({
    State: z.union([
      zStreamSums.extend({ ThisEpochReward: zAmount, TotalMintedReward: zAmount }),
      z.object({
        ThisEpochReward: zAmount,
        TotalStoragePowerReward: zAmount.optional(),
        TotalMined: zAmount.optional(),
        // Unreadable streams must not look like no streams.
        StreamsRoot: z.undefined().optional(),
      }),
    ]),
  })
  .transform(
    ({ State: state }): NodeReward => ({
      thisEpochReward: state.ThisEpochReward,
      ...(state.StreamsRoot !== undefined
        ? {
            totals: { minted: state.TotalMintedReward, burned: state.TotalBurnMinted, explicit: state.TotalExplicitMinted },
            streams: {
              timelockEpochs: state.SWATimelockEpochs,
              swaActor: state.SWAActor,
              accrued: state.Accrued.map(({ ID, Amount }) => ({ id: ID, amount: Amount })),
              root: state.StreamsRoot,
            },
          }
        : { totals: { minted: state.TotalStoragePowerReward ?? state.TotalMined ?? 0n, burned: 0n, explicit: 0n } }),
    }),
  );

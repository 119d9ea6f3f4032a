import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { type DealProposal, dealLabelFromText } from '../../../shared/domain/deals/deal-proposal.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import { constructedPayloadCid, constructedPieceCid } from '../state/constructed-cids.ts';

const GIB = 1_073_741_824n;
const PIECE_GIB = [1n, 2n, 4n, 8n, 16n, 32n] as const;
/** Epochs between publication and start: usually enough for sealing, sometimes too few. */
const LEAD_EPOCHS: readonly [number, number] = [70, 140];
const SHORT_LEAD_EPOCHS: readonly [number, number] = [12, 30];
const SHORT_DEAL_EPOCHS: readonly [number, number] = [120, 900];
const LONG_DEAL_EPOCHS: readonly [number, number] = [518_400, 1_500_000];
/** Minimum term of allocations: shorter deals are never verified. */
const MIN_VERIFIED_EPOCHS = LONG_DEAL_EPOCHS[0];

export type DealTerms = Omit<DealProposal, 'client' | 'provider'>;

/** Limits of a deal: sector size in bytes, epoch of publication, maximum duration. */
export interface DealRoom {
  readonly sectorSize: bigint;
  readonly epoch: number;
  readonly maxEpochs?: number;
  /** Whether deals can be verified: until network version 28. */
  readonly mayBeVerified: boolean;
}

/** Draw a deal's terms from the seed: sizes, prices, and either short durations or long ones as on mainnet. */
export function drawDealTerms(
  random: SeededRandom,
  key: string,
  { sectorSize, epoch, maxEpochs = Infinity, mayBeVerified }: DealRoom,
): DealTerms {
  const size = (PIECE_GIB[random.between(0, PIECE_GIB.length - 1, 'piece-size', key)] ?? 1n) * GIB;
  const pieceSize = size <= sectorSize ? size : sectorSize;
  const [low, high] = random.fraction('lead', key) < 0.88 ? LEAD_EPOCHS : SHORT_LEAD_EPOCHS;
  const startEpoch = epoch + random.between(low, high, 'lead-epochs', key);
  const [shortest, longest] = random.fraction('length', key) < 0.55 ? SHORT_DEAL_EPOCHS : LONG_DEAL_EPOCHS;
  const durationEpochs = Math.min(maxEpochs, random.between(shortest, longest, 'duration', key));
  const verifiedDeal = mayBeVerified && durationEpochs >= MIN_VERIFIED_EPOCHS && random.fraction('verified', key) < 0.8;
  const pricePerEpoch = BigInt(random.between(1, 40, 'price', key)) * 1_000_000n * (pieceSize / GIB);
  return {
    pieceCid: constructedPieceCid(random.bytes('piece', key)),
    pieceSize,
    verifiedDeal,
    label: dealLabelFromText(constructedPayloadCid(random.bytes('payload', key))),
    startEpoch,
    endEpoch: startEpoch + durationEpochs,
    storagePricePerEpoch: attoFil(verifiedDeal ? 0n : pricePerEpoch),
    providerCollateral: attoFil((pieceSize / GIB) * 1_500_000_000_000_000n),
    clientCollateral: attoFil(0n),
  };
}

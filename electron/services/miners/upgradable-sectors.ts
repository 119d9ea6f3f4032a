/** Sectors that UpgradeSectorQuality can upgrade, and the increase of their daily fees (FIP-0118). Pure. */
import { fullPower } from '../../../shared/domain/actors/miner-power.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import { scaledDailyFee } from '../../../shared/domain/sectors/daily-fee.ts';
import type { RaisedFees } from '../../../shared/upgrades/upgrade-facts.ts';
import type { SectorChunk } from './sector-chunk.ts';

/**
 * A sector past its expiration stays active until its deadline ends, up to a day later, and fails the whole message (exit 18). A sector that
 * expires within this margin could do so before the message is executed.
 */
const EXPIRY_MARGIN_EPOCHS = EPOCHS.perDay;

/** @param epoch the first at which the message could be executed */
export function upgradeStateAt(chunk: SectorChunk, index: number, epoch: number): 'upgradable' | 'full' | 'inactive' | 'expiring' {
  if (chunk.stateAt(index) !== 'active') return 'inactive';
  if ((chunk.qualities[index] ?? 0) >= FULL_QUALITY) return 'full';
  return (chunk.expirations[index] ?? 0) < epoch + EXPIRY_MARGIN_EPOCHS ? 'expiring' : 'upgradable';
}

/** In multiples of the sector size. */
export const FULL_QUALITY = 10;

/** Sum up the daily fees of sectors, before and after the upgrade. */
export class FeeRaise {
  readonly #newPower: bigint;
  #sums: RaisedFees = { now: 0n, scaled: 0n, without: 0 };

  constructor(sectorSizeBytes: bigint) {
    this.#newPower = fullPower(sectorSizeBytes);
  }

  get sums(): RaisedFees {
    return this.#sums;
  }

  add(chunk: SectorChunk, index: number): void {
    const { now, scaled, without } = this.#sums;
    const fee = chunk.fees.get(index);
    const power = BigInt(chunk.powers[index] ?? 0);
    this.#sums = {
      now: now + fee,
      scaled: scaled + scaledDailyFee(fee, power, this.#newPower),
      without: fee === 0n ? without + 1 : without,
    };
  }
}

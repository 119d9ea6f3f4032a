/** A miner's balance as parts of one bar, exact in the figures and in whole per mille in the drawing. */
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import type { Origin } from '../../lib/origin.ts';
import { BLOCK_ORIGIN } from './figure-blocks.ts';

type Balance = Extract<Miner['balance'], { value: unknown }>['value'];

export interface BalancePart {
  readonly name: 'pledge' | 'vesting' | 'available' | 'deposits';
  readonly label: string;
  readonly attoFil: string;
  readonly origins: readonly Origin[];
  /** Share of the parts together, 0 to 100, for the width of the bar alone. */
  readonly percent: number;
}

const SCALE = 10_000n;

/** Largest first, as the bar is drawn; the spendable part is the brass one. */
export function balanceParts(balance: Balance): BalancePart[] {
  const parts = [
    { name: 'pledge', label: 'Pledge', attoFil: balance.initialPledge, origins: ['StateReadState State.InitialPledge', BLOCK_ORIGIN] },
    { name: 'vesting', label: 'Vesting', attoFil: balance.vesting, origins: ['StateReadState State.LockedFunds', BLOCK_ORIGIN] },
    {
      name: 'available',
      label: 'Available',
      attoFil: balance.available,
      origins: ['StateMinerAvailableBalance', 'StateReadState Balance', BLOCK_ORIGIN],
    },
    {
      name: 'deposits',
      label: 'Pre-commit deposits',
      attoFil: balance.preCommitDeposits,
      origins: ['StateReadState State.PreCommitDeposits', BLOCK_ORIGIN],
    },
  ] as const;
  const whole = parts.reduce((sum, part) => sum + positive(part.attoFil), 0n);
  return parts.map((part) => ({ ...part, percent: whole === 0n ? 0 : Number((positive(part.attoFil) * SCALE) / whole) / 100 }));
}

function positive(attoFil: string): bigint {
  const amount = BigInt(attoFil);
  return amount > 0n ? amount : 0n;
}

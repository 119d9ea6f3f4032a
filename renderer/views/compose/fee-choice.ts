/** The fee presets. */
import { formatFil } from '../../../shared/domain/amounts/amount.ts';
import type { DraftFields, FeeChoice } from './draft.ts';

/** Minimum gas premium of Lotus. Source: node/impl/gasutils, `MinGasPremium`. */
const MIN_PREMIUM = 100_000n;

/**
 * The form fields of a preset: `next` uses the estimate; `slow` covers a base fee an eighth above the current one, so
 * that the message waits while it is higher; `own` starts with the estimate.
 */
export function fieldsOfChoice(
  choice: FeeChoice,
  known: { readonly baseFee: string | undefined; readonly feeCap: string | undefined; readonly premium: string | undefined },
): Pick<DraftFields, 'feeChoice' | 'gasFeeCap' | 'gasPremium'> {
  switch (choice) {
    case 'next':
      return { feeChoice: 'next', gasFeeCap: '', gasPremium: '' };
    case 'slow': {
      if (known.baseFee === undefined) return { feeChoice: 'next', gasFeeCap: '', gasPremium: '' };
      const baseFee = BigInt(known.baseFee);
      return {
        feeChoice: 'slow',
        gasFeeCap: nanoFil(baseFee + baseFee / 8n + MIN_PREMIUM),
        gasPremium: nanoFil(MIN_PREMIUM),
      };
    }
    case 'own':
      return {
        feeChoice: 'own',
        gasFeeCap: known.feeCap === undefined ? '' : nanoFil(BigInt(known.feeCap)),
        gasPremium: known.premium === undefined ? '' : nanoFil(BigInt(known.premium)),
      };
    default:
      return choice satisfies never;
  }
}

/** Formats as nanoFIL without the unit. */
export function nanoFil(attoFil: bigint): string {
  return formatFil(attoFil, { unit: 'nanoFIL' });
}

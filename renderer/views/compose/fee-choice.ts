/** The ways to choose the fees with one press. */
import { formatFil } from '../../../shared/domain/amount.ts';
import type { DraftFields, FeeChoice } from './draft.ts';

/** What a pool asks for at least without a look at how full blocks are. Source: Lotus node/impl/gasutils, `MinGasPremium`. */
const LEAST_PREMIUM = 100_000n;

/**
 * The fields of the form for a choice: `next` leaves all to the estimate; `slow` covers a base fee an eighth above the present one, so
 * that the message waits while it is higher; `own` begins with what was estimated.
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
        gasFeeCap: nanoFil(baseFee + baseFee / 8n + LEAST_PREMIUM),
        gasPremium: nanoFil(LEAST_PREMIUM),
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

/** As the fields take it: nanoFIL without its name. */
export function nanoFil(attoFil: bigint): string {
  return formatFil(attoFil, { unit: 'nanoFIL' });
}

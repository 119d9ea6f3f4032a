/** Multisig state from a node. */
import { z } from 'zod';
import { idOfAddress } from '../../domain/addresses/address.ts';
import { zAddressValue, zAmount, zBytes, zSafeInteger, zUint64 } from './primitives.ts';

/** builtin-actors, actors/multisig/src/types.rs `SIGNERS_MAX`. */
const MAX_SIGNERS = 256;

/** An item of MsigGetPending (Lotus api/types.go `MsigTransaction`). */
const zPendingTransaction = z.object({
  ID: zUint64,
  To: zAddressValue,
  Value: zAmount,
  Method: zUint64,
  Params: zBytes,
  /** ID addresses, the proposer first. */
  Approved: z
    .array(zAddressValue)
    .min(1)
    .max(MAX_SIGNERS)
    .refine((signers) => signers.every((signer) => idOfAddress(signer) !== undefined)),
});
export type PendingTransaction = z.output<typeof zPendingTransaction>;

/** MsigGetPending; `null` for none. */
export const zPendingTransactions = z
  .array(zPendingTransaction)
  .nullish()
  .transform((pending) => pending ?? []);

/** The used fields of StateReadState of a multisig. */
export const zMultisigState = z.object({ State: z.object({ NumApprovalsThreshold: zSafeInteger }) });

/** What a node tells of a multisig. */
import { z } from 'zod';
import { idOfAddress } from '../../domain/address.ts';
import { zAddressValue, zAmount, zBytes, zSafeInteger, zUint64 } from './primitives.ts';

/** The actor takes no more signers. Source: builtin-actors, actors/multisig/src/types.rs `SIGNERS_MAX`. */
const MAX_SIGNERS = 256;

/** One of MsigGetPending. Source: Lotus, api/types.go `MsigTransaction`. */
const zPendingTransaction = z.object({
  ID: zUint64,
  To: zAddressValue,
  Value: zAmount,
  Method: zUint64,
  Params: zBytes,
  /** The proposer first, by ids, as the actor keeps them. */
  Approved: z
    .array(zAddressValue)
    .min(1)
    .max(MAX_SIGNERS)
    .refine((signers) => signers.every((signer) => idOfAddress(signer) !== undefined)),
});
export type PendingTransaction = z.output<typeof zPendingTransaction>;

/** MsigGetPending; none is `null`. */
export const zPendingTransactions = z
  .array(zPendingTransaction)
  .nullish()
  .transform((pending) => pending ?? []);

/** StateReadState of a multisig, as far as it is read. */
export const zMultisigState = z.object({ State: z.object({ NumApprovalsThreshold: zSafeInteger }) });

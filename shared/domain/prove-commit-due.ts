import { EPOCHS } from './epoch.ts';
import { sealProofType } from './proof-type.ts';

/**
 * The last epoch at which the proof of a pre-commit is taken. Source: builtin-actors `actors/miner/src/policy.rs`
 * (`max_prove_commit_duration`) and `actors/miner/src/lib.rs` (`prove_commit_due`): thirty days and the delay of the seed, a day for
 * proofs of the first kind.
 *
 * @param seedDelay epochs from a pre-commit to its seed (`PreCommitChallengeDelay`)
 * @param sealProof number of the registered proof
 */
export function proveCommitDue(preCommitEpoch: number, seedDelay: number, sealProof: number): number {
  const days = sealProofType(sealProof)?.kind === 'seal V1' ? 1 : 30;
  return preCommitEpoch + days * EPOCHS.perDay + seedDelay;
}

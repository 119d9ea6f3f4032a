import { EPOCHS } from '../chain/epoch.ts';
import { sealProofType } from './proof-type.ts';

/**
 * Return the last epoch at which a pre-commit can be proven. Source: builtin-actors `actors/miner/src/policy.rs`
 * (`max_prove_commit_duration`) and `actors/miner/src/lib.rs` (`prove_commit_due`): 30 days plus the challenge delay; one day for
 * seal proof V1.
 *
 * @param seedDelay epochs from a pre-commit to its interactive randomness (`PreCommitChallengeDelay`)
 * @param sealProof number of the registered seal proof
 */
export function proveCommitDue(preCommitEpoch: number, seedDelay: number, sealProof: number): number {
  const days = sealProofType(sealProof)?.kind === 'seal V1' ? 1 : 30;
  return preCommitEpoch + days * EPOCHS.perDay + seedDelay;
}

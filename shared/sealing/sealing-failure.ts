/**
 * Recognises sealing errors by their text and explains them. The texts are from Lotus (`storage/pipeline/states_failed.go`,
 * `states_sealing.go`, `checks.go`, `storage/sealer`) and from proofs (rust-fil-proofs through filecoin-ffi).
 */

export interface SealingFailure {
  /** A few words for a table. */
  readonly reason: string;
  /** What to do, in one or two sentences. */
  readonly advice: string;
}

const KNOWN: readonly (readonly [pattern: RegExp, reason: string, advice: string])[] = [
  [
    /insufficient space|no space left|not enough space|couldn't find .{0,20}path|no storage path/i,
    'No space left on sealing storage',
    'Free space on the worker’s storage path, or attach another path for sealing. The miner retries automatically.',
  ],
  [
    /verif(?:y|ication) failed|proof (?:is )?invalid|invalid (?:porep|proof)|commit2? proof did not verify|invalid proof/i,
    'Proof verification failed',
    'The replica or its cache is damaged, or the GPU made an error. Check the memory and disks of the worker, then seal the sector again.',
  ],
  [
    /comm_?[rd] .{0,40}(?:differ|mismatch|doesn't match|not match)|on-chain CommD|bad CommD|bad CommR/i,
    'Data does not match the pre-commit',
    'Seal the sector again, or remove it if its deals are lost.',
  ],
  [
    /ticket (?:has )?expired|expired ticket|ticket .{0,20}too old/i,
    'Ticket expired',
    'Sealing took longer than a ticket is valid. The miner takes a new ticket and restarts pre-commit 1.',
  ],
  [
    /deal.{0,60}(?:expired|activation time (?:has )?passed|start epoch)|deals? expired|invalid deal/i,
    'A deal in it expired',
    'The deal started or ended before its sector was proven. Remove the sector, or seal it without that deal.',
  ],
  [
    /insufficient (?:balance|funds)|not enough funds|actor.{0,30}balance|unlocked balance/i,
    'Insufficient balance for deposit or fees',
    'Add funds to the miner or to the key that sends its messages. The miner then sends the message again.',
  ],
  [
    /fee ?cap|gas.{0,20}(?:limit|price)|max ?fee|base fee/i,
    'Fee cap of its message is too low',
    'The base fee is above the miner’s limit. Raise the limit (MaxPreCommitGasFee, MaxCommitGasFee), or wait until the base fee falls.',
  ],
  [
    /SysErrOutOfGas|out of gas|exit(?:ed with)? code (?:7|16|17|18|19|20)\b|message .{0,20}failed|exit ?code/i,
    'Its message failed on chain',
    'Open the message to see which call failed and why. The miner retries after a while.',
  ],
  [
    /proof worker lost|worker .{0,30}(?:lost|disconnected|not found|restarted)|connection (?:refused|reset|lost|closed)|EOF|context (?:canceled|deadline)|i\/o timeout/i,
    'Worker lost during a task',
    'Check that the worker runs and reaches the miner. The task is repeated.',
  ],
  [
    /out of memory|cannot allocate|CUDA|OpenCL|GPU|no suitable (?:gpu|device)/i,
    'Worker out of memory or GPU error',
    'Check the log of the worker. Run fewer tasks at once, or add memory.',
  ],
  [
    /no such file|file not found|does not exist|stat .{0,200}: /i,
    'A file of the sector is missing',
    'Check that the path is mounted. Without its sealed file and cache the sector cannot be completed.',
  ],
  [
    /permission denied|read-only file system/i,
    'Could not write a file',
    'Check the permissions of the sealing path, and whether its disk is mounted read-only.',
  ],
  [/input\/output error|checksum|corrupt/i, 'Disk error', 'Check the disk before you seal anything else on it.'],
];

/** The explanation of a sector's error; undefined if it is not recognised. */
export function explainSealingFailure(error: string): SealingFailure | undefined {
  const text = error.slice(0, 4000);
  const found = KNOWN.find(([pattern]) => pattern.test(text));
  return found === undefined ? undefined : { reason: found[1], advice: found[2] };
}

/** The meaning of a failed state without an error text. */
export function wordsOfFailedState(state: string): string {
  return STATES.get(state) ?? 'Failed, reason unknown';
}

const STATES: ReadonlyMap<string, string> = new Map([
  ['AddPieceFailed', 'Could not add data'],
  ['SealPreCommit1Failed', 'Pre-commit 1 failed'],
  ['SealPreCommit2Failed', 'Pre-commit 2 failed'],
  ['PreCommitFailed', 'Pre-commit not on chain'],
  ['ComputeProofFailed', 'Could not compute the proof'],
  ['RemoteCommitFailed', 'Remote proof computation failed'],
  ['CommitFailed', 'Proof not on chain'],
  ['CommitFinalizeFailed', 'Could not move files to storage'],
  ['FinalizeFailed', 'Could not move files to storage'],
  ['PackingFailed', 'Could not pad the sector'],
  ['DealsExpired', 'Deals started before it was proven'],
  ['RecoverDealIDs', 'Looking up deal IDs after a reorg'],
  ['FailedUnrecoverable', 'Unrecoverable; remove the sector'],
  ['Faulty', 'Proof missed: no power, daily fault fee'],
  ['FaultReported', 'Fault declared on chain'],
  ['FaultedFinal', 'Terminated after too many faulty days'],
  ['RemoveFailed', 'Could not remove the sector'],
  ['SnapDealsAddPieceFailed', 'Could not add data to the upgrade'],
  ['SnapDealsDealsExpired', 'Upgrade deals started before it was proven'],
  ['SnapDealsRecoverDealIDs', 'Looking up deal IDs of the upgrade'],
  ['ReplicaUpdateFailed', 'Upgrade not on chain'],
  ['ReleaseSectorKeyFailed', 'Could not remove old replica files'],
  ['FinalizeReplicaUpdateFailed', 'Could not move upgrade files to storage'],
]);

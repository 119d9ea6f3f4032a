/**
 * Failures of sealing that are known by their words, in plain words: what happened, and what to do about it. The texts are those that
 * Lotus prints (`storage/pipeline/states_failed.go`, `states_sealing.go`, `checks.go`, `storage/sealer`) and proofs give
 * (rust-fil-proofs through filecoin-ffi).
 */

export interface SealingFailure {
  /** A few words for a table. */
  readonly reason: string;
  /** What to do, one sentence or two. */
  readonly advice: string;
}

const KNOWN: readonly (readonly [pattern: RegExp, reason: string, advice: string])[] = [
  [
    /insufficient space|no space left|not enough space|couldn't find .{0,20}path|no storage path/i,
    'No space left on sealing storage',
    'Free space on the path of the worker, or attach another one with the weight to seal. The miner tries again by itself.',
  ],
  [
    /verif(?:y|ication) failed|proof (?:is )?invalid|invalid (?:porep|proof)|commit2? proof did not verify|invalid proof/i,
    'The proof does not verify',
    'The replica or its cache is damaged, or the GPU made an error. Look at the memory and disks of the worker, then seal the sector again.',
  ],
  [
    /comm_?[rd] .{0,40}(?:differ|mismatch|doesn't match|not match)|on-chain CommD|bad CommD|bad CommR/i,
    'Its data is not what was promised',
    'The data in the sector and the pre-commit differ. The sector has to be sealed again, or removed where its deals are lost.',
  ],
  [
    /ticket (?:has )?expired|expired ticket|ticket .{0,20}too old/i,
    'Its ticket is too old',
    'Sealing took longer than a ticket lasts. The miner takes a new ticket and begins pre-commit 1 again.',
  ],
  [
    /deal.{0,60}(?:expired|activation time (?:has )?passed|start epoch)|deals? expired|invalid deal/i,
    'A deal in it has lapsed',
    'The deal began, or ended, before its sector was proven. Remove the sector, or seal it without that deal.',
  ],
  [
    /insufficient (?:balance|funds)|not enough funds|actor.{0,30}balance|unlocked balance/i,
    'Not enough balance for the deposit or the fees',
    'Add funds to the miner or to the key that sends its messages; the message is sent again after that.',
  ],
  [
    /fee ?cap|gas.{0,20}(?:limit|price)|max ?fee|base fee/i,
    'Its message is too cheap to be included',
    'The base fee is above what the miner may pay. Raise its limit (MaxPreCommitGasFee, MaxCommitGasFee), or wait until the base fee falls.',
  ],
  [
    /SysErrOutOfGas|out of gas|exit(?:ed with)? code (?:7|16|17|18|19|20)\b|message .{0,20}failed|exit ?code/i,
    'Its message failed on chain',
    'Open the message to see which call failed and why. The miner tries again after a while.',
  ],
  [
    /proof worker lost|worker .{0,30}(?:lost|disconnected|not found|restarted)|connection (?:refused|reset|lost|closed)|EOF|context (?:canceled|deadline)|i\/o timeout/i,
    'A worker was lost while it worked',
    'Look whether the worker runs and reaches the miner. What it did is done again.',
  ],
  [
    /out of memory|cannot allocate|CUDA|OpenCL|GPU|no suitable (?:gpu|device)/i,
    'Memory or GPU of a worker gave out',
    'Look at the log of the worker. Fewer tasks at once, or more memory, help as a rule.',
  ],
  [
    /no such file|file not found|does not exist|stat .{0,200}: /i,
    'A file of the sector is missing',
    'Look whether the path is mounted. Without sealed file or cache the sector cannot be finished.',
  ],
  [
    /permission denied|read-only file system/i,
    'A file cannot be written',
    'Look at the rights of the sealing path, and whether its disk was mounted for reading only.',
  ],
  [/input\/output error|checksum|corrupt/i, 'A disk gave wrong data', 'Look at the disk before anything else is sealed on it.'],
];

/** The explanation of an error of a sector; undefined for one that is not known. */
export function explainSealingFailure(error: string): SealingFailure | undefined {
  const text = error.slice(0, 4000);
  const found = KNOWN.find(([pattern]) => pattern.test(text));
  return found === undefined ? undefined : { reason: found[1], advice: found[2] };
}

/** What a failed state says by itself, where no error was kept. */
export function wordsOfFailedState(state: string): string {
  return STATES.get(state) ?? 'It failed, and its miner does not say why';
}

const STATES: ReadonlyMap<string, string> = new Map([
  ['AddPieceFailed', 'Data could not be written into it'],
  ['SealPreCommit1Failed', 'Pre-commit 1 failed'],
  ['SealPreCommit2Failed', 'Pre-commit 2 failed'],
  ['PreCommitFailed', 'Its pre-commit did not get on chain'],
  ['ComputeProofFailed', 'Its proof could not be made'],
  ['RemoteCommitFailed', 'Its proof could not be made elsewhere'],
  ['CommitFailed', 'Its proof did not get on chain'],
  ['CommitFinalizeFailed', 'Its files could not be moved to storage'],
  ['FinalizeFailed', 'Its files could not be moved to storage'],
  ['PackingFailed', 'It could not be filled up'],
  ['DealsExpired', 'Its deals began before it was proven'],
  ['RecoverDealIDs', 'Its deals are looked up again after a reorg'],
  ['FailedUnrecoverable', 'It cannot be finished; remove it'],
  ['Faulty', 'Proof missed: no power, a fault fee each day'],
  ['FaultReported', 'Its fault is on chain'],
  ['FaultedFinal', 'It was terminated for its faults'],
  ['RemoveFailed', 'It could not be removed'],
  ['SnapDealsAddPieceFailed', 'Data could not be written into the upgrade'],
  ['SnapDealsDealsExpired', 'Deals of the upgrade began before it was proven'],
  ['SnapDealsRecoverDealIDs', 'Deals of the upgrade are looked up again'],
  ['ReplicaUpdateFailed', 'The upgrade did not get on chain'],
  ['ReleaseSectorKeyFailed', 'Files from before the upgrade could not be removed'],
  ['FinalizeReplicaUpdateFailed', 'Files of the upgrade could not be moved to storage'],
]);

import type { CID } from 'multiformats/cid';
import type { Findings } from './findings.ts';
import { minerInfo } from './miner-structs.ts';
import type { PlainState } from './plain-state.ts';

const KIB = 1_024n;
/** Sector sizes of each proof type, in order: go-state-types `abi/sector.go`. */
const SIZES = [
  { bytes: 2n * KIB, partitionSectors: 2 },
  { bytes: 8n * KIB ** 2n, partitionSectors: 2 },
  { bytes: 512n * KIB ** 2n, partitionSectors: 2 },
  { bytes: 32n * KIB ** 3n, partitionSectors: 2_349 },
  { bytes: 64n * KIB ** 3n, partitionSectors: 2_300 },
];
/** Window PoSt V1 and V1.1; a seal proof type in v0. */
const PROOF_TYPES = { v0: { first: 0, end: 5 }, v16: { first: 5, end: 15 } };

/** go-state-types `builtin/v18/miner/invariants.go` CheckMinerInfo. */
export function checkMinerInfo(
  state: PlainState,
  root: CID,
  hasOwnPartitionSizes: boolean,
  findings: Findings,
): Pick<ReturnType<typeof minerInfo>, 'sectorSize' | 'proofType' | 'partitionSectors'> {
  const info = state.block(minerInfo, root);
  const { pendingWorkerKey, pendingOwner, pendingBeneficiary, beneficiaryTerm } = info;
  const people = [info.owner, info.worker, ...info.controlAddresses, pendingWorkerKey?.newWorker, pendingOwner, info.beneficiary];
  for (const person of [...people, pendingBeneficiary?.beneficiary]) {
    findings.require(person === undefined || person.startsWith('f0'), 'not an id address', person);
  }
  findings.require(pendingWorkerKey?.newWorker !== info.worker, 'the worker to come is the present one');
  findings.require(pendingOwner !== info.owner, 'the owner to come is the present one');
  findings.require(pendingBeneficiary?.beneficiary !== info.owner || !pendingBeneficiary.byNominee, 'the owner need not agree to be paid');
  findings.require(beneficiaryTerm.usedQuota <= beneficiaryTerm.quota, 'the beneficiary took too much', beneficiaryTerm);
  const { first, end } = PROOF_TYPES[state.layout === 'v0' ? 'v0' : 'v16'];
  findings.require(info.proofType >= first && info.proofType < end, 'type of proof', info.proofType);
  const size = SIZES[info.proofType % SIZES.length];
  findings.equal(info.sectorSize, size?.bytes, 'sector size');
  if (!hasOwnPartitionSizes) findings.equal(info.partitionSectors, size?.partitionSectors, 'sectors of a partition');
  return info;
}

import type { Cid } from '../../../shared/domain/cid.ts';

export interface PipelineLogEntry {
  readonly kind: string;
  readonly epoch: number;
  readonly message: string;
  readonly trace: string;
}

/** One sector as the storage-miner process sees it. */
export interface PipelineSector {
  readonly number: number;
  readonly state: string;
  /** Epoch at which it entered `state`. */
  readonly since: number;
  readonly dealIds: readonly number[];
  readonly ticketEpoch: number;
  readonly seedEpoch: number;
  readonly preCommitMessage: Cid | undefined;
  readonly commitMessage: Cid | undefined;
  readonly retries: number;
  readonly lastError: string;
  readonly log: readonly PipelineLogEntry[];
}

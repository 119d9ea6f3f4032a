import { count, integer, link, list, optional, struct, text, type Value } from '../../../shared/domain/ipld/codec.ts';

/** One sector as the storage-miner process sees it: what Sextant's node keeps of it, no struct of the chain. */
export const pipelineSector = struct({
  number: ['Number', count],
  state: ['State', text],
  /** Epoch at which it entered `state`. */
  since: ['Since', integer],
  dealIds: ['DealIDs', list(count)],
  ticketEpoch: ['TicketEpoch', integer],
  seedEpoch: ['SeedEpoch', integer],
  preCommitMessage: ['PreCommitMessage', optional(link)],
  commitMessage: ['CommitMessage', optional(link)],
  retries: ['Retries', count],
  lastError: ['LastError', text],
  log: ['Log', list(struct({ kind: ['Kind', text], epoch: ['Epoch', integer], message: ['Message', text], trace: ['Trace', text] }))],
});
export type PipelineSector = Value<typeof pipelineSector>;

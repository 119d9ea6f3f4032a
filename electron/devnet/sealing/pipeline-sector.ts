import { type Cid, cidFromBytes, cidToBytes, cidToLink } from '../../../shared/domain/cid.ts';
import { type Codec, count, integer, list, optional, struct, text, type Value } from '../../../shared/domain/ipld/codec.ts';

/** No link: messages are kept elsewhere, and not as long as the sector. */
const messageCid: Codec<Cid> = {
  read: (reader, name) => cidFromBytes(reader.bytes(name)),
  write: (writer, value) => void writer.bytes(cidToBytes(value)),
  toJson: (value) => ({ ...cidToLink(value) }),
};

/** One sector as the storage-miner process sees it: what Sextant's node keeps of it, no struct of the chain. */
export const pipelineSector = struct({
  number: ['Number', count],
  state: ['State', text],
  /** Epoch at which it entered `state`. */
  since: ['Since', integer],
  dealIds: ['DealIDs', list(count)],
  ticketEpoch: ['TicketEpoch', integer],
  seedEpoch: ['SeedEpoch', integer],
  preCommitMessage: ['PreCommitMessage', optional(messageCid)],
  commitMessage: ['CommitMessage', optional(messageCid)],
  retries: ['Retries', count],
  lastError: ['LastError', text],
  log: ['Log', list(struct({ kind: ['Kind', text], epoch: ['Epoch', integer], message: ['Message', text], trace: ['Trace', text] }))],
});
export type PipelineSector = Value<typeof pipelineSector>;

/** A sector that enters its first state, with what its log begins with. */
export function newPipelineSector(number: number, state: string, epoch: number, kind: string, message: string): PipelineSector {
  return {
    number,
    state,
    since: epoch,
    dealIds: [],
    ticketEpoch: 0,
    seedEpoch: 0,
    preCommitMessage: undefined,
    commitMessage: undefined,
    retries: 0,
    lastError: '',
    log: [{ kind, epoch, message, trace: '' }],
  };
}

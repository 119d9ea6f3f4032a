import { type Cid, cidFromBytes, cidToBytes, cidToLink } from '../../../shared/domain/encoding/cid.ts';
import { type Codec, count, integer, list, optional, struct, text, type Value } from '../../../shared/domain/ipld/codec.ts';

/** Not a link: messages are stored elsewhere, and not as long as the sector. */
const messageCid: Codec<Cid> = {
  read: (reader, name) => cidFromBytes(reader.bytes(name)),
  write: (writer, value) => void writer.bytes(cidToBytes(value)),
  toJson: (value) => ({ ...cidToLink(value) }),
};

/** A sector in the storage miner's own view; not an on-chain struct. */
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

/** Create a sector in its first state, with its first log entry. */
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

/** Find the message that created a deal, claim or allocation by its event, and read its proposal CID. */
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import { type ClientDealProposal, decodePublishStorageDealsParams, proposalCid } from '../../../shared/domain/deals/deal-proposal.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { bytesToBase64 } from '../../../shared/domain/encoding/bytes.ts';
import { CborWriter } from '../../../shared/domain/encoding/cbor.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Deal, DealMessage } from '../../../shared/ipc/schemas/deals.ts';
import { zNodeEventPlaces } from '../../../shared/validation/node/deal-info.ts';
import { zNodeMessage } from '../../../shared/validation/node/message.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';

const CAUSE = 'deals: message';
const CBOR = 0x51;
/** Most nodes search one day per call; deals are usually published within a day before their sector. */
const SEARCHED_EPOCHS = 2000;

/**
 * @throws SextantError `not-found` without an event in the searched epochs, and those of the calls
 */
export async function findDealMessage(connection: ActiveConnection, { row, agreed, terms, pinned }: Deal): Promise<DealMessage> {
  const isDeal = row.kind === 'f05';
  const event = isDeal ? 'deal-published' : row.kind === 'ddo' ? 'claim' : 'allocation';
  // A claim is made at its term start, a deal is published before its sector, an allocation is made before the pinned epoch.
  const last = isDeal
    ? Math.min(agreed?.sectorStartEpoch ?? pinned.height, row.startEpoch ?? pinned.height, pinned.height)
    : (terms?.termStart ?? pinned.height);
  const first = row.kind === 'ddo' ? last : Math.max(0, last - SEARCHED_EPOCHS);
  const { value: events, call } = await connection.client.call(
    'GetActorEventsRaw',
    [
      {
        addresses: [`${connection.letter}0${isDeal ? 5 : 6}`],
        fields: { $type: [cborValue(event)], id: [cborValue(row.id)] },
        fromHeight: first,
        toHeight: last,
      },
    ],
    { schema: zNodeEventPlaces, cause: CAUSE },
  );
  const found = events.find(({ reverted }) => !reverted);
  if (found === undefined) {
    throw new SextantError(
      'not-found',
      `The endpoint has no event for it between epochs ${first} and ${last}. Not all nodes store events, and only for a limited time.`,
      { details: { method: call.method, callId: call.id } },
    );
  }
  const calls: CallRef[] = [call];
  const proposal = isDeal ? await proposalOf(connection, found.msgCid, row, calls) : undefined;
  return {
    event,
    messageCid: found.msgCid,
    height: found.height,
    timeMs: epochToTimeMs(found.height, connection.facts),
    calls,
    ...(proposal === undefined ? {} : { proposalCid: proposalCid(proposal) }),
  };
}

/** The signed proposal of a deal, if the message is a plain PublishStorageDeals with one matching proposal. */
async function proposalOf(
  { client }: ActiveConnection,
  cid: string,
  row: Deal['row'],
  calls: CallRef[],
): Promise<ClientDealProposal | undefined> {
  const { value, call } = await client.call('ChainGetMessage', [{ '/': cid }], { schema: zNodeMessage, cause: CAUSE });
  calls.push(call);
  try {
    const matching = decodePublishStorageDealsParams(value.params).filter(
      ({ proposal }) => proposal.pieceCid === row.pieceCid && proposal.startEpoch === row.startEpoch && proposal.endEpoch === row.endEpoch,
    );
    return matching.length === 1 ? matching[0] : undefined;
  } catch (error) {
    // Deals may also be published through a contract or a multisig.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function cborValue(value: string | number): { codec: number; value: string } {
  const writer = new CborWriter();
  if (typeof value === 'string') writer.text(value);
  else writer.integer(value);
  return { codec: CBOR, value: bytesToBase64(writer.finish()) };
}

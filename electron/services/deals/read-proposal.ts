import { paddedSizeOf, parseUnpaddedPieceSize } from '../../../shared/domain/deals/piece-size.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { parseCid } from '../../../shared/domain/encoding/cid.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Proposal } from '../../../shared/ipc/schemas/deals.ts';
import { zNodeDealInfo } from '../../../shared/validation/node/deal-info.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { inLetter } from '../network-address.ts';

/**
 * A deal by proposal CID from `ClientGetDealInfo`, which Lotus had until 1.27, for the node's own deals.
 *
 * @throws SextantError `invalid-input` for an invalid CID, `method-not-served` by newer nodes, `not-found` for a proposal of another node
 */
export async function readProposal({ client, letter }: ActiveConnection, text: string): Promise<Proposal> {
  const cid = requireCid(text);
  try {
    const { value, call } = await client.call('ClientGetDealInfo', [{ '/': cid }], { schema: zNodeDealInfo, cause: 'deals: proposal' });
    const createdAtMs = Date.parse(value.CreationTime ?? '');
    return {
      proposalCid: cid,
      stateCode: value.State,
      message: value.Message ?? '',
      provider: inLetter(value.Provider, letter),
      ...(value.PieceCID === undefined || value.PieceCID === null ? {} : { pieceCid: value.PieceCID }),
      ...(value.DataRef?.Root === undefined || value.DataRef.Root === null ? {} : { rootCid: value.DataRef.Root }),
      pieceSizeBytes: paddedSize(value.Size),
      pricePerEpoch: value.PricePerEpoch,
      durationEpochs: value.Duration,
      dealId: value.DealID,
      // Go's zero time is in the year 1.
      ...(Number.isNaN(createdAtMs) || createdAtMs <= 0 ? {} : { createdAtMs }),
      isVerified: value.Verified === true,
      calls: [call],
    };
  } catch (error) {
    if (error instanceof SextantError && /deal not found|datastore: key not found|no deal/i.test(error.details?.nodeMessage ?? '')) {
      throw new SextantError('not-found', "This node has no deal with this proposal CID. Only the client's node stores it.", {
        ...(error.details === undefined ? {} : { details: error.details }),
        cause: error,
      });
    }
    throw error;
  }
}

/** The legacy market reports the unpadded size: 127 of every 128 bytes. */
function paddedSize(size: number): number {
  try {
    return paddedSizeOf(parseUnpaddedPieceSize(size));
  } catch (error) {
    if (error instanceof DomainError) return size;
    throw error;
  }
}

function requireCid(text: string): string {
  try {
    return parseCid(text.trim());
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new SextantError('invalid-input', error.message, { details: { fields: { cid: error.message } } });
  }
}

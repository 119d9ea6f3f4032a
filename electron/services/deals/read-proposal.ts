import { parseCid } from '../../../shared/domain/cid.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { paddedSizeOf, parseUnpaddedPieceSize } from '../../../shared/domain/piece-size.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Proposal } from '../../../shared/ipc/schemas/deals.ts';
import { zNodeDealInfo } from '../../../shared/validation/node/deal-info.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { inLetter } from '../network-address.ts';

/**
 * What a node knows of a deal by its proposal CID: `ClientGetDealInfo`, which Lotus has had until 1.27 and of its own deals only.
 *
 * @throws SextantError `invalid-input` for no CID, `method-not-served` by all newer nodes, `not-found` for a proposal that is not its own
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
      // Go's zero time is of the year 1.
      ...(Number.isNaN(createdAtMs) || createdAtMs <= 0 ? {} : { createdAtMs }),
      isVerified: value.Verified === true,
      calls: [call],
    };
  } catch (error) {
    if (error instanceof SextantError && /deal not found|datastore: key not found|no deal/i.test(error.details?.nodeMessage ?? '')) {
      throw new SextantError('not-found', 'This node did not make a deal with this proposal CID. Only the node of the client knows it.', {
        ...(error.details === undefined ? {} : { details: error.details }),
        cause: error,
      });
    }
    throw error;
  }
}

/** The old market gives the size of the data: 127 bytes of it take 128 of a sector. */
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

import { parseAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { type DealProposal, dealLabelFromText, pendingProposalCid } from '../../../shared/domain/deals/deal-proposal.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { NodeMarketDeal } from '../../../shared/validation/node/provider-state.ts';

const REPLACED = '\ufffd';

/**
 * The CID in the market actor's pending proposals, computed from the StateMarketStorageDeal response. Undefined if the response does not
 * have the exact label, as for labels of bytes or invalid UTF-8.
 */
export function pendingProposalCidOf(answer: NodeMarketDeal['Proposal']): Cid | undefined {
  const proposal = proposalOf(answer);
  return proposal === undefined ? undefined : pendingProposalCid(proposal);
}

function proposalOf(answer: NodeMarketDeal['Proposal']): DealProposal | undefined {
  const { PieceCID, Label } = answer;
  if (PieceCID === undefined || PieceCID === null || Label === undefined || Label === null) return undefined;
  if (Label === '' || Label.includes(REPLACED)) return undefined;
  try {
    return {
      pieceCid: PieceCID,
      pieceSize: BigInt(answer.PieceSize),
      verifiedDeal: answer.VerifiedDeal,
      client: parseAddress(answer.Client),
      provider: parseAddress(answer.Provider),
      label: dealLabelFromText(Label),
      startEpoch: answer.StartEpoch,
      endEpoch: answer.EndEpoch,
      storagePricePerEpoch: attoFil(answer.StoragePricePerEpoch),
      providerCollateral: attoFil(answer.ProviderCollateral),
      clientCollateral: attoFil(answer.ClientCollateral),
    };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

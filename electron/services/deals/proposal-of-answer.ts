import { parseAddress } from '../../../shared/domain/address.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import { type DealProposal, dealLabelFromText, pendingProposalCid } from '../../../shared/domain/deal-proposal.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import type { NodeMarketDeal } from '../../../shared/validation/node/provider-state.ts';

const REPLACED = '\ufffd';

/**
 * The CID by which the market knew a proposal before its deal began, computed from what StateMarketStorageDeal answers. Undefined where
 * that does not hold all of the proposal: a label of bytes comes as no text, one that is no UTF-8 with other letters in it.
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

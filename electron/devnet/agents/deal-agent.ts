import { addressToBytes, idAddress } from '../../../shared/domain/address.ts';
import { cborLink, encodeBigIntBytes, encodeCbor } from '../../../shared/domain/cbor.ts';
import { clientName, DEAL_CLIENTS } from '../chain/genesis.ts';
import { drawDealTerms } from '../deals/deal-terms.ts';
import type { Miner } from '../miners/miner.ts';
import { SEALING_MINER_ID, sealingRhythm } from '../sealing/run-pipeline.ts';
import { MARKET_ID } from '../state/state.ts';
import type { AgentContext } from './agent-context.ts';

const PUBLISH = 4n;
const PUBLISH_GAS_LIMIT = 34_000_000n;
const CLIENT_SIGNATURE_BYTES = 65;
/** Published deals that a provider lets wait at most. */
const MAX_UNSEALED = 6;

/** A provider publishes a deal or two for its clients, so that there is something to put into its next sectors. */
export function runDealAgent(context: AgentContext, miner: Miner): void {
  const { epoch, random } = context;
  const every = miner.id === SEALING_MINER_ID ? 9 : sealingRhythm(miner.id).everyEpochs;
  if ((epoch + miner.id) % every !== 0) return;
  const from = `worker-${miner.id}`;
  if (context.isWaiting(from, PUBLISH)) return;
  let unsealed = 0;
  for (const deal of context.state.deals.values()) if (deal.provider === miner.id && deal.sectorNumber === undefined) unsealed += 1;
  if (unsealed >= MAX_UNSEALED) return;
  const count = random.between(1, 2, 'deals-published', miner.id, epoch);
  const deals = Array.from({ length: count }, (_, index) => {
    const key = `${miner.id}-${epoch}-${index}`;
    const terms = drawDealTerms(random, key, epoch, miner.sectorSize);
    const client = context.key(clientName(random.between(0, DEAL_CLIENTS - 1, 'client', key)));
    const proposal = [
      cborLink(terms.pieceCid),
      terms.pieceSizeBytes,
      terms.isVerified,
      addressToBytes(client.address),
      addressToBytes(idAddress(BigInt(miner.id))),
      terms.label,
      terms.startEpoch,
      terms.endEpoch,
      encodeBigIntBytes(terms.pricePerEpoch),
      encodeBigIntBytes(terms.providerCollateral),
      encodeBigIntBytes(terms.clientCollateral),
    ];
    // The client's signature is constructed: nothing here checks it.
    return [proposal, Uint8Array.of(1, ...random.longBytes(CLIENT_SIGNATURE_BYTES, 'client-signature', key))];
  });
  context.send({
    from,
    to: idAddress(BigInt(MARKET_ID)),
    method: PUBLISH,
    params: encodeCbor([deals]),
    gasLimit: PUBLISH_GAS_LIMIT * BigInt(count),
    gasPremium: 400_000n,
  });
}

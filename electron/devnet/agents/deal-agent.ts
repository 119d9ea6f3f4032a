import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { type ClientDealProposal, encodePublishStorageDealsParams } from '../../../shared/domain/deals/deal-proposal.ts';
import { clientName, DEAL_CLIENTS } from '../chain/genesis.ts';
import { drawDealTerms } from '../deals/deal-terms.ts';
import { unsealedDealsOf } from '../deals/market.ts';
import { minerOf } from '../miners/miners.ts';
import { SEALING_MINER_ID, sealingRhythm } from '../sealing/run-pipeline.ts';
import { sealingOf } from '../sealing/sealing.ts';
import { MARKET_ID } from '../state/state.ts';
import type { AgentContext } from './agent-context.ts';

const PUBLISH = 4n;
const PUBLISH_GAS_LIMIT = 34_000_000n;
const CLIENT_SIGNATURE_BYTES = 65;
/** Maximum published deals per provider that are not in a sector yet. */
const MAX_UNSEALED = 6;

/** Publishes one or two deals for a provider, as data for its next sectors. */
export function runDealAgent(context: AgentContext, minerId: number): void {
  const { epoch, random, state } = context;
  const miner = minerOf(state, minerId);
  if (miner === undefined || sealingOf(state, minerId) === undefined) return;
  const every = minerId === SEALING_MINER_ID ? 9 : sealingRhythm(minerId).everyEpochs;
  if ((epoch + minerId) % every !== 0) return;
  const from = `worker-${minerId}`;
  if (context.isWaiting(from, PUBLISH) || unsealedDealsOf(state, minerId).length >= MAX_UNSEALED) return;
  const { sectorSize } = miner.info.value;
  const mayBeVerified = context.networkVersion === 28;
  const count = random.between(1, 2, 'deals-published', minerId, epoch);
  const deals = Array.from({ length: count }, (_, index): ClientDealProposal => {
    const key = `${minerId}-${epoch}-${index}`;
    const client = context.key(clientName(random.between(0, DEAL_CLIENTS - 1, 'client', key)));
    const proposal = {
      ...drawDealTerms(random, key, { sectorSize, epoch, mayBeVerified }),
      client: client.address,
      provider: idAddress(minerId),
    };
    // The client's signature is random bytes: nothing verifies it here.
    return { proposal, clientSignature: { type: 'secp256k1', data: random.longBytes(CLIENT_SIGNATURE_BYTES, 'client-signature', key) } };
  });
  context.send({
    from,
    to: idAddress(MARKET_ID),
    method: PUBLISH,
    params: encodePublishStorageDealsParams(deals),
    gasLimit: PUBLISH_GAS_LIMIT * BigInt(count),
    gasPremium: 400_000n,
  });
}

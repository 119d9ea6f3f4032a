import { type Address, formatAddress, idAddress, idOfAddress } from '../../../shared/domain/addresses/address.ts';
import {
  type DealProposal,
  decodePublishStorageDealsParams,
  MAX_DEAL_LABEL_BYTES,
  pendingProposalCid,
} from '../../../shared/domain/deals/deal-proposal.ts';
import { bitfieldOf, encodeRlePlus } from '../../../shared/domain/encoding/bitfield.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { methodNumberOfName } from '../../../shared/domain/methods/method-number.ts';
import type { Miner } from '../miners/miner-view.ts';
import { minerOfDraft } from '../miners/miners.ts';
import { type ActorRuntime, actorText, requireCaller, requireSuccess, unhandled } from '../state/actor-runtime.ts';
import { isPieceCid } from '../state/constructed-cids.ts';
import { CRON_TICK } from '../state/cron-methods.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { decodeParameterList, decodeRaw, decoding, readAddress, readBigIntBytes } from '../state/read-params.ts';
import { resolveKnown } from '../state/resolve-actor.ts';
import { CRON_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { dataCapOf } from '../verified/data-cap-methods.ts';
import { dealPrice } from './deal.ts';
import { allocateDataCap } from './deal-allocations.ts';
import { publishDeal } from './deal-life.ts';
import { escrowOf, marketOf, putMarket, runMarketCron } from './market.ts';
import { addEscrowIn, escrowIn } from './market-balances.ts';
import type { Market, PendingAllocations } from './market-view.ts';

const NO_BYTES = new Uint8Array();
/** Deals ending after this epoch are rejected: the cron queue could not represent it exactly. */
const LAST_EPOCH = 2 ** 50;
/** Minimum padded size; sizes are powers of two (ref-fvm, shared/src/piece `PaddedPieceSize`). */
const MIN_PIECE_BYTES = 128n;
/** Method that the market calls to get a miner's owner. */
const CONTROL_ADDRESSES = 2n;

const EXPORTED_ADD_BALANCE = methodNumberOfName('AddBalance');
const EXPORTED_WITHDRAW_BALANCE = methodNumberOfName('WithdrawBalance');
const EXPORTED_PUBLISH = methodNumberOfName('PublishStorageDeals');
const GET_BALANCE = methodNumberOfName('GetBalance');

/** Supported methods of the market actor: AddBalance, WithdrawBalance, GetBalance and PublishStorageDeals. */
export function invokeMarketMethod(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  switch (runtime.method) {
    case 2n:
    case EXPORTED_ADD_BALANCE:
      return addBalance(draft, runtime);
    case 3n:
    case EXPORTED_WITHDRAW_BALANCE:
      return withdrawBalance(draft, runtime);
    case 4n:
    case EXPORTED_PUBLISH:
      return publish(draft, runtime);
    case CRON_TICK:
      requireCaller(runtime, [CRON_ID]);
      runMarketCron(draft, runtime.epoch);
      return NO_BYTES;
    case GET_BALANCE:
      return getBalance(draft, runtime);
    default:
      return unhandled(runtime);
  }
}

/** AddBalance: the raw address to credit; the message's value is the amount. */
function addBalance(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  if (runtime.value <= 0n) throw new MethodFailure(EXIT.illegalArgument, `balance to add must be greater than zero was: ${runtime.value}`);
  const id = resolveKnown(draft, readAddress(decodeRaw(runtime.params)), 'failed to resolve address');
  putMarket(draft, addEscrowIn(marketOf(draft.state), idAddress(id), runtime.value));
  return NO_BYTES;
}

/** WithdrawBalance: [ProviderOrClientAddress, Amount], limited to the available balance; a provider's goes to its owner. Returns the amount. */
function withdrawBalance(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const [addressValue, amountValue] = decodeParameterList(runtime.params, 2);
  const requested = readBigIntBytes(amountValue);
  if (requested < 0n) throw new MethodFailure(EXIT.illegalArgument, `negative amount: ${requested}`);
  const id = resolveKnown(draft, readAddress(addressValue), 'failed to resolve address');
  const info = minerOfDraft(draft, id)?.info.value;
  if (info !== undefined) requireSuccess(runtime.send({ to: idAddress(id), value: 0n, method: CONTROL_ADDRESSES, params: NO_BYTES }));
  requireCaller(runtime, info === undefined ? [id] : [idOf(info.owner), idOf(info.worker)]);
  const { escrow, locked } = escrowOf(draft.state, id);
  const paid = requested < escrow - locked ? requested : escrow - locked;
  putMarket(draft, addEscrowIn(marketOf(draft.state), idAddress(id), -paid));
  requireSuccess(runtime.send({ to: info?.owner ?? idAddress(id), value: paid, method: 0n, params: NO_BYTES }));
  return encodeCbor(encodeBigIntBytes(paid));
}

/** GetBalance: the raw address. Returns [Balance, Locked]. */
function getBalance(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const id = resolveKnown(draft, readAddress(decodeRaw(runtime.params)), 'failed to resolve address');
  const { escrow, locked } = escrowOf(draft.state, id);
  return encodeCbor([encodeBigIntBytes(escrow), encodeBigIntBytes(locked)]);
}

/** PublishStorageDeals: [[[Proposal, ClientSignature]]]. Returns [IDs, ValidDeals]. Signatures are not verified. */
function publish(draft: StateDraft, runtime: ActorRuntime): Uint8Array {
  const proposals = decoding('expected deals', () => decodePublishStorageDealsParams(runtime.params)).map(({ proposal }) => proposal);
  const [first] = proposals;
  if (first === undefined) throw new MethodFailure(EXIT.illegalArgument, 'Empty deals parameter');
  const provider = draft.resolve(first.provider);
  if (provider === undefined)
    throw new MethodFailure(EXIT.notFound, `failed to resolve provider address ${formatAddress(first.provider, 't')}`);
  const miner = minerOfDraft(draft, provider);
  if (miner === undefined) throw new MethodFailure(EXIT.illegalArgument, 'deal provider is not a storage miner actor');
  requireController(runtime, provider, miner);
  const { sectorSize } = miner.info.value;
  const accepted: Accepted[] = [];
  let market = marketOf(draft.state);
  for (const [index, given] of proposals.entries()) {
    const client = draft.resolve(given.client);
    if (client === undefined || draft.resolve(given.provider) !== provider) continue;
    const proposal = { ...given, client: idAddress(client), provider: idAddress(provider) };
    const isPaid =
      !needsDataCap(market, proposal) || dataCapNeeded(accepted, client) + proposal.pieceSize <= dataCapOf(draft.state, client);
    if (!isPaid || !isSane(proposal, runtime.epoch, sectorSize) || !isAcceptable(market, proposal)) continue;
    accepted.push({ index, id: market.nextId, client, proposal });
    market = publishDeal(market, proposal);
  }
  if (accepted.length === 0) throw new MethodFailure(EXIT.illegalArgument, 'All deal proposals invalid');
  const { pendingDealAllocationIds: pending } = market;
  putMarket(draft, pending === undefined ? market : { ...market, pendingDealAllocationIds: allocateFor(runtime, pending, accepted) });
  return encodeCbor([accepted.map(({ id }) => id), encodeRlePlus(bitfieldOf(accepted.map(({ index }) => index)))]);
}

/** An accepted proposal, and its index in the message. */
interface Accepted {
  readonly index: number;
  readonly id: number;
  readonly client: number;
  readonly proposal: DealProposal;
}

/** Since network version 29 the market ignores VerifiedDeal (FIP-0118). */
const needsDataCap = ({ pendingDealAllocationIds }: Market, { verifiedDeal }: DealProposal): boolean =>
  verifiedDeal && pendingDealAllocationIds !== undefined;

/** Total bytes of a client's verified deals. */
function dataCapNeeded(accepted: readonly Accepted[], client: number): bigint {
  const verified = accepted.filter((deal) => deal.client === client && deal.proposal.verifiedDeal);
  return verified.reduce((sum, { proposal }) => sum + proposal.pieceSize, 0n);
}

/** Create allocations for verified deals, with one call per client. Returns the pending allocations with their deals. */
function allocateFor(runtime: ActorRuntime, pending: PendingAllocations, accepted: readonly Accepted[]): PendingAllocations {
  const verified = accepted.filter(({ proposal }) => proposal.verifiedDeal);
  const clients = [...new Set(verified.map(({ client }) => client))].sort((left, right) => left - right);
  let next = pending;
  for (const client of clients) {
    const deals = verified.filter((deal) => deal.client === client);
    const allocationIds = allocateDataCap(
      runtime,
      client,
      deals.map(({ proposal }) => proposal),
    );
    for (const [at, { id }] of deals.entries()) next = next.set(id, allocationIds[at] ?? 0);
  }
  return next;
}

function requireController({ senderId }: ActorRuntime, provider: number, { info }: Miner): void {
  const { owner, worker, controlAddresses } = info.value;
  if ([owner, worker, ...controlAddresses].includes(idAddress(senderId))) return;
  throw new MethodFailure(
    EXIT.forbidden,
    `caller ${actorText(senderId)} is not worker or control address of provider ${actorText(provider)}`,
  );
}

/** Unlike on a real chain, durations, prices and collateral are only checked not to be negative. */
function isSane({ label, pieceCid, pieceSize, startEpoch, endEpoch }: DealProposal, epoch: number, sectorSize: bigint): boolean {
  return (
    label.bytes.length <= MAX_DEAL_LABEL_BYTES &&
    isPieceCid(pieceCid) &&
    pieceSize >= MIN_PIECE_BYTES &&
    (pieceSize & (pieceSize - 1n)) === 0n &&
    pieceSize <= sectorSize &&
    startEpoch >= epoch &&
    endEpoch > startEpoch &&
    endEpoch <= LAST_EPOCH
  );
}

/** Whether the balances suffice and the same proposal is not pending. */
function isAcceptable(market: Market, proposal: DealProposal): boolean {
  const { client, provider, clientCollateral, providerCollateral } = proposal;
  return (
    isFree(market, client, dealPrice(proposal) + clientCollateral) &&
    isFree(market, provider, providerCollateral) &&
    !market.pendingProposals.has(pendingProposalCid(proposal))
  );
}

function isFree(market: Market, address: Address, amount: bigint): boolean {
  const { escrow, locked } = escrowIn(market, address);
  return escrow - locked >= amount;
}

const idOf = (address: Address): number => Number(idOfAddress(address));

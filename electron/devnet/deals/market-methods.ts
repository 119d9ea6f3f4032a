import { idAddress } from '../../../shared/domain/address.ts';
import { bitfieldOf, encodeRlePlus } from '../../../shared/domain/bitfield.ts';
import { type CborValue, encodeBigIntBytes, encodeCbor } from '../../../shared/domain/cbor.ts';
import { cidOfDagCbor } from '../../../shared/domain/cid.ts';
import { methodNumberOfName } from '../../../shared/domain/method-number.ts';
import { requireSuccess } from '../state/call-actor.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { type MethodCall, requireCaller, unhandled } from '../state/invoke-method.ts';
import {
  decodeParameterList,
  decodeRaw,
  readAddress,
  readBigIntBytes,
  readBoolean,
  readInteger,
  readLink,
  readList,
  readText,
} from '../state/read-params.ts';
import { resolveKnown } from '../state/resolve-actor.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { Deal } from './deal.ts';
import { dealPrice } from './deal-cron.ts';

const NO_BYTES = new Uint8Array();
const MAX_LABEL_BYTES = 256;
/** By which the market asks a miner for its owner. */
const CONTROL_ADDRESSES = 2n;

const EXPORTED_ADD_BALANCE = methodNumberOfName('AddBalance');
const EXPORTED_WITHDRAW_BALANCE = methodNumberOfName('WithdrawBalance');

/** Methods of the market actor that this chain executes: AddBalance, WithdrawBalance and PublishStorageDeals. */
export function invokeMarketMethod(draft: StateDraft, call: MethodCall): Uint8Array {
  if (call.method === 2n || call.method === EXPORTED_ADD_BALANCE) return addBalance(draft, call);
  if (call.method === 3n || call.method === EXPORTED_WITHDRAW_BALANCE) return withdrawBalance(draft, call);
  if (call.method === 4n) return publish(draft, call);
  return unhandled(call);
}

/** AddBalance: the raw address to credit; the message's value is the amount. */
function addBalance(draft: StateDraft, call: MethodCall): Uint8Array {
  if (call.value <= 0n) throw new MethodFailure(EXIT.illegalArgument, `balance to add must be greater than zero was: ${call.value}`);
  const id = resolveKnown(draft, readAddress(decodeRaw(call.params)), 'failed to resolve address');
  const { escrow, locked } = draft.escrow(id);
  draft.putEscrow(id, { escrow: escrow + call.value, locked });
  return NO_BYTES;
}

/** WithdrawBalance: [ProviderOrClientAddress, Amount], as far as it is not locked. A provider's goes to its owner. Answers the amount paid. */
function withdrawBalance(draft: StateDraft, call: MethodCall): Uint8Array {
  const [addressValue, amountValue] = decodeParameterList(call.params, 2);
  const requested = readBigIntBytes(amountValue);
  if (requested < 0n) throw new MethodFailure(EXIT.illegalArgument, `negative amount: ${requested}`);
  const id = resolveKnown(draft, readAddress(addressValue), 'failed to resolve address');
  const miner = draft.miner(id);
  if (miner !== undefined) requireSuccess(call.send({ to: idAddress(id), value: 0n, method: CONTROL_ADDRESSES, params: NO_BYTES }));
  requireCaller(call, miner === undefined ? [id] : [miner.owner, miner.worker]);
  const { escrow, locked } = draft.escrow(id);
  const paid = requested < escrow - locked ? requested : escrow - locked;
  draft.putEscrow(id, { escrow: escrow - paid, locked });
  requireSuccess(call.send({ to: idAddress(miner?.owner ?? id), value: paid, method: 0n, params: NO_BYTES }));
  return encodeCbor(encodeBigIntBytes(paid));
}

/** PublishStorageDeals: [[[Proposal, ClientSignature]]]. Answers [IDs, ValidDeals]. */
function publish(draft: StateDraft, call: MethodCall): Uint8Array {
  const [entries] = decodeParameterList(call.params, 1);
  const ids: number[] = [];
  const valid: number[] = [];
  for (const [index, entry] of readList(entries).entries()) {
    const deal = readDeal(draft, readList(entry)[0], call);
    if (deal === undefined) continue;
    const client = draft.escrow(deal.client);
    const provider = draft.escrow(deal.provider);
    const clientCost = dealPrice(deal) + deal.clientCollateral;
    if (client.escrow - client.locked < clientCost || provider.escrow - provider.locked < deal.providerCollateral) continue;
    draft.putEscrow(deal.client, { ...client, locked: client.locked + clientCost });
    draft.putEscrow(deal.provider, { ...provider, locked: provider.locked + deal.providerCollateral });
    const id = draft.takeDealId();
    draft.putDeal({ ...deal, id });
    ids.push(id);
    valid.push(index);
  }
  if (ids.length === 0) throw new MethodFailure(EXIT.illegalArgument, 'no valid deal proposals');
  return encodeCbor([ids, encodeRlePlus(bitfieldOf(valid))]);
}

function readDeal(draft: StateDraft, proposal: unknown, call: MethodCall): Deal | undefined {
  const [piece, size, verified, clientValue, providerValue, label, start, end, price, providerCollateral, clientCollateral] =
    readList(proposal);
  const client = draft.resolve(readAddress(clientValue));
  const provider = draft.resolve(readAddress(providerValue));
  if (client === undefined || provider === undefined) return undefined;
  const miner = draft.miner(provider);
  if (miner === undefined || (miner.worker !== call.senderId && !miner.controls.includes(call.senderId))) {
    throw new MethodFailure(EXIT.forbidden, 'caller is not worker or control address of the provider');
  }
  const deal: Deal = {
    id: 0,
    pieceCid: readLink(piece),
    pieceSizeBytes: BigInt(readInteger(size)),
    isVerified: readBoolean(verified),
    client,
    provider,
    label: readText(label),
    startEpoch: readInteger(start),
    endEpoch: readInteger(end),
    pricePerEpoch: readBigIntBytes(price),
    providerCollateral: readBigIntBytes(providerCollateral),
    clientCollateral: readBigIntBytes(clientCollateral),
    sectorNumber: undefined,
    sectorStartEpoch: -1,
    slashEpoch: -1,
    proposalCid: cidOfDagCbor(encodeCbor(proposal as CborValue)),
  };
  const isSane =
    deal.startEpoch > call.epoch &&
    deal.endEpoch > deal.startEpoch &&
    deal.pieceSizeBytes > 0n &&
    deal.pieceSizeBytes <= miner.sectorSize &&
    deal.pricePerEpoch >= 0n &&
    deal.providerCollateral >= 0n &&
    deal.clientCollateral >= 0n &&
    Buffer.byteLength(deal.label) <= MAX_LABEL_BYTES;
  return isSane ? deal : undefined;
}

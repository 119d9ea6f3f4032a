import { bitfieldOf, encodeRlePlus } from '../../../shared/domain/bitfield.ts';
import { type CborValue, encodeCbor } from '../../../shared/domain/cbor.ts';
import { cidOfDagCbor } from '../../../shared/domain/cid.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import type { MethodCall } from '../state/invoke-method.ts';
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
import type { StateDraft } from '../state/state-draft.ts';
import type { Deal } from './deal.ts';
import { dealPrice } from './deal-cron.ts';

const NO_BYTES = new Uint8Array();
const MAX_LABEL_BYTES = 256;

/** Methods of the market actor that this chain executes: AddBalance and PublishStorageDeals. */
export function invokeMarketMethod(draft: StateDraft, call: MethodCall): Uint8Array {
  if (call.method === 2n) return addBalance(draft, call);
  if (call.method === 4n) return publish(draft, call);
  throw new MethodFailure(EXIT.unhandledMessage, `method ${call.method} is not handled by the market actor here`);
}

/** AddBalance: the raw address to credit; the message's value is the amount. */
function addBalance(draft: StateDraft, call: MethodCall): Uint8Array {
  if (call.value <= 0n) throw new MethodFailure(EXIT.illegalArgument, `balance to add must be greater than zero was: ${call.value}`);
  const id = draft.resolve(readAddress(decodeRaw(call.params)));
  if (id === undefined) throw new MethodFailure(EXIT.notFound, 'no such client or provider');
  const { escrow, locked } = draft.escrow(id);
  draft.putEscrow(id, { escrow: escrow + call.value, locked });
  return NO_BYTES;
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
  if (miner === undefined || (miner.worker !== call.senderId && miner.control !== call.senderId)) {
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

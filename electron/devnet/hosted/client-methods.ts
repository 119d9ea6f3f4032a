/** Client*: deals and retrieval as documented by the hosted service, in the shapes of Lotus v1.23 api/api_full.go, the last with them. */
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { MINIMUM_PIECE_PAYLOAD_BYTES } from '../../../shared/domain/deals/piece-size.ts';
import { storageDealState } from '../../../shared/domain/deals/storage-deal-state.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { formatPeerId } from '../../../shared/domain/keys/peer-id.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { Deal } from '../deals/deal.ts';
import { minerOf, numberOf } from '../miners/miners.ts';
import { addressJson, amountJson, cidJson } from '../rpc/chain-json.ts';
import type { Parameter } from '../rpc/dispatcher.ts';
import type { JsonValue } from '../rpc/json-writer.ts';
import type { MethodTableBuilder } from '../rpc/method-table.ts';
import {
  addressParameter,
  amountOf,
  booleanParameter,
  cidParameter,
  fieldsOf,
  int64Parameter,
  textParameter,
  uint64Parameter,
  unsigned,
} from '../rpc/parameters.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import { minerAt, requireAddress } from '../rpc/tipset-lookup.ts';
import type { Permission } from '../rpc/tokens.ts';
import {
  ASK_PER_GIB,
  type ClientDeal,
  type ClientStore,
  committed,
  type DealTerms,
  offeredBy,
  TOO_SMALL,
  unpadded,
} from './client-store.ts';

const RETRIEVAL_COMPLETED = 15;
const DEAL_PROTOCOL = '/fil/storage/mk/1.1.0';
/** Bytes; Lotus' default. */
const PAYMENT_INTERVAL = 1_048_576;
const MIN_PIECE_BYTES = 128n;

const NAMES: ReadonlySet<string> = new Set([
  'ClientCalcCommP',
  'ClientDealPieceCID',
  'ClientDealSize',
  'ClientExport',
  'ClientFindData',
  'ClientGetDealInfo',
  'ClientGetDealStatus',
  'ClientHasLocal',
  'ClientImport',
  'ClientListDeals',
  'ClientListImports',
  'ClientListRetrievals',
  'ClientMinerQueryOffer',
  'ClientQueryAsk',
  'ClientRetrieve',
  'ClientRetrieveWait',
  'ClientStartDeal',
]);

export const isClientMethod = (name: string): boolean => NAMES.has(name);

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const optionalCid = (value: unknown): Cid | undefined => (isGiven(value) ? cidParameter.decode(value) : undefined);
const flag = (value: unknown): boolean => isGiven(value) && booleanParameter.decode(value);

const optionalCidParameter: Parameter<Cid | undefined> = { goType: '**cid.Cid', decode: optionalCid };

const fileRefParameter: Parameter<{ readonly path: string; readonly isCar: boolean }> = {
  goType: '*api.FileRef',
  decode(value) {
    const { Path, IsCAR } = fieldsOf(value, 'api.FileRef');
    return { path: textParameter.decode(Path), isCar: flag(IsCAR) };
  },
};

const startDealParameter: Parameter<DealTerms> = {
  goType: '**api.StartDealParams',
  decode(value) {
    const fields = fieldsOf(value, 'api.StartDealParams');
    const data = fieldsOf(fields.Data, 'storagemarket.DataRef');
    const pieceCid = optionalCid(data.PieceCid);
    const start = isGiven(fields.DealStartEpoch) ? int64Parameter.decode(fields.DealStartEpoch) : 0;
    const wallet = isGiven(fields.Wallet) ? addressParameter.decode(fields.Wallet) : undefined;
    const provider = addressParameter.decode(fields.Miner ?? '');
    if (provider === undefined) throw new RpcError('no miner address given');
    return {
      transferType: isGiven(data.TransferType) ? textParameter.decode(data.TransferType) : 'graphsync',
      root: cidParameter.decode(data.Root),
      piece:
        pieceCid === undefined
          ? undefined
          : { cid: pieceCid, size: unsigned(data.PieceSize, 'DataRef.PieceSize of type abi.UnpaddedPieceSize') },
      wallet,
      provider,
      epochPrice: amountOf(fields.EpochPrice),
      durationEpochs: Number(unsigned(fields.MinBlocksDuration, 'StartDealParams.MinBlocksDuration of type uint64')),
      providerCollateral: amountOf(fields.ProviderCollateral),
      startEpoch: start > 0 ? start : undefined,
      isVerified: flag(fields.VerifiedDeal),
    };
  },
};

interface Order {
  readonly root: Cid;
  readonly piece: Cid | undefined;
  readonly provider: Address | undefined;
}

const orderParameter: Parameter<Order> = {
  goType: '*api.RetrievalOrder',
  decode(value) {
    const { Root, Piece, Miner } = fieldsOf(value, 'api.RetrievalOrder');
    return { root: cidParameter.decode(Root), piece: optionalCid(Piece), provider: addressParameter.decode(Miner ?? '') };
  },
};

const exportRefParameter: Parameter<{ readonly root: Cid; readonly retrievalId: number }> = {
  goType: '*api.ExportRef',
  decode(value) {
    const { Root, DealID } = fieldsOf(value, 'api.ExportRef');
    return { root: cidParameter.decode(Root), retrievalId: isGiven(DealID) ? uint64Parameter.decode(DealID) : 0 };
  },
};

/**
 * Add the methods for a backend.
 *
 * `writing` is the permission for importing, proposing, retrieving and writing files.
 */
export function addClientMethods(
  table: MethodTableBuilder,
  chain: ChainView,
  client: ClientStore,
  { writing, version }: { readonly writing: Permission; readonly version: 'v0' | 'v1' },
): void {
  const offer = ({ proposal }: Deal, root: Cid, piece: Cid | undefined): JsonValue => ({
    Err: '',
    Root: cidJson(root),
    Piece: piece === undefined ? null : cidJson(piece),
    Size: unpadded(proposal.pieceSize),
    MinPrice: '0',
    UnsealPrice: '0',
    PricePerByte: '0',
    PaymentInterval: PAYMENT_INTERVAL,
    PaymentIntervalIncrease: PAYMENT_INTERVAL,
    Miner: addressJson(proposal.provider),
    MinerPeer: { Address: addressJson(proposal.provider), ID: peerOf(chain, proposal.provider), PieceCID: cidJson(proposal.pieceCid) },
  });

  const dealInfo = (deal: ClientDeal): JsonValue => {
    const { terms, proposal } = deal;
    const { state, message, dealId } = client.stateOf(deal, chain);
    return {
      ProposalCid: cidJson(deal.cid),
      State: state,
      Message: message,
      DealStages: null,
      Provider: addressJson(proposal.provider),
      DataRef: {
        TransferType: terms.transferType,
        Root: cidJson(terms.root),
        PieceCid: terms.piece === undefined ? null : cidJson(terms.piece.cid),
        PieceSize: terms.piece?.size ?? 0,
        RawBlockSize: 0,
      },
      PieceCID: cidJson(proposal.pieceCid),
      Size: unpadded(proposal.pieceSize),
      PricePerEpoch: amountJson(proposal.storagePricePerEpoch),
      Duration: proposal.endEpoch - proposal.startEpoch,
      DealID: dealId,
      CreationTime: new Date(deal.createdAtMs).toISOString(),
      Verified: proposal.verifiedDeal,
      TransferChannelID: null,
      DataTransfer: null,
    };
  };

  table
    .add('ClientImport', writing, [fileRefParameter], ([{ path }]) => {
      const { root, importId } = client.import(path);
      return { Root: cidJson(root), ImportID: importId };
    })
    .read('ClientListImports', [], () =>
      [...client.imports.values()].map(({ importId, root, path }) => ({
        Key: importId,
        Err: '',
        Root: cidJson(root),
        Source: 'import',
        FilePath: path,
        CARPath: '',
      })),
    )
    .read('ClientHasLocal', [cidParameter], ([root]) => client.imports.has(root))
    .add('ClientCalcCommP', writing, [textParameter], ([path]) => {
      const bytes = client.files.read(path);
      if (bytes.length < MINIMUM_PIECE_PAYLOAD_BYTES) throw new RpcError(TOO_SMALL);
      const { pieceCid, paddedSize } = committed(bytes);
      return { Root: cidJson(pieceCid), Size: unpadded(BigInt(paddedSize)) };
    })
    .read('ClientDealSize', [cidParameter], ([root]) => {
      const { bytes, pieceSize } = client.imported(root);
      return { PayloadSize: bytes.length, PieceSize: pieceSize };
    })
    .read('ClientDealPieceCID', [cidParameter], ([root]) => {
      const { bytes, pieceSize, pieceCid } = client.imported(root);
      return { PayloadSize: bytes.length, PieceSize: pieceSize, PieceCID: cidJson(pieceCid) };
    })
    .read('ClientQueryAsk', [textParameter, addressParameter], ([_peer, address]) => {
      const { info } = minerAt(chain.stateAfterHead(), address);
      return {
        Response: {
          Price: ASK_PER_GIB.toString(),
          VerifiedPrice: ASK_PER_GIB.toString(),
          MinPieceSize: MIN_PIECE_BYTES,
          MaxPieceSize: info.value.sectorSize,
          Miner: addressJson(requireAddress(address)),
          Timestamp: 0,
          Expiry: chain.head.height + 1_000_000,
          SeqNo: 1,
        },
        DealProtocols: [DEAL_PROTOCOL],
      };
    })
    .add('ClientStartDeal', writing, [startDealParameter], ([terms]) => cidJson(client.startDeal(terms)))
    .read('ClientGetDealInfo', [cidParameter], ([cid]) => {
      const deal = client.deals.get(cid);
      if (deal === undefined) throw new RpcError('datastore: key not found');
      return dealInfo(deal);
    })
    .read('ClientListDeals', [], () => [...client.deals.values()].map(dealInfo))
    .read('ClientGetDealStatus', [uint64Parameter], ([code]) => {
      const name = storageDealState(code)?.name;
      if (name === undefined) throw new RpcError(`no such deal state ${code}`);
      return name;
    })
    .read('ClientFindData', [cidParameter, optionalCidParameter], ([root, piece]) =>
      offeredBy(chain, root, piece).map((deal) => offer(deal, root, piece)),
    )
    .read('ClientMinerQueryOffer', [addressParameter, cidParameter, optionalCidParameter], ([address, root, piece]) => {
      const provider = requireAddress(address);
      const deal = offeredBy(chain, root, piece).find(({ proposal }) => proposal.provider === provider);
      if (deal === undefined) throw new RpcError(`the provider has no deal of ${root}`);
      return offer(deal, root, piece);
    })
    .add('ClientRetrieveWait', writing, [uint64Parameter], ([id]) => {
      retrievalOf(client, id);
      return null;
    })
    .read('ClientListRetrievals', [], () =>
      [...client.retrievals.values()].map(({ id, root, pieceCid, provider, bytes }) => ({
        PayloadCID: cidJson(root),
        ID: id,
        PieceCID: cidJson(pieceCid),
        PricePerByte: '0',
        UnsealPrice: '0',
        Status: RETRIEVAL_COMPLETED,
        Message: '',
        Provider: peerOf(chain, provider),
        BytesReceived: bytes.length,
        BytesPaidFor: 0,
        TotalPaid: '0',
        TransferChannelID: null,
        DataTransfer: null,
        Event: null,
      })),
    )
    .add('ClientExport', writing, [exportRefParameter, fileRefParameter], ([{ root, retrievalId }, { path }]) => {
      const { bytes } = retrievalId === 0 ? client.imported(root) : retrievalOf(client, retrievalId);
      client.files.write(path, bytes);
      return null;
    });

  const retrieve = ({ root, piece, provider }: Order) => client.retrieve(root, piece, requireAddress(provider), chain);
  if (version === 'v1') {
    table.add('ClientRetrieve', writing, [orderParameter], ([order]) => ({ DealID: retrieve(order).id }));
    return;
  }
  // Version 0 writes the file itself and returns once it exists.
  table.add('ClientRetrieve', writing, [orderParameter, fileRefParameter], ([order, { path }]) => {
    client.files.write(path, retrieve(order).bytes);
    return null;
  });
}

function retrievalOf(client: ClientStore, id: number) {
  const retrieval = client.retrievals.get(id);
  if (retrieval === undefined) throw new RpcError(`retrieval deal ${id} not found`);
  return retrieval;
}

function peerOf(chain: ChainView, provider: Address): string {
  const info = minerOf(chain.stateAfterHead(), numberOf(provider))?.info.value;
  return formatPeerId(info?.peerId ?? new Uint8Array()) ?? '';
}

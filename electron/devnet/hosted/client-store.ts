/** State of a hosted network's storage client, in memory: imported files, deals and retrievals. */
import { createHash } from 'node:crypto';
import { type Address, idAddress, idOfAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import {
  type ClientDealProposal,
  type DealProposal,
  dealLabelFromText,
  dealLabelText,
  encodeDealProposal,
  encodePublishStorageDealsParams,
  proposalCid,
} from '../../../shared/domain/deals/deal-proposal.ts';
import { dealStatusAt } from '../../../shared/domain/deals/deal-state.ts';
import { PieceHasher } from '../../../shared/domain/deals/piece-commitment.ts';
import { MINIMUM_PIECE_PAYLOAD_BYTES } from '../../../shared/domain/deals/piece-size.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { signBytes } from '../../../shared/domain/signatures/signature.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import { clientName, DEAL_CLIENTS } from '../chain/genesis.ts';
import type { DevnetKey } from '../chain/keys.ts';
import type { Deal } from '../deals/deal.ts';
import { dealOf, dealsOf, marketOf } from '../deals/market.ts';
import { minerOf } from '../miners/miners.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import { sealingOf } from '../sealing/sealing.ts';
import { constructedPayloadCid } from '../state/constructed-cids.ts';
import { MARKET_ID } from '../state/state.ts';
import { ClientFiles } from './client-files.ts';

const GIB = 1_073_741_824n;
const PUBLISH = 4n;
const PUBLISH_GAS_LIMIT = 34_000_000n;
const PUBLISH_PREMIUM = 400_000n;
/** Default epochs until a deal starts: enough for sealing. */
const LEAD_EPOCHS = 140;
/** Ask of all practice providers, in attoFIL per GiB and epoch. */
export const ASK_PER_GIB = 500_000_000n;
export const TOO_SMALL = `computing commP failed: generating CommP: Piece must be at least ${MINIMUM_PIECE_PAYLOAD_BYTES} bytes`;

/** Client-side deal states (go-fil-markets storagemarket/dealstatus.go). */
const CLIENT_STATE = {
  rejected: 2,
  sealing: 5,
  active: 7,
  expired: 8,
  slashed: 9,
  checkForAcceptance: 13,
  error: 26,
  awaitingPreCommit: 29,
} as const;

export interface ImportedFile {
  readonly importId: number;
  readonly path: string;
  readonly root: Cid;
  readonly bytes: Uint8Array;
  readonly pieceCid: Cid;
  /** Padded. */
  readonly pieceSize: bigint;
}

/** Parameters of `ClientStartDeal`. */
export interface DealTerms {
  readonly transferType: string;
  readonly root: Cid;
  /** For offline deals. Unpadded. */
  readonly piece: { readonly cid: Cid; readonly size: bigint } | undefined;
  readonly wallet: Address | undefined;
  readonly provider: Address;
  readonly epochPrice: bigint;
  readonly durationEpochs: number;
  readonly providerCollateral: bigint;
  readonly startEpoch: number | undefined;
  readonly isVerified: boolean;
}

export interface ClientDeal {
  readonly cid: Cid;
  readonly terms: DealTerms;
  /** With ID addresses of both parties, as in the market. */
  readonly proposal: DealProposal;
  readonly createdAtMs: number;
  /** Reason of the provider's rejection. */
  readonly rejection: string | undefined;
}

/** Status of a deal at a backend's head. */
export interface ClientDealState {
  readonly state: number;
  readonly message: string;
  /** 0 until it is published. */
  readonly dealId: number;
}

export interface Retrieval {
  readonly id: number;
  readonly root: Cid;
  readonly pieceCid: Cid;
  readonly provider: Address;
  readonly bytes: Uint8Array;
}

export class ClientStore {
  readonly imports = new Map<Cid, ImportedFile>();
  readonly deals = new Map<Cid, ClientDeal>();
  readonly retrievals = new Map<number, Retrieval>();
  readonly files: ClientFiles;
  readonly #chain: DevnetChain;
  #lastImport = 0;
  #lastRetrieval = 0;

  constructor(chain: DevnetChain, filesFolder: string) {
    this.#chain = chain;
    this.files = new ClientFiles(filesFolder);
  }

  import(path: string): ImportedFile {
    const bytes = this.files.read(path);
    const root = constructedPayloadCid(createHash('sha256').update(bytes).digest());
    const known = this.imports.get(root);
    if (known !== undefined) return known;
    const { pieceCid, paddedSize } = committed(bytes);
    this.#lastImport += 1;
    const file = { importId: this.#lastImport, path, root, bytes, pieceCid, pieceSize: BigInt(paddedSize) };
    this.imports.set(root, file);
    return file;
  }

  imported(root: Cid): ImportedFile {
    const file = this.imports.get(root);
    if (file === undefined) throw new RpcError(`failed to find blockstore for root ${root}: not found`);
    return file;
  }

  /** Propose a deal, which its provider publishes immediately or rejects. */
  startDeal(terms: DealTerms): Cid {
    const chain = this.#chain;
    const state = chain.stateAfterHead();
    const wallet = this.#walletOf(terms.wallet);
    const clientId = state.resolve(wallet.address);
    const providerId = state.resolve(terms.provider);
    // The client's error if the provider's peer ID cannot be reached.
    if (clientId === undefined || providerId === undefined || sealingOf(state, providerId) === undefined) {
      throw new RpcError('exhausted 15 attempts but failed to open stream, err: routing: not found');
    }
    const piece = this.#pieceOf(terms);
    const startEpoch = terms.startEpoch ?? chain.head.height + LEAD_EPOCHS;
    const proposal: DealProposal = {
      pieceCid: piece.cid,
      pieceSize: piece.size,
      verifiedDeal: terms.isVerified,
      client: wallet.address,
      provider: idAddress(providerId),
      label: dealLabelFromText(terms.root),
      startEpoch,
      endEpoch: startEpoch + terms.durationEpochs,
      storagePricePerEpoch: attoFil(terms.epochPrice),
      providerCollateral: attoFil(terms.providerCollateral),
      clientCollateral: attoFil(0n),
    };
    const signature = signBytes({ type: 'secp256k1', privateKey: wallet.privateKey }, encodeDealProposal(proposal));
    const signed: ClientDealProposal = { proposal, clientSignature: signature };
    const cid = proposalCid(signed);
    const rejection = rejectionOf(proposal, minerOf(state, providerId)?.info.value.sectorSize ?? 0n);
    if (rejection === undefined) this.#publish(providerId, signed);
    const kept = { ...proposal, client: idAddress(clientId) };
    this.deals.set(cid, { cid, terms, proposal: kept, createdAtMs: Date.now(), rejection });
    return cid;
  }

  /** Return a deal's status at a head. */
  stateOf({ proposal, rejection }: ClientDeal, chain: ChainView): ClientDealState {
    if (rejection !== undefined) return { state: CLIENT_STATE.rejected, message: rejection, dealId: 0 };
    const state = chain.stateAfterHead();
    const { height } = chain.head;
    const deal = publishedAs(proposal, marketOf(state).nextId, (id) => dealOf(state, id));
    if (deal === undefined) {
      if (height <= proposal.startEpoch) return { state: CLIENT_STATE.checkForAcceptance, message: '', dealId: 0 };
      const message = `deal was not published before its start epoch ${proposal.startEpoch}, or it has ended`;
      return { state: CLIENT_STATE.error, message, dealId: 0 };
    }
    return { ...this.#stateOfPublished(deal, chain), dealId: deal.id };
  }

  /** Retrieve data from a provider. The file is empty until the sector is sealed, as with the service. */
  retrieve(root: Cid, pieceCid: Cid | undefined, provider: Address, chain: ChainView): Retrieval {
    const deal = offeredBy(chain, root, pieceCid).find(({ proposal }) => proposal.provider === provider);
    if (deal === undefined) throw new RpcError(`retrieval failed: Retrieve: the provider has no deal of ${root}`);
    const isSealed = dealStatusAt(epochsOf(deal), chain.head.height) === 'active';
    const bytes = this.imports.get(root)?.bytes;
    if (isSealed && bytes === undefined) {
      throw new RpcError(`retrieval failed: Retrieve: practice providers hold the data of imported files alone, and not of ${root}`);
    }
    this.#lastRetrieval += 1;
    const retrieval: Retrieval = {
      id: this.#lastRetrieval,
      root,
      pieceCid: deal.proposal.pieceCid,
      provider,
      bytes: isSealed && bytes !== undefined ? bytes : new Uint8Array(),
    };
    this.retrievals.set(retrieval.id, retrieval);
    return retrieval;
  }

  #stateOfPublished({ id, proposal, state }: Deal, chain: ChainView): { readonly state: number; readonly message: string } {
    switch (dealStatusAt(epochsOf({ proposal, state }), chain.head.height)) {
      case 'active':
        return { state: CLIENT_STATE.active, message: '' };
      case 'expired':
        return { state: CLIENT_STATE.expired, message: '' };
      case 'slashed':
        return { state: CLIENT_STATE.slashed, message: '' };
      case 'missed-start':
        return { state: CLIENT_STATE.error, message: `deal start epoch ${proposal.startEpoch} has passed before the sector was proven` };
      case 'published': {
        const provider = Number(idOfAddress(proposal.provider));
        const view = chain.stateAfterHead();
        const sealing = sealingOf(view, provider);
        const sector = sealing?.busy.find((number) => sealing.sectors.get(number)?.dealIds.includes(id) === true);
        const isPreCommitted = sector !== undefined && minerOf(view, provider)?.preCommittedSectors.has(sector) === true;
        return { state: isPreCommitted ? CLIENT_STATE.sealing : CLIENT_STATE.awaitingPreCommit, message: '' };
      }
    }
  }

  #walletOf(address: Address | undefined): DevnetKey {
    const keys = Array.from({ length: DEAL_CLIENTS }, (_, index) => this.#chain.keys.get(clientName(index)));
    const state = this.#chain.stateAfterHead();
    const id = address === undefined ? undefined : state.resolve(address);
    const found = address === undefined ? keys[0] : keys.find((key) => key.address === address || state.resolve(key.address) === id);
    if (found === undefined) throw new RpcError("provided address doesn't exist in wallet");
    return found;
  }

  /** Padded size. */
  #pieceOf({ root, piece }: DealTerms): { readonly cid: Cid; readonly size: bigint } {
    if (piece !== undefined) {
      if (piece.size < MINIMUM_PIECE_PAYLOAD_BYTES) throw new RpcError(TOO_SMALL);
      return { cid: piece.cid, size: (piece.size * 128n) / 127n };
    }
    const file = this.imported(root);
    if (file.bytes.length < MINIMUM_PIECE_PAYLOAD_BYTES) throw new RpcError(TOO_SMALL);
    return { cid: file.pieceCid, size: file.pieceSize };
  }

  #publish(providerId: number, deal: ClientDealProposal): void {
    const chain = this.#chain;
    const key = chain.keys.get(`worker-${providerId}`);
    chain.take(
      chain.keys.sign(key, {
        to: idAddress(MARKET_ID),
        nonce: chain.pool.nextNonce(key.address, chain.stateAfterHead()),
        value: 0n,
        gasLimit: PUBLISH_GAS_LIMIT,
        gasFeeCap: chain.nextBaseFeeOf(chain.head) * 12n + PUBLISH_PREMIUM,
        gasPremium: PUBLISH_PREMIUM,
        method: PUBLISH,
        params: encodePublishStorageDealsParams([deal]),
      }),
    );
  }
}

/** Compute the piece of a file. Throws the service's error if it is too small. */
export function committed(bytes: Uint8Array): ReturnType<PieceHasher['digest']> {
  const hasher = new PieceHasher();
  hasher.update(bytes);
  return hasher.digest();
}

/** Find the deals for data at a head, by root or piece CID. */
export function offeredBy(chain: ChainView, root: Cid, pieceCid: Cid | undefined): readonly Deal[] {
  return dealsOf(chain.stateAfterHead()).filter(({ proposal }) =>
    pieceCid === undefined ? dealLabelText(proposal.label) === root : proposal.pieceCid === pieceCid,
  );
}

export function epochsOf({ proposal, state }: Pick<Deal, 'proposal' | 'state'>): Parameters<typeof dealStatusAt>[0] {
  const { startEpoch, endEpoch } = proposal;
  return { startEpoch, endEpoch, sectorStartEpoch: state?.sectorStartEpoch, slashEpoch: state?.slashEpoch };
}

/** Unpadded size of a piece. */
export const unpadded = (pieceSize: bigint): bigint => (pieceSize * 127n) / 128n;

/** Return the reason why a provider rejects a proposal, in go-fil-markets' words. */
function rejectionOf({ pieceSize, storagePricePerEpoch }: DealProposal, sectorSize: bigint): string | undefined {
  if (pieceSize > sectorSize) return `deal rejected: piece size more than maximum allowed size: ${pieceSize} > ${sectorSize}`;
  const asked = (ASK_PER_GIB * pieceSize) / GIB;
  if (storagePricePerEpoch < asked) {
    return `deal rejected: storage price per epoch less than asking price: ${storagePricePerEpoch} < ${asked}`;
  }
  return undefined;
}

/** Find the deal of a proposal, among the newest. */
function publishedAs(proposal: DealProposal, nextId: number, dealAt: (id: number) => Deal | undefined): Deal | undefined {
  for (let id = nextId - 1; id >= 0; id -= 1) {
    const deal = dealAt(id);
    if (deal !== undefined && isSame(deal.proposal, proposal)) return deal;
  }
  return undefined;
}

function isSame(left: DealProposal, right: DealProposal): boolean {
  return (
    left.pieceCid === right.pieceCid &&
    left.client === right.client &&
    left.provider === right.provider &&
    left.startEpoch === right.startEpoch &&
    left.endEpoch === right.endEpoch &&
    left.storagePricePerEpoch === right.storagePricePerEpoch
  );
}

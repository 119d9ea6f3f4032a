/**
 * A model of the market actor's two arrays that change randomly from epoch to epoch, with only the blocks of the latest state, and the
 * expected content of a dataset, derived from the deals with the state codecs rather than the dataset's.
 */
import type { DatasetEngine } from '../../electron/dataset/engine.ts';
import { arrayLayout } from '../../electron/dataset/mirror/market-arrays.ts';
import type { MarketTarget } from '../../electron/dataset/mirror/update-market.ts';
import { dealState } from '../../shared/domain/actors/market-state.ts';
import { type Address, addressFromBytes, idAddress } from '../../shared/domain/addresses/address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { MAINNET_GENESIS_CID } from '../../shared/domain/chain/networks.ts';
import { type DealProposal, encodeDealProposal } from '../../shared/domain/deals/deal-proposal.ts';
import { type Cid, cidFromBytes, cidFromParts } from '../../shared/domain/encoding/cid.ts';
import { Amt } from '../../shared/domain/ipld/amt.ts';
import { encodeBlock } from '../../shared/domain/ipld/codec.ts';
import { MemoryBlocks } from './memory-blocks.ts';

interface ModelState {
  readonly sectorNumber: number;
  readonly sectorStartEpoch: number;
  readonly lastUpdatedEpoch: number;
  readonly slashEpoch: number;
}

interface ModelDeal {
  readonly proposal: DealProposal | Uint8Array;
  readonly state: ModelState | undefined;
}

const LAYOUT = 'v16';
const KEY_ADDRESS = addressFromBytes(Uint8Array.of(1, ...new Uint8Array(20).fill(9)));

export class ModelMarket {
  readonly #next: () => number;
  readonly #deals = new Map<number, ModelDeal>();
  #nextId = 0;
  epoch = 100;
  blocks = new MemoryBlocks();

  constructor(seed: number, deals: number) {
    this.#next = seededNumbers(seed);
    for (let count = 0; count < deals; count += 1) this.publish();
  }

  get size(): number {
    return this.#deals.size;
  }

  /** Publish, activate, settle, slash, change and remove some deals; occasionally very many. */
  step(): void {
    this.epoch += 1 + (this.#next() % 3);
    if (this.#next() % 12 === 0) this.#nextId += this.#next() % 5000;
    const bursts = this.#next() % 15 === 0 ? 60 : 6;
    for (let count = this.#next() % bursts; count > 0; count -= 1) this.publish();
    for (let count = this.#next() % bursts; count > 0; count -= 1) this.#touch();
    if (this.#next() % 25 === 0) for (const id of [...this.#deals.keys()].slice(this.#next() % 40)) this.#deals.delete(id);
  }

  publish(): void {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#deals.set(id, { proposal: this.#proposal(id), state: undefined });
  }

  /** The current arrays, in blocks of this state only. */
  target(): MarketTarget {
    this.blocks = new MemoryBlocks();
    const ascending = [...this.#deals].sort(([left], [right]) => left - right);
    const proposals = ascending.flatMap(([id, { proposal }]) =>
      proposal instanceof Uint8Array && proposal.length === 0 ? [] : [[id, bytesOf(proposal)] as const],
    );
    const states = ascending.flatMap(([id, { state }]) =>
      state === undefined ? [] : [[id, encodeBlock(dealState[LAYOUT], state)] as const],
    );
    return {
      genesisCid: MAINNET_GENESIS_CID,
      epoch: this.epoch,
      tipsetKey: [],
      timeMs: this.epoch * 30_000,
      layout: LAYOUT,
      proposals: Amt.from(arrayLayout('proposals', LAYOUT), proposals).flush(this.blocks.put),
      states: Amt.from(arrayLayout('states', LAYOUT), states).flush(this.blocks.put),
      blocks: 0,
      bytes: 0,
    };
  }

  /** Expected tables: deals as comparable text, and the IDs of those that cannot be rows. */
  expected(): { readonly deals: string[]; readonly rejects: number[] } {
    const deals: string[] = [];
    const rejects: number[] = [];
    for (const [id, { proposal, state }] of [...this.#deals].sort(([left], [right]) => left - right)) {
      if (proposal instanceof Uint8Array || proposal.client === KEY_ADDRESS) {
        if (bytesOf(proposal).length > 0 || state !== undefined) rejects.push(id);
        continue;
      }
      const { sectorNumber = 0, sectorStartEpoch = -1, lastUpdatedEpoch = -1, slashEpoch = -1 } = state ?? {};
      deals.push(
        [
          id,
          proposal.client,
          proposal.provider,
          proposal.pieceCid,
          proposal.pieceSize,
          proposal.verifiedDeal,
          Buffer.from(proposal.label.bytes).toString('utf8'),
          proposal.label.isText,
          proposal.startEpoch,
          proposal.endEpoch,
          proposal.storagePricePerEpoch,
          proposal.providerCollateral,
          proposal.clientCollateral,
          sectorNumber,
          sectorStartEpoch,
          lastUpdatedEpoch,
          slashEpoch,
        ].join(' '),
      );
    }
    return { deals, rejects };
  }

  #touch(): void {
    const ids = [...this.#deals.keys()];
    const id = ids[this.#next() % Math.max(1, ids.length)];
    const deal = id === undefined ? undefined : this.#deals.get(id);
    if (id === undefined || deal === undefined) return;
    const started = { sectorNumber: this.#next() % 1000, sectorStartEpoch: this.epoch, lastUpdatedEpoch: -1, slashEpoch: -1 };
    switch (this.#next() % 6) {
      case 0:
        this.#deals.delete(id);
        break;
      case 1:
        this.#deals.set(id, { ...deal, state: deal.state && { ...deal.state, slashEpoch: this.epoch } });
        break;
      case 2:
        this.#deals.set(id, { ...deal, state: { ...(deal.state ?? started), lastUpdatedEpoch: this.epoch } });
        break;
      case 3:
        this.#deals.set(id, { ...deal, proposal: this.#proposal(id) });
        break;
      default:
        this.#deals.set(id, { ...deal, state: deal.state ?? started });
    }
  }

  #proposal(id: number): DealProposal | Uint8Array {
    const odd = this.#next() % 20;
    // A missing and a truncated proposal.
    if (odd === 1) return new Uint8Array();
    if (odd === 0) return Uint8Array.of(0x82, 1, 0x43, id & 255, 2, 3);
    const label = odd === 2 ? Uint8Array.of(0x66, 0xff, 0xfe) : Buffer.from(odd === 3 ? `bafkqaaa${id}` : `deal ${id} ${this.#next()}`);
    return {
      pieceCid: this.#piece(),
      pieceSize: 1n << BigInt(20 + (this.#next() % 15)),
      verifiedDeal: this.#next() % 2 === 0,
      client: odd === 4 ? KEY_ADDRESS : this.#id(),
      provider: this.#id(),
      label: { isText: odd !== 5, bytes: label },
      startEpoch: this.epoch + 10,
      endEpoch: this.epoch + 1000,
      storagePricePerEpoch: attoFil(BigInt(this.#next() % 3)),
      providerCollateral: attoFil(BigInt(this.#next()) ** 2n),
      clientCollateral: attoFil(0n),
    };
  }

  #id(): Address {
    return idAddress(1000 + (this.#next() % 50));
  }

  #piece(): Cid {
    return cidFromParts(
      0xf101,
      0x1012,
      Uint8Array.from({ length: 32 }, () => this.#next() & 0xff),
    );
  }
}

/** Actual tables, in the form of `expected`. */
export async function rowsOfDataset(engine: DatasetEngine): Promise<{ readonly deals: string[]; readonly rejects: number[] }> {
  const rows = await engine.query('SELECT * FROM deals ORDER BY deal_id');
  const rejects = await engine.query('SELECT deal_id FROM rejects ORDER BY deal_id');
  return {
    deals: rows.map(([id, client, provider, piece, size, verified, label, ...rest]) =>
      [
        id,
        idAddress(Number(client)),
        idAddress(Number(provider)),
        cidFromBytes(piece as Uint8Array),
        size,
        verified,
        Buffer.from(label as Uint8Array).toString('utf8'),
        ...rest,
      ].join(' '),
    ),
    rejects: rejects.map(([id]) => Number(id)),
  };
}

function bytesOf(proposal: DealProposal | Uint8Array): Uint8Array {
  return proposal instanceof Uint8Array ? proposal : encodeDealProposal(proposal);
}

/** Random 24-bit numbers. */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}

import { type Address, idOfAddress } from '../../../shared/domain/address.ts';
import { cborLink, encodeBigIntBytes, encodeCbor } from '../../../shared/domain/cbor.ts';
import { cidOfDagCbor } from '../../../shared/domain/cid.ts';
import type { Deal } from '../deals/deal.ts';
import type { Miner } from '../miners/miner.ts';
import type { Multisig } from '../multisig/multisig.ts';
import type { Actor, ActorKind, Escrow, State } from './state.ts';

/** A saved point of a draft; a failed message goes back to it. */
export interface Checkpoint {
  readonly state: State;
}

/**
 * The state while an epoch is worked on. All changes go through here, so that the new root commits to
 * every actor, miner, deal and multisig that was touched.
 */
export class StateDraft {
  #state: State;
  readonly #actors = new Set<number>();
  readonly #miners = new Set<number>();
  readonly #deals = new Set<number>();
  readonly #multisigs = new Set<number>();

  constructor(base: State) {
    this.#state = base;
  }

  /** The state as it stands; a value, not a view. */
  get state(): State {
    return this.#state;
  }

  checkpoint(): Checkpoint {
    return { state: this.#state };
  }

  rollBack(checkpoint: Checkpoint): void {
    this.#state = checkpoint.state;
  }

  actor(id: number): Actor | undefined {
    return this.#state.actors.get(id);
  }

  putActor(actor: Actor): void {
    this.#actors.add(actor.id);
    this.#state = { ...this.#state, actors: this.#state.actors.set(actor.id, actor) };
  }

  resolve(address: Address): number | undefined {
    return resolveAddress(this.#state, address);
  }

  /** Creates an actor under the next free ID and returns it. */
  createActor(kind: ActorKind, address: Address): Actor {
    const id = this.#state.nextActorId;
    const actor: Actor = { id, kind, address, nonce: 0n, balance: 0n };
    this.#state = { ...this.#state, nextActorId: id + 1, addresses: this.#state.addresses.set(address, id) };
    this.putActor(actor);
    return actor;
  }

  /** Moves attoFIL between two existing actors. The caller has checked the balance; a shortfall here is a bug. */
  move(fromId: number, toId: number, amount: bigint): void {
    if (amount === 0n || fromId === toId) return;
    const from = this.actor(fromId);
    const to = this.actor(toId);
    if (from === undefined || to === undefined) throw new Error(`transfer between unknown actors ${fromId} and ${toId}`);
    if (amount < 0n || from.balance < amount) throw new Error(`transfer of ${amount} from ${fromId} exceeds ${from.balance}`);
    this.putActor({ ...from, balance: from.balance - amount });
    this.putActor({ ...to, balance: to.balance + amount });
  }

  miner(id: number): Miner | undefined {
    return this.#state.miners.get(id);
  }

  putMiner(miner: Miner): void {
    this.#miners.add(miner.id);
    this.#state = { ...this.#state, miners: this.#state.miners.set(miner.id, miner) };
  }

  deal(id: number): Deal | undefined {
    return this.#state.deals.get(id);
  }

  putDeal(deal: Deal): void {
    this.#deals.add(deal.id);
    this.#state = { ...this.#state, deals: this.#state.deals.set(deal.id, deal) };
  }

  removeDeal(id: number): void {
    this.#deals.add(id);
    this.#state = { ...this.#state, deals: this.#state.deals.delete(id) };
  }

  takeDealId(): number {
    const id = this.#state.nextDealId;
    this.#state = { ...this.#state, nextDealId: id + 1 };
    return id;
  }

  escrow(id: number): Escrow {
    return this.#state.escrows.get(id) ?? { escrow: 0n, locked: 0n };
  }

  putEscrow(id: number, escrow: Escrow): void {
    this.#actors.add(id);
    this.#state = { ...this.#state, escrows: this.#state.escrows.set(id, escrow) };
  }

  multisig(id: number): Multisig | undefined {
    return this.#state.multisigs.get(id);
  }

  putMultisig(multisig: Multisig): void {
    this.#multisigs.add(multisig.id);
    this.#state = { ...this.#state, multisigs: this.#state.multisigs.set(multisig.id, multisig) };
  }

  /** What a verifier may still give away in bytes; undefined for who is no verifier. */
  verifier(id: number): bigint | undefined {
    return this.#state.verifiers.get(id);
  }

  putVerifier(id: number, allowance: bigint | undefined): void {
    this.#actors.add(id);
    const { verifiers } = this.#state;
    this.#state = { ...this.#state, verifiers: allowance === undefined ? verifiers.delete(id) : verifiers.set(id, allowance) };
  }

  dataCap(id: number): bigint {
    return this.#state.dataCaps.get(id) ?? 0n;
  }

  putDataCap(id: number, bytes: bigint): void {
    this.#actors.add(id);
    this.#state = { ...this.#state, dataCaps: this.#state.dataCaps.set(id, bytes) };
  }

  /** Ends the epoch: the new root is the CID of a record of what changed, chained to the root before. */
  finish(epoch: number): State {
    const ascending = (ids: Iterable<number>): number[] => [...ids].sort((left, right) => left - right);
    const record = [
      cborLink(this.#state.root),
      epoch,
      ascending(this.#actors).map((id) => {
        const actor = this.actor(id);
        const escrow = this.escrow(id);
        return [
          id,
          actor?.nonce ?? 0n,
          encodeBigIntBytes(actor?.balance ?? 0n),
          encodeBigIntBytes(escrow.escrow),
          encodeBigIntBytes(escrow.locked),
          encodeBigIntBytes(this.verifier(id) ?? -1n),
          encodeBigIntBytes(this.dataCap(id)),
        ];
      }),
      ascending(this.#miners).map((id) => {
        const miner = this.miner(id);
        return miner === undefined
          ? [id]
          : [id, miner.sectors.size, miner.activeSectors, miner.faultySectors, encodeBigIntBytes(miner.lockedFunds)];
      }),
      ascending(this.#deals).map((id) => {
        const deal = this.deal(id);
        return deal === undefined ? [id] : [id, deal.sectorNumber ?? -1, deal.slashEpoch];
      }),
      ascending(this.#multisigs).map((id) => {
        const multisig = this.multisig(id);
        return multisig === undefined
          ? [id]
          : [id, [...multisig.signers], multisig.threshold, multisig.nextTransactionId, multisig.pending.length];
      }),
    ];
    this.#state = { ...this.#state, epoch, root: cidOfDagCbor(encodeCbor(record)) };
    return this.#state;
  }
}

/** The actor ID behind an address, or undefined where nothing is on chain. */
export function resolveAddress(state: State, address: Address): number | undefined {
  const id = idOfAddress(address);
  if (id === undefined) return state.addresses.get(address);
  const number = Number(id);
  return Number.isSafeInteger(number) && state.actors.has(number) ? number : undefined;
}

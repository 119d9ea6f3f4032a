import type { Address } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { runAgents } from '../agents/run-agents.ts';
import { checkPush } from '../mempool/check-push.ts';
import { MAX_PENDING_PER_SENDER, Mempool } from '../mempool/mempool.ts';
import { selectMessages } from '../mempool/select-messages.ts';
import { type Blocks, ScratchBlocks } from '../state/blocks.ts';
import { State, type StateRef } from '../state/state.ts';
import { ViewCache } from '../state/state-view.ts';
import type { ChainLog, HeadPhase } from '../store/chain-log.ts';
import { type NetworkRules, type NetworkVersion, networkVersionAt } from '../upgrade/network-rules.ts';
import { buildBlock, tipsetFrom, type Winner } from './block-builder.ts';
import { ChainStore, toHeadChanges } from './chain-store.ts';
import type { Block, ChainMessage, HeadChange, TipsetNode } from './chain-types.ts';
import { executeTipset } from './execute-tipset.ts';
import type { Execution } from './execution.ts';
import type { DevnetKeys } from './keys.ts';
import { type EpochPlan, planEpoch } from './producer.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface DevnetChainOptions {
  /** Store of its state. */
  readonly blocks: Blocks;
  readonly random: SeededRandom;
  readonly keys: DevnetKeys;
  /** Unix seconds. */
  readonly genesisTime: number;
  readonly rules: NetworkRules;
  readonly genesis: TipsetNode;
  /** Epochs of history. */
  readonly keptEpochs: number;
  /** Tipset to continue from; genesis for a new chain. */
  readonly base?: TipsetNode;
  readonly log: ChainLog;
}

/** An announced tipset that will be replaced: parent of the replacement and its epochs. */
interface Correction {
  readonly parent: TipsetNode;
  readonly heights: readonly number[];
  /** Late blocks, if the replacement is the same tipset with more blocks. */
  readonly lateBlocks: readonly Block[] | undefined;
  /** Whether the fork grows by one more epoch before it is replaced. */
  readonly isGrowing: boolean;
}

export type HeadListener = (changes: readonly HeadChange[]) => void;

/** The only writer of the chain: produces epochs, accepts messages, moves the head. Everything is logged before it is announced. */
export class DevnetChain {
  readonly blocks: Blocks;
  readonly store: ChainStore;
  readonly pool = new Mempool();
  readonly random: SeededRandom;
  readonly keys: DevnetKeys;
  readonly genesisTime: number;
  readonly #views = new ViewCache();
  readonly #log: ChainLog;
  readonly #listeners = new Set<HeadListener>();
  #rules: NetworkRules;
  #nextEpoch: number;
  #correction: Correction | undefined;
  #isNullForced = false;
  #fixedBaseFee: bigint | undefined;
  readonly #excludedSenders = new Set<Address>();
  #reorgs = 0;

  constructor(options: DevnetChainOptions) {
    this.blocks = options.blocks;
    this.random = options.random;
    this.keys = options.keys;
    this.genesisTime = options.genesisTime;
    this.#rules = options.rules;
    this.#log = options.log;
    this.store = new ChainStore(options.genesis, options.keptEpochs, options.base);
    this.#nextEpoch = this.store.head.height + 1;
  }

  get rules(): NetworkRules {
    return this.#rules;
  }

  get head(): TipsetNode {
    return this.store.head;
  }

  get hasCorrection(): boolean {
    return this.#correction !== undefined && !this.#correction.isGrowing;
  }

  /** Execute a tipset, once. Throws `MissingBlockError` if its parent state was pruned. */
  executionOf(tipset: TipsetNode): Execution {
    tipset.execution ??= executeTipset(tipset, this.stateOf(tipset.parentState), this);
    return tipset.execution;
  }

  /** Open the state of roots. Throws `MissingBlockError` if it was pruned; deeper blocks may be found missing later. */
  stateOf(ref: StateRef): State {
    return State.open(this.blocks, this.#views, ref);
  }

  /** A draft of the state for simulation, with heads of changed actors; it is discarded. */
  scratchOf(ref: StateRef): State {
    return State.open(new ScratchBlocks(this.blocks), new ViewCache(), ref);
  }

  /** The state after all messages of the head. */
  stateAfterHead(): State {
    return this.stateOf(this.executionOf(this.head).state);
  }

  onHeadChange(listener: HeadListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Validate a message and add it to the mempool. Throws RpcError with Lotus' text. */
  push(message: ChainMessage, mostPending: number = MAX_PENDING_PER_SENDER): Cid {
    checkPush(message, this.stateAfterHead(), this.pool, mostPending);
    return this.take(message);
  }

  /** Add a message of the node's own accounts: logged first, not verified. */
  take(message: ChainMessage): Cid {
    this.#log.message(message);
    this.pool.add(message);
    return message.cid;
  }

  /** Run one epoch: settle an open replacement, run the agents, and produce a tipset unless it is a null round. */
  advance(): void {
    if (this.hasCorrection) this.settle();
    const epoch = this.#nextEpoch;
    this.#nextEpoch += 1;
    const { head } = this;
    const state = this.stateAfterHead();
    this.pool.prune(state);
    if (this.#isNullForced) {
      this.#isNullForced = false;
      return;
    }
    runAgents(this, state, this.nextBaseFeeOf(head), epoch);
    const plan = planEpoch(epoch, state, this.random);
    if (plan.winners.length === 0) return;
    if (this.#correction?.isGrowing === true) this.#growFork(epoch, plan);
    else this.#produce(epoch, plan);
  }

  /** Replace the announced tipset with the final one. */
  settle(): void {
    const correction = this.#correction;
    this.#correction = undefined;
    if (correction === undefined) return;
    if (correction.lateBlocks !== undefined) {
      const { head } = this;
      const execution = this.executionOf(correction.parent);
      this.#announce(tipsetFrom([...head.blocks, ...correction.lateBlocks], correction.parent, execution), 'settled');
    } else {
      this.#replaceFrom(correction.parent, correction.heights, '', 0);
    }
  }

  /** Replace the last `depth` tipsets with heavier ones. Returns the number replaced. */
  reorg(depth: number): number {
    if (this.hasCorrection) this.settle();
    const heights: number[] = [];
    let parent = this.head;
    while (heights.length < depth && parent.parent !== undefined) {
      heights.unshift(parent.height);
      parent = parent.parent;
    }
    this.#reorgs += 1;
    this.#correction = undefined;
    if (heights.length > 0) this.#replaceFrom(parent, heights, `reorg-${this.head.keyText}-${this.#reorgs}`, 1);
    return heights.length;
  }

  /** Base fee of the children of a tipset, attoFIL per gas. */
  nextBaseFeeOf(tipset: TipsetNode): bigint {
    return this.#fixedBaseFee ?? this.executionOf(tipset).nextBaseFee;
  }

  /** Fix the base fee; undefined releases it. Not persisted. */
  fixBaseFee(baseFee: bigint | undefined): void {
    this.#fixedBaseFee = baseFee;
  }

  /** Exclude a sender's pending messages from blocks, or include them again. Not persisted. */
  excludeSender(from: Address, isExcluded: boolean): void {
    if (isExcluded) this.#excludedSenders.add(from);
    else this.#excludedSenders.delete(from);
  }

  /** Return the network version of an epoch's messages. */
  networkVersionAt(epoch: number): NetworkVersion {
    return networkVersionAt(this.#rules, epoch);
  }

  /** Set the last epoch of network version 28. The caller has checked that the chain is neither beyond it nor upgraded. */
  scheduleUpgrade(upgradeEpoch: number): void {
    const rules = { ...this.#rules, upgradeEpoch };
    // Written before any tipset uses it.
    this.#log.rules(rules);
    this.#rules = rules;
  }

  /** Make the next epoch a null round. */
  forceNullRound(): void {
    this.#isNullForced = true;
  }

  /** Restores a tipset from the log. */
  replayTipset(tipset: TipsetNode, phase: HeadPhase, lateBlocks: readonly Block[]): void {
    const { reverted, applied } = this.store.setHead(this.store.add(tipset));
    this.pool.applyHeadChange(reverted, applied);
    this.#nextEpoch = tipset.height + 1;
    this.#correction = correctionOf(this.head, phase, lateBlocks);
  }

  #produce(epoch: number, plan: EpochPlan): void {
    const { head } = this;
    if (plan.event === 'fork' || plan.event === 'deep-fork') {
      const loser = this.#buildTipset(head, epoch, plan.winners.slice(0, 1), 'fork');
      const phase: HeadPhase = plan.event;
      this.#announce(loser, phase);
      this.#correction = correctionOf(this.head, phase, []);
      return;
    }
    const blocks = this.#buildBlocks(head, epoch, plan.winners, '');
    const late = plan.event === 'late' ? blocks.slice(-1) : [];
    const present = late.length === 0 ? blocks : blocks.slice(0, -1);
    for (const block of late) this.#log.block(block);
    const phase: HeadPhase = late.length === 0 ? 'settled' : 'late';
    this.#announce(tipsetFrom(present, head, this.executionOf(head)), phase);
    this.#correction = correctionOf(this.head, phase, late);
  }

  #growFork(epoch: number, plan: EpochPlan): void {
    this.#announce(this.#buildTipset(this.head, epoch, plan.winners.slice(0, 1), 'fork'), 'deep-fork-grown');
    this.#correction = correctionOf(this.head, 'deep-fork-grown', []);
  }

  #replaceFrom(start: TipsetNode, heights: readonly number[], salt: string, extraWins: number): void {
    const { reverted } = pathDown(this.head, start);
    this.pool.applyHeadChange(reverted, []);
    let parent = start;
    for (const height of heights) {
      const plan = planEpoch(height, this.stateOf(this.executionOf(parent).state), this.random);
      const winners = plan.winners.map((winner) => ({ ...winner, winCount: winner.winCount + extraWins }));
      if (winners.length === 0) continue;
      const tipset = this.#buildTipset(parent, height, winners, salt);
      for (const block of tipset.blocks) this.#log.block(block);
      parent = this.store.add(tipset);
      this.pool.applyHeadChange([], [parent]);
    }
    if (parent !== start) this.#announce(parent, 'settled');
  }

  #buildTipset(parent: TipsetNode, height: number, winners: readonly Winner[], salt: string): TipsetNode {
    return tipsetFrom(this.#buildBlocks(parent, height, winners, salt), parent, this.executionOf(parent));
  }

  #buildBlocks(parent: TipsetNode, height: number, winners: readonly Winner[], salt: string): Block[] {
    const execution = this.executionOf(parent);
    const state = this.stateOf(execution.state);
    const baseFee = this.nextBaseFeeOf(parent);
    return winners.map((winner, index) => {
      // The first producer includes all it can; the others only know part of the mempool.
      const takesSender = (from: Address): boolean => index === 0 || this.random.fraction('heard', height, winner.minerId, from) < 0.55;
      const messages = selectMessages(this.pool, state, baseFee, (from) => !this.#excludedSenders.has(from) && takesSender(from));
      return buildBlock({ winner, baseFee, messages }, parent, execution, height, this.genesisTime, this.random, salt, this.blocks);
    });
  }

  #announce(tipset: TipsetNode, phase: HeadPhase): void {
    const known = this.store.add(tipset);
    // Written before it is announced, so that announced tipsets survive a crash.
    this.#log.head(known, phase);
    const change = this.store.setHead(known);
    this.pool.applyHeadChange(change.reverted, change.applied);
    if (phase === 'settled') this.#log.rotateIfDue(this.store, this.pool);
    const changes = toHeadChanges(change);
    for (const listener of this.#listeners) listener(changes);
  }
}

function pathDown(from: TipsetNode, to: TipsetNode): { reverted: TipsetNode[] } {
  const reverted: TipsetNode[] = [];
  for (let at: TipsetNode | undefined = from; at !== undefined && at !== to; at = at.parent) reverted.push(at);
  return { reverted };
}

/** Return the pending replacement of a head that was announced in this phase. */
function correctionOf(head: TipsetNode, phase: HeadPhase, lateBlocks: readonly Block[]): Correction | undefined {
  const { parent } = head;
  if (phase === 'settled' || parent === undefined) return undefined;
  if (phase === 'late') return lateBlocks.length === 0 ? undefined : { parent, heights: [head.height], lateBlocks, isGrowing: false };
  if (phase === 'deep-fork-grown' && parent.parent !== undefined) {
    return { parent: parent.parent, heights: [parent.height, head.height], lateBlocks: undefined, isGrowing: false };
  }
  return { parent, heights: [head.height], lateBlocks: undefined, isGrowing: phase === 'deep-fork' };
}

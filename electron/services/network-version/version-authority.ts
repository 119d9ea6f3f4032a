/**
 * Which network version a chain runs at a tipset, which actor a code is, and how its state is laid out: the one place that answers for a
 * connection. Everything else asks here.
 *
 * The node is asked where the schedules do not settle it, and what it answered is remembered for the connection, not for the genesis: a
 * node that missed an upgrade must not speak for others. Types of actors come from the table of this release, else from the chain's own
 * manifest, whose block is verified by its hash and kept over restarts by the node client. All of it is the node's word about its own
 * chain: it names and lays out what that node shows, and decides nothing that is signed.
 */
import type { z } from 'zod';
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { actorTypeFromCode } from '../../../shared/domain/actor-code.ts';
import { ACTOR_TYPES, type ActorType } from '../../../shared/domain/actor-type.ts';
import { actorManifest } from '../../../shared/domain/actors/actor-manifest.ts';
import { type ReadableLayout, readableLayoutOf } from '../../../shared/domain/actors/readable-layout.ts';
import { formatAddress, idAddress, type NetworkLetter } from '../../../shared/domain/address.ts';
import { type Cid, cidToLink } from '../../../shared/domain/cid.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { EPOCHS } from '../../../shared/domain/epoch.ts';
import { decodeBlock } from '../../../shared/domain/ipld/codec.ts';
import {
  builtInKnowledge,
  type NetworkVersion,
  scheduleOf,
  unverifiedMark,
  type VersionKnowledge,
  versionAt,
  withVersion,
} from '../../../shared/domain/network-version.ts';
import { isBlockOf } from '../../../shared/domain/state/block-hash.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef, TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import { MAX_OBJECT_REPLY_BYTES, zNodeObject } from '../../../shared/validation/node/chain-object.ts';
import { zNodeUpgradeParams } from '../../../shared/validation/node/node-status.ts';
import { zNetworkVersion } from '../../../shared/validation/node/primitives.ts';
import { zNodeSystemState } from '../../../shared/validation/node/system-state.ts';
import { zNodeTipset } from '../../../shared/validation/node/tipset.ts';
import type { NodeAnswer, NodeClient } from '../../rpc/node-client.ts';
import { attempt } from '../attempt.ts';
import { optional } from '../optional.ts';
import { isNotServed, PinnedNode, UnknownTipset } from '../pinned/pinned-node.ts';

const CAUSE = 'network version';
const SYSTEM_ACTOR = idAddress(0n);
/** The head is asked about again after this many epochs, an hour, in case the node's software or schedule changed. */
const RECHECK_EPOCHS = 120;
/** Tipsets whose manifest was looked up, and codes that were learned; a node may name any amount. */
const MAX_TIPSETS = 50;
const MAX_CODES = 2000;
/** More than any manifest has. */
const MAX_ACTORS = 100;
/** A name from a manifest is shown as it is. */
const ACTOR_NAME = /^[a-z0-9_-]{1,40}$/;

/** What of a pinned view is needed to ask about its tipset. */
type PinnedReads = Pick<PinnedNode, 'ref' | 'read'>;

export interface VersionAuthorityOptions {
  readonly client: NodeClient;
  readonly networkName: string;
  readonly letter: NetworkLetter;
}

/** Codes of built-in actors by their names. */
type ActorCodes = Readonly<Record<string, Cid>>;

/** The calls behind what is known. */
export interface VersionCalls {
  readonly version?: CallRef;
  readonly schedule?: CallRef;
}

/** The version that wrote a state, and the call that said so. */
export interface WriterVersion {
  readonly version: number;
  readonly call?: CallRef;
}

export class VersionAuthority {
  readonly #client: NodeClient;
  readonly #networkName: string;
  readonly #letter: NetworkLetter;
  readonly #listeners = new Set<() => void>();
  readonly #doubtListeners = new Set<() => void>();
  /** What contradicted the answers before: a code or a block of state that nothing explains is a reason to ask again once. */
  readonly #doubts = new LruMap<string, true>({ maxEntries: MAX_CODES });
  /** Names of actors by their codes, from manifests of this chain. */
  readonly #names = new LruMap<Cid, string>({ maxEntries: MAX_CODES });
  readonly #manifests = new LruMap<string, Promise<ActorCodes | undefined>>({ maxEntries: MAX_TIPSETS });
  #knowledge: VersionKnowledge;
  #calls: VersionCalls = {};
  #headHeight: number | undefined;
  /** The version whose actors were learned ahead of questions, and their codes. */
  #learned: { readonly version: number; readonly codes: ActorCodes } | undefined;
  #checkedHeight: number | undefined;
  /** StateGetNetworkParams failed, although the endpoint serves it. */
  #isScheduleDue = false;
  #recheckedHeight: number | undefined;
  /** The endpoint does not serve StateNetworkVersion. */
  #isVersionUnserved = false;

  constructor({ client, networkName, letter }: VersionAuthorityOptions) {
    this.#client = client;
    this.#networkName = networkName;
    this.#letter = letter;
    this.#knowledge = builtInKnowledge(networkName);
  }

  get knowledge(): VersionKnowledge {
    return this.#knowledge;
  }

  get calls(): VersionCalls {
    return this.#calls;
  }

  /** Codes of actors at the head by their names, from the manifest of this chain; undefined where the version is verified, or none was read. */
  get actorCodes(): ActorCodes | undefined {
    const head = this.#headHeight === undefined ? undefined : this.at(this.#headHeight);
    return head?.version === this.#learned?.version && unverifiedMark(head) !== undefined ? this.#learned?.codes : undefined;
  }

  /** Calls back whenever something new is known. Returns the way to stop it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back when the head is to be followed again, because something contradicts what is known. Returns the way to stop it. */
  onDoubt(listener: () => void): () => void {
    this.#doubtListeners.add(listener);
    return () => this.#doubtListeners.delete(listener);
  }

  /** Asks the node again although it was asked lately: it may be another one, or run newer software. */
  recheck(): void {
    this.#checkedHeight = undefined;
    // At once, but once a head whatever a node says; after that with the next head.
    if (this.#recheckedHeight === this.#headHeight) return;
    this.#recheckedHeight = this.#headHeight;
    this.#isVersionUnserved = false;
    for (const listener of [...this.#doubtListeners]) listener();
  }

  /** Takes note of what does not fit the version: a code that the table lacks, a block that its layout does not read. */
  doubt(reason: string): void {
    if (this.#doubts.get(reason) !== undefined) return;
    this.#doubts.set(reason, true);
    this.recheck();
  }

  /** What is known of a height without asking; undefined for networks of which nothing is known. */
  at(height: number): NetworkVersion | undefined {
    return versionAt(this.#knowledge, height);
  }

  /** The version of a pinned tipset; asks the node where it is not settled, and does without where the node does not say. */
  async read(node: PinnedReads): Promise<NetworkVersion | undefined> {
    const known = this.at(node.ref.height);
    if (known?.isExact === true || this.#isVersionUnserved) return known;
    await this.#tryToAsk(() => node.read('StateNetworkVersion', (key) => [key], zNetworkVersion), node.ref.height);
    return this.at(node.ref.height);
  }

  /** The last accepted head. */
  get headHeight(): number | undefined {
    return this.#headHeight;
  }

  /** Keeps what is known up to date with an accepted head: asks where its version is not settled, and once an hour. */
  async follow(head: TipsetRef): Promise<void> {
    this.#headHeight = head.height;
    const checked = this.#checkedHeight;
    const isRecent = checked !== undefined && Math.abs(head.height - checked) < RECHECK_EPOCHS;
    const hasSchedule = isRecent && !this.#isScheduleDue;
    if (hasSchedule && (this.#isVersionUnserved || this.at(head.height)?.isExact === true)) return;
    if (!isRecent) this.#checkedHeight = head.height;
    await Promise.all([
      hasSchedule ? undefined : this.#learnSchedule(),
      this.#tryToAsk(() => this.#call('StateNetworkVersion', [head.key.map((cid) => ({ '/': cid }))], zNetworkVersion), head.height),
    ]);
    await this.#learnNewActors(head);
  }

  #note({ value, call }: NodeAnswer<number>, height: number): void {
    this.#calls = { ...this.#calls, version: call };
    this.#knowledge = { ...this.#knowledge, ranges: withVersion(this.#knowledge.ranges, value, height) };
    this.#tell();
  }

  /**
   * How the state is laid out that a pinned tipset was made from, and whether that is verified. The parent wrote that state: after an
   * upgrade the version of the first tipset is new, and the layout of this state is not.
   */
  async readLayout(node: PinnedReads): Promise<ReadableLayout> {
    const known = await this.read(node);
    if (known === undefined) throw noVersion();
    // The parent is at most this deep, whatever null rounds are between.
    const deepest = this.at(Math.max(0, node.ref.height - EPOCHS.finality));
    if (deepest?.version === known.version) return layoutOf(known.version);
    const tipset = await optional(() => node.read('ChainGetTipSet', (key) => [key], zNodeTipset));
    const [block] = tipset?.value.blocks ?? [];
    if (block === undefined) return layoutOf(known.version);
    const key = writerKey<string>(node.ref.key, block);
    const ask = () => node.read('StateNetworkVersion', () => [key.map((cid) => ({ '/': cid }))], zNetworkVersion);
    const writer = await optional(() => this.readWriter(node.ref.height, ask));
    return layoutOf(writer?.version ?? known.version);
  }

  /**
   * The version that wrote the state which a tipset was made from. Where the endpoint does not serve the question, the one that is known
   * of the height before.
   *
   * @param height of the tipset
   * @param ask StateNetworkVersion at the tipset that wrote the state (`writerKey`)
   * @throws SextantError of the call; `capability-missing` where no version is known
   */
  async readWriter(height: number, ask: () => Promise<NodeAnswer<number>>): Promise<WriterVersion> {
    if (!this.#isVersionUnserved) {
      const answer = await attempt(ask);
      if (!(answer instanceof SextantError)) return { version: answer.value, call: answer.call };
      if (!isNotServed(answer)) throw answer;
      this.#isVersionUnserved = true;
    }
    const version = this.at(Math.max(0, height - 1))?.version;
    if (version === undefined) throw noVersion();
    return { version };
  }

  /** The type of the actor with this code, as far as it is known without asking. */
  actorType(code: string): ActorType | undefined {
    const name = this.actorName(code);
    return ACTOR_TYPES.find((type) => type === name);
  }

  /** The name of a built-in actor by its code, of types that this release does not know too, as far as it is known without asking. */
  actorName(code: string): string | undefined {
    return actorTypeFromCode(code) ?? this.#names.get(code as Cid);
  }

  /** The type of the actor with this code; a code that is not known is looked up in the manifest of the pinned tipset. */
  async readActorType(node: PinnedReads, code: string): Promise<ActorType | undefined> {
    const name = await this.readActorName(node, code);
    return ACTOR_TYPES.find((type) => type === name);
  }

  /** As `readActorType`, with the names of types that this release does not know. */
  async readActorName(node: PinnedReads, code: string): Promise<string | undefined> {
    const known = this.actorName(code);
    if (known !== undefined) return known;
    this.doubt(code);
    const key = node.ref.key.join();
    let reading = this.#manifests.get(key);
    if (reading === undefined) {
      reading = this.#readManifest(node);
      // Without a key it is whatever head the node has.
      if (key !== '') this.#manifests.set(key, reading);
    }
    // One that failed for now is read again with the next question.
    if ((await reading) === undefined && this.#manifests.get(key) === reading) this.#manifests.delete(key);
    return this.actorName(code);
  }

  /**
   * The manifest of the tipset; an endpoint that does not give it, or gives something else, leaves its codes unknown. Undefined where
   * another attempt may read it.
   */
  async #readManifest(node: PinnedReads): Promise<ActorCodes | undefined> {
    const system = formatAddress(SYSTEM_ACTOR, this.#letter);
    const state = await attempt(() => node.read('StateReadState', (key) => [system, key], zNodeSystemState));
    if (state instanceof SextantError) return isNotServed(state) ? {} : undefined;
    const manifest = state.value.State.BuiltinActors;
    if (manifest === undefined) return {};
    const block = await attempt(() =>
      this.#client.call('ChainReadObj', [cidToLink(manifest)], {
        schema: zNodeObject,
        cause: CAUSE,
        maxReplyBytes: MAX_OBJECT_REPLY_BYTES,
      }),
    );
    if (block instanceof SextantError) return isNotServed(block) ? {} : undefined;
    try {
      if (!isBlockOf(manifest, block.value)) return undefined;
      const rows = decodeBlock(actorManifest, block.value, "the manifest of the network's actors").slice(0, MAX_ACTORS);
      const named = rows.filter(({ name }) => ACTOR_NAME.test(name));
      for (const { name, code } of named) this.#names.set(code, name);
      this.#tell();
      return Object.fromEntries(named.map(({ name, code }) => [name, code]));
    } catch (error) {
      // A node may send anything here: then the codes stay unknown.
      if (!(error instanceof DomainError)) throw error;
      return {};
    }
  }

  /** Actors of a version that the table of codes lacks are learned at once: lists name methods without asking about each actor. */
  async #learnNewActors(head: TipsetRef): Promise<void> {
    const known = this.at(head.height);
    if (known === undefined || known.version === this.#learned?.version || unverifiedMark(known) === undefined) return;
    try {
      const codes = await this.#readManifest(new PinnedNode(this.#client, head, CAUSE));
      if (codes === undefined) return;
      this.#learned = { version: known.version, codes };
      this.#tell();
    } catch (error) {
      // A backend that lacks the head: the actors are learned when one of them is asked about.
      if (!(error instanceof UnknownTipset)) throw error;
    }
  }

  async #learnSchedule(): Promise<void> {
    const answer = await attempt(() => this.#call('StateGetNetworkParams', [], zNodeUpgradeParams));
    this.#isScheduleDue = answer instanceof SextantError && !isNotServed(answer);
    if (answer instanceof SextantError) return;
    const params = answer.value.ForkUpgradeParams;
    if (params === undefined || params === null) return;
    this.#calls = { ...this.#calls, schedule: answer.call };
    this.#knowledge = { ...this.#knowledge, upgrades: scheduleOf(this.#networkName, params), hasNodeSchedule: true };
    this.#tell();
  }

  async #tryToAsk(ask: () => Promise<NodeAnswer<number>>, height: number): Promise<void> {
    try {
      this.#note(await ask(), height);
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      if (isNotServed(error)) this.#isVersionUnserved = true;
    }
  }

  #call<S extends z.ZodType>(method: string, params: readonly unknown[], schema: S): Promise<NodeAnswer<z.output<S>>> {
    return this.#client.call(method, params, { schema, cause: CAUSE });
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function noVersion(): SextantError {
  return new SextantError('capability-missing', 'This endpoint does not give the network version, so its state cannot be decoded.');
}

/** The key of the tipset that wrote the state which a tipset was made from: its parents, but for the genesis, whose parents are no blocks. */
export function writerKey<K>(
  key: readonly K[],
  { height, parents }: { readonly height: number; readonly parents: readonly K[] },
): readonly K[] {
  return height === 0 ? key : parents;
}

/** How state is laid out at a network version. @throws SextantError `capability-missing` for layouts that this release cannot read */
export function layoutOf(networkVersion: number): ReadableLayout {
  try {
    return readableLayoutOf(networkVersion);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new SextantError('capability-missing', error.message, { cause: error });
  }
}

/** The types of actors by their codes on the chain of a connection; without one, those that this release knows. */
export function actorTypesOf(active: { readonly versions: VersionAuthority } | undefined): (code: string) => ActorType | undefined {
  return (code) => (active === undefined ? actorTypeFromCode(code) : active.versions.actorType(code));
}

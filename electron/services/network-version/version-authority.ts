/**
 * Network versions, actor types and state layouts of a connection's chain; the only source of them.
 *
 * Calls the node where the schedules do not decide. Its answers are stored for the connection, not for the genesis, because a node that
 * missed an upgrade must not affect others. Actor types come from the table of this release, else from the chain's manifest, whose
 * block is verified by its hash and cached over restarts by the node client. The node's answers only affect how its own state is
 * displayed, never what is signed.
 */
import type { z } from 'zod';
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { actorManifest } from '../../../shared/domain/actors/actor-manifest.ts';
import { type ReadableLayout, readableLayoutOf } from '../../../shared/domain/actors/readable-layout.ts';
import { formatAddress, idAddress, type NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import {
  builtInKnowledge,
  type NetworkVersion,
  scheduleOf,
  unverifiedMark,
  type VersionKnowledge,
  versionAt,
  withVersion,
} from '../../../shared/domain/chain/network-version.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Cid, cidToLink } from '../../../shared/domain/encoding/cid.ts';
import { decodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { actorTypeFromCode } from '../../../shared/domain/methods/actor-code.ts';
import { ACTOR_TYPES, type ActorType } from '../../../shared/domain/methods/actor-type.ts';
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
/** Interval of checks at the head, one hour, in case the node's software or schedule changes. */
const RECHECK_EPOCHS = 120;
/** Limits of cached manifests and actor codes, since a node may report any number. */
const MAX_TIPSETS = 50;
const MAX_CODES = 2000;
const MAX_ACTORS = 100;
/** Names from a manifest are displayed, so only these characters are accepted. */
const ACTOR_NAME = /^[a-z0-9_-]{1,40}$/;

/** The part of a pinned view used here. */
type PinnedReads = Pick<PinnedNode, 'ref' | 'read'>;

export interface VersionAuthorityOptions {
  readonly client: NodeClient;
  readonly networkName: string;
  readonly letter: NetworkLetter;
}

/** Codes of built-in actors by name. */
type ActorCodes = Readonly<Record<string, Cid>>;

/** The calls behind the current knowledge. */
export interface VersionCalls {
  readonly version?: CallRef;
  readonly schedule?: CallRef;
}

/** The version that wrote a state, and the call that reported it. */
export interface WriterVersion {
  readonly version: number;
  readonly call?: CallRef;
}

export class VersionAuthority {
  readonly #client: NodeClient;
  readonly #networkName: string;
  readonly #letter: NetworkLetter;
  readonly #listeners = new Set<() => void>();
  readonly #mismatchListeners = new Set<() => void>();
  /** Mismatches reported so far; each triggers one recheck. */
  readonly #mismatches = new LruMap<string, true>({ maxEntries: MAX_CODES });
  /** Actor names by code, from manifests of this chain. */
  readonly #names = new LruMap<Cid, string>({ maxEntries: MAX_CODES });
  readonly #manifests = new LruMap<string, Promise<ActorCodes | undefined>>({ maxEntries: MAX_TIPSETS });
  #knowledge: VersionKnowledge;
  #calls: VersionCalls = {};
  #headHeight: number | undefined;
  /** The version whose manifest was read in advance, and its actor codes. */
  #learned: { readonly version: number; readonly codes: ActorCodes } | undefined;
  #checkedHeight: number | undefined;
  /** StateGetNetworkParams is served but failed, so it is retried. */
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

  /** Actor codes at the head by name, from the chain's manifest; undefined if the version is verified or no manifest was read. */
  get actorCodes(): ActorCodes | undefined {
    const head = this.#headHeight === undefined ? undefined : this.at(this.#headHeight);
    return head?.version === this.#learned?.version && unverifiedMark(head) !== undefined ? this.#learned?.codes : undefined;
  }

  /** Calls back after every change of the knowledge. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back when the head must be checked again because of a mismatch. Returns the unsubscribe function. */
  onMismatch(listener: () => void): () => void {
    this.#mismatchListeners.add(listener);
    return () => this.#mismatchListeners.delete(listener);
  }

  /** Checks the node again before the interval ends: it may be another node or run newer software. */
  recheck(): void {
    this.#checkedHeight = undefined;
    // At most once per head, whatever the node reports.
    if (this.#recheckedHeight === this.#headHeight) return;
    this.#recheckedHeight = this.#headHeight;
    this.#isVersionUnserved = false;
    for (const listener of [...this.#mismatchListeners]) listener();
  }

  /** Reports data that does not fit the version: an unknown actor code, or a block that its layout cannot read. */
  reportMismatch(reason: string): void {
    if (this.#mismatches.get(reason) !== undefined) return;
    this.#mismatches.set(reason, true);
    this.recheck();
  }

  /** The version at a height, without a call; undefined if nothing is known of the network. */
  at(height: number): NetworkVersion | undefined {
    return versionAt(this.#knowledge, height);
  }

  /** The version of a pinned tipset; calls the node if it is not certain, and ignores a failed call. */
  async read(node: PinnedReads): Promise<NetworkVersion | undefined> {
    const known = this.at(node.ref.height);
    if (known?.isExact === true || this.#isVersionUnserved) return known;
    await this.#tryRead(() => node.read('StateNetworkVersion', (key) => [key], zNetworkVersion), node.ref.height);
    return this.at(node.ref.height);
  }

  /** The last accepted head. */
  get headHeight(): number | undefined {
    return this.#headHeight;
  }

  /** Updates the knowledge for a new head: calls the node if its version is not certain, and once an hour. */
  async follow(head: TipsetRef): Promise<void> {
    this.#headHeight = head.height;
    const checked = this.#checkedHeight;
    const isRecent = checked !== undefined && Math.abs(head.height - checked) < RECHECK_EPOCHS;
    const hasSchedule = isRecent && !this.#isScheduleDue;
    if (hasSchedule && (this.#isVersionUnserved || this.at(head.height)?.isExact === true)) return;
    if (!isRecent) this.#checkedHeight = head.height;
    await Promise.all([
      hasSchedule ? undefined : this.#learnSchedule(),
      this.#tryRead(() => this.#call('StateNetworkVersion', [head.key.map((cid) => ({ '/': cid }))], zNetworkVersion), head.height),
    ]);
    await this.#learnNewActors(head);
  }

  #record({ value, call }: NodeAnswer<number>, height: number): void {
    this.#calls = { ...this.#calls, version: call };
    this.#knowledge = { ...this.#knowledge, ranges: withVersion(this.#knowledge.ranges, value, height) };
    this.#notify();
  }

  /**
   * The layout of the parent state of a pinned tipset, and whether it is verified. The parent wrote that state, so the first tipset after
   * an upgrade has a new version but a parent state in the old layout.
   */
  async readLayout(node: PinnedReads): Promise<ReadableLayout> {
    const known = await this.read(node);
    if (known === undefined) throw noVersion();
    // Assumes fewer null rounds before the tipset than the finality.
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
   * The version that wrote the parent state of a tipset; if the endpoint does not serve it, the known version of the height before.
   *
   * @param height of the tipset
   * @param ask StateNetworkVersion at the tipset that wrote the state (`writerKey`)
   * @throws SextantError of the call; `capability-missing` if no version is known
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

  /** The actor type of a code, without a call; undefined if unknown. */
  actorType(code: string): ActorType | undefined {
    const name = this.actorName(code);
    return ACTOR_TYPES.find((type) => type === name);
  }

  /** The name of a built-in actor by its code, without a call; includes types unknown to this release. */
  actorName(code: string): string | undefined {
    return actorTypeFromCode(code) ?? this.#names.get(code as Cid);
  }

  /** The actor type of a code; an unknown code is looked up in the manifest of the pinned tipset. */
  async readActorType(node: PinnedReads, code: string): Promise<ActorType | undefined> {
    const name = await this.readActorName(node, code);
    return ACTOR_TYPES.find((type) => type === name);
  }

  /** As `readActorType`, including names of types unknown to this release. */
  async readActorName(node: PinnedReads, code: string): Promise<string | undefined> {
    const known = this.actorName(code);
    if (known !== undefined) return known;
    this.reportMismatch(code);
    const key = node.ref.key.join();
    let reading = this.#manifests.get(key);
    if (reading === undefined) {
      reading = this.#readManifest(node);
      // Without a key, the node answers for its current head.
      if (key !== '') this.#manifests.set(key, reading);
    }
    // Retry a failed read at the next call.
    if ((await reading) === undefined && this.#manifests.get(key) === reading) this.#manifests.delete(key);
    return this.actorName(code);
  }

  /**
   * Reads the manifest of the tipset; empty if the endpoint does not serve it or returns an invalid one, undefined if a retry may
   * succeed.
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
      this.#notify();
      return Object.fromEntries(named.map(({ name, code }) => [name, code]));
    } catch (error) {
      // An invalid block: the codes stay unknown.
      if (!(error instanceof DomainError)) throw error;
      return {};
    }
  }

  /** Reads the manifest of an unknown version in advance, so that lists can name methods without a call for each actor. */
  async #learnNewActors(head: TipsetRef): Promise<void> {
    const known = this.at(head.height);
    if (known === undefined || known.version === this.#learned?.version || unverifiedMark(known) === undefined) return;
    try {
      const codes = await this.#readManifest(new PinnedNode(this.#client, head, CAUSE));
      if (codes === undefined) return;
      this.#learned = { version: known.version, codes };
      this.#notify();
    } catch (error) {
      // The backend does not have the head yet; actors are then read on demand.
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
    this.#notify();
  }

  async #tryRead(ask: () => Promise<NodeAnswer<number>>, height: number): Promise<void> {
    try {
      this.#record(await ask(), height);
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      if (isNotServed(error)) this.#isVersionUnserved = true;
    }
  }

  #call<S extends z.ZodType>(method: string, params: readonly unknown[], schema: S): Promise<NodeAnswer<z.output<S>>> {
    return this.#client.call(method, params, { schema, cause: CAUSE });
  }

  #notify(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

function noVersion(): SextantError {
  return new SextantError('capability-missing', 'The network version is not available from this endpoint, so its state cannot be decoded.');
}

/** The key of the tipset that wrote the parent state: the parents, or the genesis itself. */
export function writerKey<K>(
  key: readonly K[],
  { height, parents }: { readonly height: number; readonly parents: readonly K[] },
): readonly K[] {
  return height === 0 ? key : parents;
}

/** The state layout of a network version. @throws SextantError `capability-missing` for layouts that this release cannot read */
export function layoutOf(networkVersion: number): ReadableLayout {
  try {
    return readableLayoutOf(networkVersion);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new SextantError('capability-missing', error.message, { cause: error });
  }
}

/** Returns the lookup of actor types by code on the connection's chain; without a connection, in the table of this release. */
export function actorTypesOf(active: { readonly versions: VersionAuthority } | undefined): (code: string) => ActorType | undefined {
  return (code) => (active === undefined ? actorTypeFromCode(code) : active.versions.actorType(code));
}

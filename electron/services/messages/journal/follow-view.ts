/** View of one pass of the follower: one connection, one head, and each call to the node made once per sender. */

import { z } from 'zod';
import { type Address, formatAddress } from '../../../../shared/domain/addresses/address.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { HeadState } from '../../../../shared/ipc/schemas/chain.ts';
import type { CallRef } from '../../../../shared/ipc/schemas/common.ts';
import { zAddressValue } from '../../../../shared/validation/node/primitives.ts';
import { zNodeActor } from '../../../../shared/validation/node/provider-state.ts';
import type { NodeAnswer } from '../../../rpc/node-client.ts';
import { ChainReader } from '../../chain/chain-reader.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import type { ChainTipset } from '../../pinned/chain-tipset.ts';
import { saysActorIsAbsent } from '../../pinned/pinned-node.ts';
import { IncludedMessages } from './included-messages.ts';
import type { PlaceView } from './message-place.ts';

const CAUSE = 'sent: following';

/** A node executes a whole tipset for each replay, and public endpoints limit that; a batch may have a thousand calls. */
const MAX_REPLAYS_PER_PASS = 5;

const zNonce = z.union([z.number().int().min(0), z.bigint()]).transform((value) => BigInt(value));
/** Only the epochs of an F3 certificate; go-f3 writes its chain as a list of tipsets, the base first (certs/certs.go). */
const zCertificate = z.object({ ECChain: z.array(z.object({ Epoch: z.number().int() })).max(1000) });

/** The part of the chain service that sending and following use. */
export interface ChainPort {
  /** The accepted chain of the active connection, oldest first. */
  readonly tipsets: readonly ChainTipset[];
  readonly slice: { get(): HeadState; onChange(listener: (state: HeadState) => void): () => void };
  onHeadChanged(listener: () => void): () => void;
}

/** Reused between passes on the same connection. */
export interface FollowReader {
  readonly active: ActiveConnection;
  readonly reader: ChainReader;
  readonly included: IncludedMessages;
}

export function followReaderOf(active: ActiveConnection): FollowReader {
  const reader = new ChainReader(active);
  return { active, reader, included: new IncludedMessages(reader, (key) => askId(active, key)) };
}

export class FollowView implements PlaceView {
  readonly active: ActiveConnection;
  readonly reader: ChainReader;
  readonly included: IncludedMessages;
  readonly tipsets: readonly ChainTipset[];
  readonly head: ChainTipset;
  readonly finalized: HeadState['finalized'];
  readonly #poolNonces = new Map<Address, Promise<NodeAnswer<bigint>>>();
  readonly #chainNonces = new Map<Address, Promise<bigint>>();
  #certified: Promise<number | undefined> | undefined;
  #replaysLeft = MAX_REPLAYS_PER_PASS;

  constructor({ active, reader, included }: FollowReader, tipsets: readonly ChainTipset[], head: ChainTipset, state: HeadState) {
    this.active = active;
    this.reader = reader;
    this.included = included;
    this.tipsets = tipsets;
    this.head = head;
    this.finalized = state.finalized;
  }

  /** Read the next nonce of the node's mempool. */
  poolNonce(from: Address): Promise<NodeAnswer<bigint>> {
    return once(this.#poolNonces, from, () => askPoolNonce(this.active, from));
  }

  /** Read the next nonce at the head: lower nonces were executed. */
  chainNonce(from: Address): Promise<bigint> {
    return once(this.#chainNonces, from, () => this.nonceAt(from, this.head));
  }

  /** Read the sender's nonce in the parent state of a tipset. */
  async nonceAt(from: Address, tipset: ChainTipset): Promise<bigint> {
    return (await askActor(this.active, from, tipset)).nonce;
  }

  /** Return whether one more message may be replayed in this pass, and count it. */
  takeReplay(): boolean {
    this.#replaysLeft -= 1;
    return this.#replaysLeft >= 0;
  }

  /** Read the highest epoch certified by F3; undefined if the endpoint does not serve it. */
  certifiedHeight(): Promise<number | undefined> {
    this.#certified ??= this.active.client
      .call('F3GetLatestCertificate', [], { schema: zCertificate, cause: CAUSE })
      .then(({ value }) => Math.max(...value.ECChain.map(({ Epoch }) => Epoch)))
      .catch(() => undefined);
    return this.#certified;
  }
}

export function askPoolNonce(active: ActiveConnection, from: Address): Promise<NodeAnswer<bigint>> {
  return active.client.call('MpoolGetNonce', [formatAddress(from, active.letter)], { schema: zNonce, cause: CAUSE });
}

/** Read the ID address of a key; undefined if the endpoint does not return it. */
async function askId(active: ActiveConnection, key: Address): Promise<Address | undefined> {
  try {
    const params = [formatAddress(key, active.letter), null];
    return (await active.client.call('StateLookupID', params, { schema: zAddressValue, cause: CAUSE })).value;
  } catch (error) {
    if (error instanceof SextantError) return undefined;
    throw error;
  }
}

/** Read nonce and balance of an account in the parent state of a tipset; zero if it does not exist. */
export async function askActor(
  active: ActiveConnection,
  address: Address,
  tipset: Pick<ChainTipset, 'key'>,
): Promise<{ nonce: bigint; balance: bigint; calls: CallRef[] }> {
  const key = tipset.key.map((cid) => ({ '/': cid }));
  try {
    const { value, call } = await active.client.call('StateGetActor', [formatAddress(address, active.letter), key], {
      schema: zNodeActor,
      cause: CAUSE,
    });
    return { nonce: value.Nonce, balance: BigInt(value.Balance), calls: [call] };
  } catch (error) {
    if (saysActorIsAbsent(error)) {
      return { nonce: 0n, balance: 0n, calls: [] };
    }
    throw error;
  }
}

function once<T>(asked: Map<Address, Promise<T>>, from: Address, ask: () => Promise<T>): Promise<T> {
  const known = asked.get(from) ?? ask();
  asked.set(from, known);
  return known;
}

/**
 * Any actor at one pinned tipset: addresses, state by type, holdings in other actors, and messages.
 *
 * Read-only; owns no topic. Trusts the node for balances and nonces; state blocks are verified by CID.
 */

import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { accountState } from '../../../shared/domain/actors/account-state.ts';
import { actorStateValue } from '../../../shared/domain/actors/actor-state-value.ts';
import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { bytesToHex } from '../../../shared/domain/encoding/bytes.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { actorOfCode } from '../../../shared/domain/methods/actor-code.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import type { Json } from '../../../shared/domain/methods/method-json.ts';
import { readObject } from '../../../shared/domain/state/read-object.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Actor, ActorState, ContractCode, FoundMessages, Holdings, Multisig } from '../../../shared/ipc/schemas/actors.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { SCREEN_LIMITS, viewOfDecoded } from '../../../shared/validation/decoded-view.ts';
import { zCidLink, zUint64 } from '../../../shared/validation/node/primitives.ts';
import { zNodeAmount } from '../../../shared/validation/node/provider-state.ts';
import type { Clock } from '../../platform/ports.ts';
import { AddressResolver } from '../addresses/address-resolver.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import { type AddressOnChain, formsOf, toResolvedAddress } from '../addresses/resolve-address.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { requireAddress } from '../network-address.ts';
import { type PinnedNode, panelOf, readPinned } from '../pinned/pinned-node.ts';
import type { BlockCache } from '../state/block-reader.ts';
import { ActorStateReader, type StateJson } from './actor-state-reader.ts';
import { findMessages, type MessageSearch } from './find-messages.ts';
import { readMultisig } from './read-multisig.ts';

export interface ActorsServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead'>;
  readonly book: Pick<KnownAddresses, 'find'>;
  readonly clock: Clock;
  /** Verified blocks, shared by all readers of the state. */
  readonly blocks: BlockCache;
}

export interface ActorQuestion {
  readonly address: string;
  readonly at?: number | undefined;
}

interface FoundActor {
  readonly identity: AddressOnChain;
  readonly source: 'node' | 'blocks';
}

const zMarketBalance = z.object({ Escrow: zNodeAmount, Locked: zNodeAmount });
const zDataCap = zNodeAmount.nullable();
/** The state of a contract, from either source. */
const zContractJson = z.object({
  Bytecode: zCidLink,
  BytecodeHash: z.array(z.number().int().min(0).max(255)).length(32),
  Nonce: zUint64,
  Tombstone: z.unknown(),
});

export class ActorsService {
  readonly #options: ActorsServiceOptions;
  readonly #states: ActorStateReader;
  readonly #resolver = new AddressResolver();

  constructor(options: ActorsServiceOptions) {
    this.#options = options;
    this.#states = new ActorStateReader(options.clock, options.blocks);
  }

  /** @throws SextantError `invalid-input`, `not-connected`; other errors are in the result */
  getActor(question: ActorQuestion): Promise<Actor> {
    return this.#read(question, 'actor', async (node, active, address) => {
      const { identity, source } = await this.#find(node.as('what is there'), active, address);
      const { entry, actorType } = identity;
      const version = entry === undefined ? undefined : actorOfCode(entry.code)?.version;
      const name = entry === undefined || actorType !== undefined ? undefined : active.versions.actorName(entry.code);
      return {
        pinned: node.ref,
        identity: toResolvedAddress(identity, active.letter, this.#options.book),
        ...(entry === undefined
          ? {}
          : {
              entry: {
                source,
                ...entry,
                ...defined({ actorsVersion: version, actorName: name }),
              },
              state: await panelOf(() => this.#readState(node.as('state'), active, identity, actorType, entry.head)),
            }),
      };
    });
  }

  /** @throws SextantError `not-found` if it is not a multisig; those of the calls */
  getMultisig(question: ActorQuestion): Promise<Multisig> {
    return this.#read(question, 'actor', async (node, active, address) => {
      const { identity } = await this.#find(node.as('multisig'), active, address);
      const { entry, actorType, balance = 0n } = identity;
      if (entry === undefined || actorType !== 'multisig') {
        throw new SextantError('not-found', `No multisig at ${formatAddress(address, active.letter)}.`);
      }
      const actor = { address: formatAddress(address, active.letter), balance, head: entry.head };
      return readMultisig(node, active, { states: this.#states, book: this.#options.book, actor });
    });
  }

  /** Market balance and DataCap of an address; each part fails on its own. */
  getHoldings(question: ActorQuestion): Promise<Holdings> {
    return this.#read(question, 'actor', async (node, active, parsed) => {
      const address = formatAddress(parsed, active.letter);
      const dataCap = (method: string, panel: string) =>
        panelOf(async () => {
          const { value, call } = await node.as(panel).read(method, (key) => [address, key], zDataCap);
          return { value: value === null ? {} : { bytes: value }, calls: [call] };
        });
      const [market, client, verifier] = await Promise.all([
        panelOf(async () => {
          const { value, call } = await node.as('market').read('StateMarketBalance', (key) => [address, key], zMarketBalance);
          return { value: { escrow: value.Escrow, locked: value.Locked }, calls: [call] };
        }),
        dataCap('StateVerifiedClientStatus', 'DataCap'),
        dataCap('StateVerifierStatus', 'verifier'),
      ]);
      return { pinned: node.ref, market, client, verifier };
    });
  }

  /** One step of a search through tipsets for messages from or to an address. */
  async findMessages(search: MessageSearch): Promise<FoundMessages> {
    const { connections, chain } = this.#options;
    await chain.whenHead();
    return findMessages(await connections.requireActive(), chain.tipsets, search);
  }

  async #read<T>(
    { address, at }: ActorQuestion,
    cause: string,
    read: (node: PinnedNode, active: ActiveConnection, address: Address) => Promise<T>,
  ): Promise<T> {
    const { connections, chain } = this.#options;
    const parsed = requireAddress(address, 'address');
    await chain.whenHead();
    const active = await connections.requireActive();
    return readPinned(active.client, chain.tipsets, cause, (node) => read(node, active, parsed), at);
  }

  /** From the node's responses or, if they fail, from state blocks. */
  async #find(node: PinnedNode, active: ActiveConnection, address: Address): Promise<FoundActor> {
    const identity = await this.#resolver.resolve(node, address, active);
    if (identity.problem === undefined) return { identity, source: 'node' };
    try {
      return { identity: await this.#findInBlocks(node, active, address), source: 'blocks' };
    } catch (error) {
      // The first error is the relevant one.
      if (error instanceof SextantError) return { identity, source: 'node' };
      throw error;
    }
  }

  async #findInBlocks(node: PinnedNode, active: ActiveConnection, address: Address): Promise<AddressOnChain> {
    const found = await this.#states.findActor(node, active, address);
    const forms = formsOf(address);
    if (found === undefined) return { ...forms, exists: false, calls: [] };
    const { actor, type } = found;
    const account =
      type !== 'account'
        ? undefined
        : await this.#states
            .reader(active)
            .walk('the key of an account', readObject(accountState, actor.head, 'an account'), new AbortController().signal);
    const robustAddress = forms.robustAddress ?? account?.value.address;
    return {
      ...forms,
      idAddress: found.address,
      ...defined({ robustAddress, delegatedAddress: actor.delegatedAddress }),
      exists: true,
      ...defined({ actorType: type }),
      balance: actor.balance,
      nonce: actor.nonce,
      entry: { code: actor.code, head: actor.head },
      calls: found.calls,
    };
  }

  async #readState(
    node: PinnedNode,
    active: ActiveConnection,
    { address }: AddressOnChain,
    type: ActorType | undefined,
    head: Cid,
  ): Promise<{ value: ActorState; calls: CallRef[] }> {
    const { letter, facts } = active;
    const state = await this.#states.readState(node, active, { address: formatAddress(address, letter), type, head });
    const contract = type === 'evm' && state.source !== 'raw' ? await this.#contractOf(active, state) : undefined;
    return {
      value: {
        source: state.source,
        view: viewOfDecoded(state.source === 'raw' ? state.raw : actorStateValue(state.json), {
          letter,
          clock: facts,
          limits: SCREEN_LIMITS,
        }),
        ...(state.source === 'raw' ? { problem: state.problem } : {}),
        ...defined({ contract: contract?.code }),
      },
      calls: [...state.calls, ...(contract?.calls ?? [])],
    };
  }

  async #contractOf(
    active: ActiveConnection,
    { json }: Extract<StateJson, { json: Json }>,
  ): Promise<{ code: ContractCode; calls: readonly CallRef[] } | undefined> {
    const parsed = zContractJson.safeParse(json satisfies Json);
    if (!parsed.success) return undefined;
    const { Bytecode, BytecodeHash, Nonce, Tombstone } = parsed.data;
    const block = await this.#states.readRaw(active, Bytecode, 'the code of a contract');
    return {
      code: {
        bytecode: Bytecode,
        hashHex: bytesToHex(Uint8Array.from(BytecodeHash)),
        ...defined({ sizeBytes: block?.bytes.length }),
        nonce: Nonce.toString(),
        isDestroyed: Tombstone !== null && Tombstone !== undefined,
      },
      calls: block?.calls ?? [],
    };
  }
}

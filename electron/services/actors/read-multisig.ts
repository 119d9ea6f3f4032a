/**
 * A multisig at one pinned tipset: signers, locked funds and decoded pending transactions.
 *
 * The multisig state has signer IDs; their addresses are resolved one by one, up to a limit.
 */

import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { type MultisigTransaction, multisigPendingTransactions } from '../../../shared/domain/actors/multisig-state.ts';
import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { epochToTimeMs } from '../../../shared/domain/chain/epoch.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { Hamt } from '../../../shared/domain/ipld/hamt.ts';
import { multisigLockedAt } from '../../../shared/domain/messages/multisig-locked.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Multisig, MultisigSigner } from '../../../shared/ipc/schemas/actors.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { PendingTransaction } from '../../../shared/validation/node/multisig.ts';
import { zAddressValue, zAmount, zCidLink, zSafeInteger, zSlice } from '../../../shared/validation/node/primitives.ts';
import type { KnownAddresses } from '../addresses/known-addresses.ts';
import type { AddressOnChain } from '../addresses/resolve-address.ts';
import { resolveOnChain, toResolvedAddress } from '../addresses/resolve-address.ts';
import { mapBounded } from '../bounded.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { describeProposals } from '../multisig/multisig-proposals.ts';
import { readPending } from '../multisig/multisig-reader.ts';
import { isNotServed, type PinnedNode, panelOf } from '../pinned/pinned-node.ts';
import type { ActorStateReader } from './actor-state-reader.ts';

/** Limit of the contract. */
const MAX_SIGNERS = 64;
/** Each takes two calls. */
const MAX_RESOLVED_SIGNERS = 16;
const AT_ONCE = 4;

/** The state of a multisig, from either source. */
const zMultisigJson = z.object({
  Signers: zSlice(zAddressValue),
  NumApprovalsThreshold: zSafeInteger,
  InitialBalance: zAmount,
  StartEpoch: zSafeInteger,
  UnlockDuration: zSafeInteger,
  PendingTxns: zCidLink,
});

export interface MultisigReading {
  readonly states: ActorStateReader;
  readonly book: Pick<KnownAddresses, 'find'>;
  readonly actor: { readonly address: string; readonly balance: bigint; readonly head: Cid };
}

/** @throws SextantError of the calls; `endpoint-bad-reply` for an invalid multisig state */
export async function readMultisig(node: PinnedNode, active: ActiveConnection, reading: MultisigReading): Promise<Multisig> {
  const { states, book, actor } = reading;
  const { letter, facts } = active;
  const state = await states.readState(node.as('multisig'), active, { address: actor.address, type: 'multisig', head: actor.head });
  if (state.source === 'raw') throw new SextantError('endpoint-bad-reply', state.problem);
  const parsed = zMultisigJson.safeParse(state.json);
  if (!parsed.success) throw new SextantError('endpoint-bad-reply', 'The node returned an invalid multisig state.');
  const { Signers, NumApprovalsThreshold, InitialBalance, StartEpoch, UnlockDuration, PendingTxns } = parsed.data;
  const vesting = { initialBalance: InitialBalance, startEpoch: StartEpoch, unlockDuration: UnlockDuration };
  const locked = multisigLockedAt(vesting, node.ref.height);
  const [signers, proposals] = await Promise.all([
    mapBounded(Signers.slice(0, MAX_SIGNERS), AT_ONCE, (signer, index) =>
      readSigner(node.as('signers'), active, signer, book, index < MAX_RESOLVED_SIGNERS),
    ),
    panelOf(async () => {
      const pending = await pendingOf(node.as('proposals'), active, states, actor.address, PendingTxns);
      const { calls, ...list } = await describeProposals(node.as('proposals'), active, pending.transactions);
      return { value: list, calls: [...pending.calls, ...calls] };
    }),
  ]);
  const endEpoch = StartEpoch + UnlockDuration;
  const free = actor.balance - locked;
  return {
    pinned: node.ref,
    source: state.source,
    threshold: NumApprovalsThreshold,
    signers: signers.map(({ signer }) => signer),
    signerCount: Signers.length,
    balance: actor.balance.toString(),
    available: (free > 0n ? free : 0n).toString(),
    ...(UnlockDuration === 0 || InitialBalance === 0n
      ? {}
      : {
          vesting: {
            initial: InitialBalance.toString(),
            locked: locked.toString(),
            startEpoch: StartEpoch,
            startTimeMs: epochToTimeMs(StartEpoch, facts),
            endEpoch,
            endTimeMs: epochToTimeMs(endEpoch, facts),
          },
        }),
    proposals,
    calls: [...state.calls, ...signers.flatMap(({ calls }) => calls)],
  };

  async function readSigner(
    at: PinnedNode,
    connection: ActiveConnection,
    address: Address,
    known: MultisigReading['book'],
    isResolved: boolean,
  ): Promise<{ signer: MultisigSigner; calls: readonly CallRef[] }> {
    const read: AddressOnChain = isResolved
      ? await resolveOnChain(at, address, connection)
      : { address, exists: true, problem: '', calls: [] };
    const { robustAddress, actorType, label, isOwn, balance } = toResolvedAddress(read, letter, known);
    return {
      signer: {
        address: formatAddress(address, letter),
        ...defined({ robustAddress, actorType, label }),
        isOwn,
        ...defined({ balance }),
      },
      calls: read.calls,
    };
  }
}

/** Pending transactions from MsigGetPending or, if it is not served, from the HAMT of the state. */
async function pendingOf(
  node: PinnedNode,
  active: ActiveConnection,
  states: ActorStateReader,
  address: string,
  root: Cid,
): Promise<{ transactions: readonly PendingTransaction[]; calls: readonly CallRef[] }> {
  try {
    const { value, call } = await readPending(node, address);
    return { transactions: value, calls: [call] };
  } catch (error) {
    if (!isNotServed(error)) throw error;
  }
  const { layout } = await active.versions.readLayout(node);
  const { value, calls } = await states
    .reader(active)
    .walk(`the pending transactions of ${address}`, entriesOf(layout, root), new AbortController().signal);
  return { transactions: value.map(([id, transaction]) => pendingTransaction(id, transaction)), calls };
}

function* entriesOf(layout: keyof typeof multisigPendingTransactions, root: Cid) {
  return yield* (yield* Hamt.open(multisigPendingTransactions[layout], root)).entries();
}

function pendingTransaction(id: number, { to, value, method, params, approved }: MultisigTransaction): PendingTransaction {
  return { ID: BigInt(id), To: to, Value: value, Method: method, Params: params, Approved: [...approved] };
}

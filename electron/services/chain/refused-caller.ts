/** Finds the addresses from which a miner accepts a call, after it refused the caller (exit code 18). */
import { z } from 'zod';
import { formatAddress, type NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { bytesToHex } from '../../../shared/domain/encoding/bytes.ts';
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Refusal } from '../../../shared/ipc/schemas/message-inside.ts';
import { zNodeMinerInfo } from '../../../shared/validation/node/provider-state.ts';
import type { TracedCall } from '../execution-trace.ts';
import { optional } from '../optional.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';

const FORBIDDEN = 18;
/** Maximum number of addresses shown and looked up. */
const MAX_ADDRESSES = 6;
const MAX_PARAMS_BYTES = 10_000;

type Role = Refusal['allowed'][number]['role'];
const OWNER: readonly Role[] = ['owner'];
const OWNER_OR_BENEFICIARY: readonly Role[] = ['owner', 'beneficiary'];
const OWNER_WORKER_CONTROL: readonly Role[] = ['owner', 'worker', 'control'];

/**
 * Permitted callers of miner methods. Methods that only other actors may call (cron, reward, power, market) or that anyone may call are not
 * listed. Source: builtin-actors actors/miner/src/lib.rs, `validate_immediate_caller_is` of each method.
 */
const ROLES_OF_METHOD: Readonly<Record<string, readonly Role[]>> = {
  ChangeWorkerAddress: OWNER,
  ConfirmChangeWorkerAddress: OWNER,
  ChangeOwnerAddress: OWNER,
  WithdrawBalance: OWNER_OR_BENEFICIARY,
  ChangePeerID: OWNER_WORKER_CONTROL,
  ChangeMultiaddrs: OWNER_WORKER_CONTROL,
  SubmitWindowedPoSt: OWNER_WORKER_CONTROL,
  PreCommitSectorBatch2: OWNER_WORKER_CONTROL,
  ProveCommitSectors3: OWNER_WORKER_CONTROL,
  ProveCommitSectorsNI: OWNER_WORKER_CONTROL,
  ProveReplicaUpdates3: OWNER_WORKER_CONTROL,
  ExtendSectorExpiration2: OWNER_WORKER_CONTROL,
  TerminateSectors: OWNER_WORKER_CONTROL,
  DeclareFaults: OWNER_WORKER_CONTROL,
  DeclareFaultsRecovered: OWNER_WORKER_CONTROL,
  CompactPartitions: OWNER_WORKER_CONTROL,
  CompactSectorNumbers: OWNER_WORKER_CONTROL,
  RepayDebt: OWNER_WORKER_CONTROL,
};

const zAddressAnswer = z.string().min(3).max(120);

export type RefusedCall = Pick<TracedCall, 'from' | 'to' | 'toId' | 'actorType' | 'method' | 'params' | 'exitCode'>;

/** Undefined if the call failed for another reason or its method has no known callers. One call, and one per key. */
export async function readRefusal(
  letter: NetworkLetter,
  node: PinnedNode,
  call: RefusedCall | undefined,
): Promise<{ refusal: Refusal; calls: readonly CallRef[] } | undefined> {
  const roles = call === undefined ? undefined : ROLES_OF_METHOD[methodName(call.actorType, call.method) ?? ''];
  if (
    call === undefined ||
    roles === undefined ||
    call.exitCode !== FORBIDDEN ||
    call.params.length > MAX_PARAMS_BYTES ||
    call.actorType !== 'storageminer'
  )
    return undefined;
  const miner = formatAddress(call.toId ?? call.to, letter);
  const info = await optional(() => node.read('StateMinerInfo', (key) => [miner, key], zNodeMinerInfo));
  if (info === undefined) return undefined;
  const { Owner, Beneficiary, Worker, ControlAddresses } = info.value;
  const addresses: Readonly<Record<Role, readonly string[]>> = {
    owner: [Owner],
    beneficiary: [Beneficiary ?? Owner],
    worker: [Worker],
    control: ControlAddresses,
  };
  const calls: CallRef[] = [info.call];
  const named = roles.flatMap((role) => addresses[role].map((address) => ({ role, address }))).slice(0, MAX_ADDRESSES);
  const keys = new Map<string, string>();
  for (const address of new Set(named.map((one) => one.address))) {
    const key = await optional(() => node.read('StateAccountKey', (tipset) => [address, tipset], zAddressAnswer));
    if (key === undefined) continue;
    keys.set(address, key.value);
    calls.push(key.call);
  }
  const allowed = named.map(({ role, address }) => {
    const key = keys.get(address);
    return { role, address, ...(key === undefined ? {} : { key }) };
  });
  return { refusal: { miner, caller: formatAddress(call.from, letter), paramsHex: bytesToHex(call.params), allowed }, calls };
}

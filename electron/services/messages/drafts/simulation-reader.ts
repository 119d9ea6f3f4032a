/** Simulates a message on the node at the pinned tipset, without sending it (StateCall). */
import { z } from 'zod';
import { type Address, formatAddress } from '../../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../../shared/domain/encoding/cid.ts';
import { BLOCK_GAS_LIMIT } from '../../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import { minimumMessageGas, onChainBytes } from '../../../../shared/domain/messages/message-gas.ts';
import type { ActorType } from '../../../../shared/domain/methods/actor-type.ts';
import { explainExitCode } from '../../../../shared/domain/methods/exit-code.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../../shared/ipc/schemas/common.ts';
import type { BalanceChange } from '../../../../shared/ipc/schemas/drafts.ts';
import { messageToJson } from '../../../../shared/validation/node/message.ts';
import { zAmount, zUint64 } from '../../../../shared/validation/node/primitives.ts';
import type { KnownAddresses } from '../../addresses/known-addresses.ts';
import type { AddressOnChain } from '../../addresses/resolve-address.ts';
import { mapBounded } from '../../bounded.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import { countFailedInside, readTrace, type TracedCall, transfersOf, viewOfCalls } from '../../execution-trace.ts';
import { optional } from '../../optional.ts';
import { isNotServed, type PinnedNode } from '../../pinned/pinned-node.ts';
import type { Simulation, SimulationProblem } from './draft-facts.ts';

/** A slower simulation is not worth the wait. */
const TIMEOUT_MS = 30_000;
/** Maximum number of balances read, and of balance changes shown. */
const BALANCES_READ = 10;
const BALANCES_SHOWN = 49;
const READ_CONCURRENCY = 4;

const zInvocation = z.object({
  MsgRct: z.object({ ExitCode: z.number().int(), GasUsed: zUint64 }),
  ExecutionTrace: z.unknown().optional(),
  Error: z.string().nullish(),
});
const zBalance = z.object({ Balance: zAmount });

export interface SimulationRequest {
  readonly active: ActiveConnection;
  readonly message: Message;
  readonly sender: AddressOnChain;
  readonly recipient: AddressOnChain;
  readonly innerActors: ReadonlyMap<string, ActorType>;
  readonly networkVersion: number | undefined;
  readonly known: Pick<KnownAddresses, 'find'>;
  /** Whether to leave out balance changes. */
  readonly isBrief?: boolean;
}

export interface SimulationResult {
  readonly simulation?: Simulation;
  readonly problem?: SimulationProblem;
  readonly calls: readonly CallRef[];
}

/** Simulate a message. If that is not possible, the reason is in the result, not thrown. */
export async function simulate(node: PinnedNode, request: SimulationRequest): Promise<SimulationResult> {
  const { active, message } = request;
  try {
    // The gas used is compared with the limit afterwards: a limit that is too low must not hide other failures.
    const unlimited = messageToJson({ ...message, gasLimit: BLOCK_GAS_LIMIT }, active.letter);
    const { value, call } = await node.read('StateCall', (key) => [unlimited, key], zInvocation, { timeoutMs: TIMEOUT_MS });
    const { ExitCode: exitCode } = value.MsgRct;
    // StateCall executes without a gas limit, and does not charge for the message itself (Lotus chain/vm/fvm.go `ApplyImplicitMessage`).
    const gasUsed = value.MsgRct.GasUsed + minimumMessageGas(onChainBytes(message));
    const error = value.Error ?? '';
    const context = {
      letter: active.letter,
      networkVersion: request.networkVersion,
      actorTypeOf: typesOf(request),
      actorTypeOfCode: (code: Cid) => active.versions.actorType(code),
    };
    const traced = value.ExecutionTrace === undefined || value.ExecutionTrace === null ? [] : readTrace(value.ExecutionTrace, context);
    const { calls, omittedCount } = viewOfCalls(traced, context);
    const [first] = calls;
    if (first !== undefined) first.gasUsed = gasUsed.toString();
    const balances = request.isBrief === true ? { changes: [], calls: [] } : await readBalanceChanges(node, request, traced, exitCode);
    const explained = explainExitCode(exitCode, { calledActor: request.recipient.actorType, networkVersion: request.networkVersion });
    return {
      simulation: {
        exitCode,
        gasUsed,
        ...(error === '' ? {} : { error: error.slice(0, 2000) }),
        view: {
          exitCode,
          exitName: explained.name,
          ...(exitCode === 0 ? {} : { meaning: meaningOf(explained) }),
          gasUsed: gasUsed.toString(),
          ...(error === '' ? {} : { error: error.slice(0, 2000) }),
          ...(first?.returned === undefined ? {} : { returned: first.returned }),
          calls,
          omittedCount,
          failedInsideCount: countFailedInside(traced),
          balanceChanges: balances.changes,
        },
      },
      calls: [call, ...balances.calls],
    };
  } catch (error) {
    if (!(error instanceof SextantError)) throw error;
    if (isNotServed(error)) {
      return { problem: { text: 'Not available from this endpoint: it does not serve StateCall.', isNotServed: true }, calls: [] };
    }
    const text = `Could not simulate the message: ${error.details?.nodeMessage ?? error.message}`.slice(0, 2000);
    return { problem: { text, isNotServed: false }, calls: [] };
  }
}

function meaningOf({ meaning, cause, fix }: ReturnType<typeof explainExitCode>): string {
  return cause === meaning ? `${meaning} ${fix}` : `${meaning} ${cause} ${fix}`;
}

/** Actor types of the recipient and of inner recipients, in addition to those in the trace. */
function typesOf({ recipient, innerActors }: SimulationRequest): (address: Address) => ActorType | undefined {
  const own = formsOfParty(recipient);
  return (address) => (own.includes(address) ? recipient.actorType : innerActors.get(address));
}

function formsOfParty({ address, idAddress, robustAddress, delegatedAddress }: AddressOnChain): readonly Address[] {
  return [address, idAddress, robustAddress, delegatedAddress].filter((form) => form !== undefined);
}

async function readBalanceChanges(
  node: PinnedNode,
  request: SimulationRequest,
  traced: readonly TracedCall[],
  exitCode: number,
): Promise<{ changes: BalanceChange[]; calls: CallRef[] }> {
  const { message, sender, recipient, known, active } = request;
  const partyOf = (address: Address): Address | undefined =>
    [sender, recipient].find((candidate) => formsOfParty(candidate).includes(address))?.address;
  // Without a trace, the exit code of the whole message is still known.
  const isUntraced = traced.length === 0 && exitCode === 0 && message.value > 0n;
  const transfers = isUntraced
    ? new Map([
        [sender.address, -message.value],
        [partyOf(message.to) ?? message.to, message.value],
      ])
    : transfersOf(traced, partyOf);
  // A transfer to the sender changes no balance.
  if (isUntraced && formsOfParty(sender).includes(message.to)) transfers.clear();
  const entries = [...transfers].filter(([, change]) => change !== 0n).slice(0, BALANCES_SHOWN);
  const calls: CallRef[] = [];
  const before = await mapBounded(entries, READ_CONCURRENCY, async ([address], index): Promise<bigint | undefined> => {
    if (index >= BALANCES_READ) return undefined;
    if (address === sender.address) return sender.balance;
    if (address === recipient.address) return recipient.exists ? recipient.balance : 0n;
    const actor = await optional(() => node.read('StateGetActor', (key) => [formatAddress(address, active.letter), key], zBalance));
    if (actor !== undefined) calls.push(actor.call);
    return actor?.value.Balance;
  });
  const changes = entries.map(([address, change], index) =>
    balanceChange(address, change, before[index], { known, letter: active.letter }),
  );
  return { changes, calls };
}

function balanceChange(
  address: Address,
  change: bigint,
  before: bigint | undefined,
  { known, letter }: { readonly known: Pick<KnownAddresses, 'find'>; readonly letter: 'f' | 't' },
): BalanceChange {
  const label = known.find(address)?.label ?? '';
  return {
    address: formatAddress(address, letter),
    ...(label === '' ? {} : { label }),
    ...(before === undefined ? {} : { before: before.toString(), after: (before + change).toString() }),
    change: change.toString(),
  };
}

/** Checks of a batch and of its lines. Pure. */
import type { Address } from '../../../../shared/domain/addresses/address.ts';
import { isLookAlike, lookAlikeKey } from '../../../../shared/domain/addresses/look-alike.ts';
import { formatFil } from '../../../../shared/domain/amounts/amount.ts';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { maximumFee } from '../../../../shared/domain/messages/gas.ts';
import { explainExitCode } from '../../../../shared/domain/methods/exit-code.ts';
import type { TipsetRef } from '../../../../shared/ipc/schemas/common.ts';
import type { Check, NonceView } from '../../../../shared/ipc/schemas/drafts.ts';
import { formatCount } from '../../../../shared/text/format.ts';
import type { BatchFile } from '../../../../shared/validation/batch-file.ts';
import type { KnownAddress } from '../../addresses/known-addresses.ts';
import type { AddressOnChain } from '../../addresses/resolve-address.ts';
import { readCallTree } from '../../multisig/call-tree.ts';
import type { BuiltRow } from './batch-reviewer.ts';
import { callChecks } from './call-checks.ts';
import { checksOf, type Finding, fail, pass, warning } from './check-finding.ts';
import { type CheckContext, checkChainId, checkKey, checkNetwork, findTwin, largeFee, repetition } from './draft-checks.ts';
import { DEFAULT_MAXIMUM_FEE } from './draft-gas.ts';
import { checkCertainFailure } from './failure-check.ts';
import { messageChecks, rejectedBefore } from './lotus-checks.ts';
import {
  checkDeposit,
  checkLookAlike,
  checkNamedById,
  checkRecipient,
  checkRecipientKind,
  formsOf,
  type RecipientFacts,
} from './recipient-checks.ts';
import { checkVersion } from './version-check.ts';

/** Pending messages of one sender that a node accepts: from itself, and from clients it does not trust (Lotus v1.36.1 chain/messagepool). */
const MAX_PENDING = 1000;
const MAX_UNTRUSTED_PENDING = 100;

export interface RowContext extends CheckContext {
  readonly sender: AddressOnChain;
  readonly from: Address;
  readonly pinned: TipsetRef;
  readonly networkVersion: number | undefined;
  /** Whether the version is exact and this release knows its rules. */
  readonly hasKnownRules: boolean;
  /** The warning where this release was not tested with the network version. */
  readonly unverifiedVersion: string | undefined;
  readonly baseFee: bigint;
  readonly index: RowIndex;
}

/** Lines by their effect, and lines and known addresses by look-alike recipient. */
export interface RowIndex {
  readonly byEffect: ReadonlyMap<string, readonly BuiltRow[]>;
  readonly byLookAlike: ReadonlyMap<string, readonly BuiltRow[]>;
  readonly knownByLookAlike: ReadonlyMap<string, readonly KnownAddress[]>;
}

/** Index the lines, so that each is compared with few others. */
export function indexRows(rows: readonly BuiltRow[], known: readonly KnownAddress[]): RowIndex {
  const readable = rows.filter(({ fields }) => fields !== undefined);
  return {
    byEffect: Map.groupBy(readable, effectKey),
    byLookAlike: Map.groupBy(readable, ({ fields }) => (fields === undefined ? '' : lookAlikeKey(fields.to))),
    knownByLookAlike: Map.groupBy(known, ({ address }) => lookAlikeKey(address)),
  };
}

function effectKey({ fields, params, recipient }: BuiltRow): string {
  return fields === undefined ? '' : `${recipient?.idAddress ?? fields.to} ${fields.value} ${fields.method} ${bytesToHex(params)}`;
}

/** Return the failures and warnings of a line, failures first. */
export function rowFindings(row: BuiltRow, context: RowContext): Check[] {
  const { fields, recipient, params, message } = row;
  const { letter } = context.network;
  const errors = Object.entries(row.errors).flatMap(([field, text]) =>
    text === undefined ? [] : [[field, fail(FIELD_TITLES[field] ?? 'Invalid field', text)] as const],
  );
  const findings: (readonly [string, Finding | undefined])[] = [
    ...errors,
    ['line', row.problem === undefined ? undefined : fail('This line cannot be sent', row.problem)],
  ];
  if (fields !== undefined && recipient !== undefined) {
    const facts: RecipientFacts = { fields: { ...fields, params }, recipient, sender: context.sender, pinned: context.pinned };
    const twin = findTwin({ ...fields, params }, recipient, context);
    const { actorType } = recipient;
    const { networkVersion, hasKnownRules } = context;
    const { method, value } = fields;
    const call = { actorType, method, params, value, innerActors: row.innerActors, networkVersion, hasKnownRules };
    findings.push(
      ['recipient', checkRecipient(facts, letter)],
      ['recipient-id', checkNamedById(facts, letter)],
      ['recipient-kind', checkRecipientKind(facts)],
      ['look-alike', checkLookAlike(facts, knownLike(recipient, context.index), letter)],
      ['look-alike-here', lookAlikeHere(row, context.index)],
      ['exchange', checkDeposit(facts, context.known)],
      ['certain-failure', row.errors.params === undefined ? checkCertainFailure(call) : undefined],
      ['network-version', checkVersion(fields, context.unverifiedVersion)],
      ['repeated', repeatedHere(row, context.index)],
      ['duplicate', twin === undefined ? undefined : repetition(twin, context.nowMs)],
    );
  }
  if (message !== undefined) {
    findings.push(
      ['fee-share', largeFee(message.value, maximumFee(message), context.feeWarningPercent)],
      // Their actions change fields of a single draft, which a line does not have.
      ...messageChecks(message, context.baseFee).map(({ id, action: _, ...finding }) => [id, finding] as const),
      ['simulation', simulated(row, context.networkVersion)],
    );
  }
  return [...checksOf(findings), ...checksInside(row, context)]
    .filter(({ result }) => result !== 'pass')
    .toSorted((one, other) => rank(one) - rank(other));
}

function checksInside(
  { fields, recipient, params, innerActors, actorTypeOfCode, resolved, multisigs }: BuiltRow,
  context: RowContext,
): Check[] {
  if (fields === undefined || recipient === undefined) return [];
  const { networkVersion, pinned, known, network } = context;
  const tree = readCallTree(
    { ...fields, params },
    { actorType: recipient.actorType, networkVersion, actorTypeOf: (address) => innerActors.get(address), actorTypeOfCode, multisigs },
  );
  return callChecks({ tree, resolved, pinned, known, letter: network.letter });
}

const FIELD_TITLES: Readonly<Record<string, string>> = {
  to: 'Invalid recipient',
  value: 'Invalid value',
  method: 'Invalid method',
  params: 'Invalid parameters',
};

function rank({ result }: Check): number {
  return result === 'fail' ? 0 : 1;
}

function simulated({ simulation, simulatedLine, line, recipient }: BuiltRow, networkVersion: number | undefined): Finding | undefined {
  if (simulation === undefined) return undefined;
  if (simulation.exitCode !== 0) {
    const { name, meaning, fix } = explainExitCode(simulation.exitCode, { calledActor: recipient?.actorType, networkVersion });
    const which = simulatedLine === line.line ? 'It' : `Line ${simulatedLine}, simulated for all transfers of this kind,`;
    return fail('The simulation failed', `${which} would fail with ${name} (exit ${simulation.exitCode}). ${meaning} ${fix}`);
  }
  const { failedInsideCount } = simulation.view;
  return failedInsideCount === 0
    ? undefined
    : warning(
        `${formatCount(failedInsideCount, 'internal call')} ${failedInsideCount === 1 ? 'fails' : 'fail'}`,
        'The message itself would succeed, but these calls would have no effect.',
      );
}

/** Return the known addresses that equal or resemble a recipient. */
function knownLike(recipient: AddressOnChain, { knownByLookAlike }: RowIndex): readonly KnownAddress[] {
  return formsOf(recipient).flatMap((form) => knownByLookAlike.get(lookAlikeKey(form)) ?? []);
}

function repeatedHere(row: BuiltRow, { byEffect }: RowIndex): Finding | undefined {
  const same = (byEffect.get(effectKey(row)) ?? []).filter((other) => other !== row);
  if (same.length === 0) return undefined;
  const lines = same.slice(0, 5).map(({ line }) => line.line);
  return warning(
    'Duplicate line',
    `Same as line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}${same.length > 5 ? ' and more' : ''}.`,
  );
}

function lookAlikeHere({ fields }: BuiltRow, { byLookAlike }: RowIndex): Finding | undefined {
  if (fields === undefined) return undefined;
  const twin = byLookAlike
    .get(lookAlikeKey(fields.to))
    ?.find((other) => other.fields !== undefined && isLookAlike(other.fields.to, fields.to));
  return twin === undefined
    ? undefined
    : warning(
        'Similar to another recipient in this file',
        `Line ${twin.line.line} has a different address with the same beginning and end. Compare every character.`,
      );
}

export interface BatchFacts {
  readonly file: BatchFile;
  readonly sender: AddressOnChain;
  readonly rows: readonly BuiltRow[];
  readonly nonces: NonceView;
  /** What pending messages may still cost the sender, attoFIL. */
  readonly reserved: bigint;
  readonly waitingCount: number;
  readonly context: CheckContext;
  /** Whether the node trusts this client. */
  readonly isOwnNode: boolean;
}

/** Checks of the file, the sender and the totals. */
export function batchProblems(facts: BatchFacts): Check[] {
  const { file, sender, rows, context } = facts;
  const from = sender.address;
  return checksOf([
    ['file', file.problem === undefined ? undefined : fail('The file has errors', file.problem)],
    ['key', checkKey({ from }, context)],
    ['network', checkNetwork(context)],
    ['chain-id', checkChainId(from, context)],
    ['funds', totalFunds(facts)],
    ['fee-total', totalFee(facts)],
    ['nonce', startingNonce(facts)],
    ['pool-limit', poolLimit(facts)],
    [
      'fee-limit',
      rows.some(({ isFeeLimited }) => isFeeLimited === true)
        ? warning(
            'The fee cap was lowered',
            'The node’s estimate exceeds 0.07 FIL in fees for one message, so the fee cap was lowered to that maximum. Set a fee cap to allow more.',
          )
        : undefined,
    ],
    ['simulated', notSimulated(rows)],
  ]);
}

function totalFunds({ sender, rows, reserved }: BatchFacts): Finding | undefined {
  if (!sender.exists) return fail('The sender is not on chain', sender.problem ?? 'It must receive funds before it can send.');
  if (sender.balance === undefined) return warning('Sender balance unknown', sender.problem ?? 'Not available from this endpoint.');
  const messages = rows.flatMap(({ message }) => (message === undefined ? [] : [message]));
  if (messages.length === 0) return undefined;
  const needed = messages.reduce((sum, message) => sum + message.value + maximumFee(message), 0n) + reserved;
  const before = reserved === 0n ? '' : ` Pending messages may use ${formatFil(reserved)} FIL of it.`;
  return needed > sender.balance
    ? fail(
        'Insufficient funds for the batch',
        `The balance is ${formatFil(sender.balance)} FIL; values and maximum fees total ${formatFil(needed - reserved)} FIL.${before}`,
      )
    : pass('Sufficient funds for the batch', `At least ${formatFil(sender.balance - needed)} FIL remain.${before}`);
}

/** Many small fees can add up to a large one. */
function totalFee({ rows }: BatchFacts): Finding | undefined {
  const fee = rows.reduce((sum, { message }) => (message === undefined ? sum : sum + maximumFee(message)), 0n);
  return fee > DEFAULT_MAXIMUM_FEE
    ? warning(
        'The total fee is large',
        `The fees may total ${formatFil(fee)} FIL. Sextant always warns above ${formatFil(DEFAULT_MAXIMUM_FEE)} FIL.`,
      )
    : undefined;
}

function startingNonce({ nonces, rows }: BatchFacts): Finding | undefined {
  if (rows.every(({ message }) => message === undefined)) return undefined;
  const [gap] = nonces.gaps;
  if (gap !== undefined) {
    return warning(`Nonce ${gap} is missing`, 'No message of the batch can be mined before that nonce is used.', {
      action: { kind: 'fill-gap', nonce: gap },
    });
  }
  return rejectedBefore(nonces, BigInt(nonces.next)) ?? pass('Nonces are consecutive', `The first is ${nonces.next}.`);
}

function poolLimit({ rows, waitingCount, isOwnNode }: BatchFacts): Finding | undefined {
  const count = rows.filter(({ message }) => message !== undefined).length + waitingCount;
  const maximum = isOwnNode ? MAX_PENDING : MAX_UNTRUSTED_PENDING;
  if (count <= maximum) return undefined;
  return warning(
    'More messages than a mempool accepts at once',
    `A node accepts ${MAX_PENDING} pending messages of one sender, or ${MAX_UNTRUSTED_PENDING} from clients it does not trust (10 before Lotus v1.36.1). The others are pushed as these are mined.`,
  );
}

function notSimulated(rows: readonly BuiltRow[]): Finding | undefined {
  const missing = rows.filter(({ message, simulation }) => message !== undefined && simulation === undefined).length;
  return missing === 0
    ? undefined
    : warning('Some lines were not simulated', `The endpoint returned no simulation for ${formatCount(missing, 'line')}.`);
}

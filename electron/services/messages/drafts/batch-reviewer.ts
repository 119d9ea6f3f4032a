/**
 * Dry run of a batch: many messages of one sender.
 *
 * Each line is encoded here, with nonces in file order. Each recipient is looked up once. Plain transfers to recipients of one kind cost the
 * same: their gas is estimated and simulated once per kind, with the largest value. Every method call is estimated and simulated on its own.
 * Read-only.
 */
import { type Address, addressProtocol } from '../../../../shared/domain/addresses/address.ts';
import { type AttoFil, attoFil } from '../../../../shared/domain/amounts/amount.ts';
import { hasKnownRules, unverifiedSentence } from '../../../../shared/domain/chain/network-version.ts';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { INVOKE_CONTRACT } from '../../../../shared/domain/evm/eth-transaction.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import { actorTypeFromCode } from '../../../../shared/domain/methods/actor-code.ts';
import { methodsOf } from '../../../../shared/domain/methods/actor-methods.ts';
import type { ActorType } from '../../../../shared/domain/methods/actor-type.ts';
import { decodeParams } from '../../../../shared/domain/methods/method-decode.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../../shared/ipc/schemas/common.ts';
import type { BatchDraft } from '../../../../shared/ipc/schemas/drafts.ts';
import { type BatchLine, readBatchFile } from '../../../../shared/validation/batch-file.ts';
import { type DraftErrors, type ParsedDraft, parseDraft } from '../../../../shared/validation/forms.ts';
import { firstFreeNonce, reservedNonces } from '../../../wallet/nonce-ledger.ts';
import type { KnownAddresses } from '../../addresses/known-addresses.ts';
import { type AddressOnChain, resolveOnChain } from '../../addresses/resolve-address.ts';
import { mapBounded } from '../../bounded.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import { type InnerFacts, readInnerFacts } from '../../multisig/call-tree.ts';
import type { PinnedNode } from '../../pinned/pinned-node.ts';
import { batchProblems, indexRows, type RowContext, rowFindings } from './batch-checks.ts';
import { rowView } from './batch-view.ts';
import type { CheckContext } from './draft-checks.ts';
import { encodeFor, readPoolNonce, recipientInMessage, type Simulation, transactionProblem, unresolvedWords } from './draft-facts.ts';
import { coverSimulated, estimateGas, limitFee } from './draft-gas.ts';
import { nonceView, reservedBy, waitingOf } from './nonce-view.ts';
import { isPlainTransfer } from './recipient-checks.ts';
import type { DraftNetwork, ReviewedBatch } from './reviewed.ts';
import { simulate } from './simulation-reader.ts';

const READ_CONCURRENCY = 6;
const EXECUTION_CONCURRENCY = 4;

export interface BatchReading {
  readonly active: ActiveConnection;
  readonly draft: BatchDraft;
  readonly baseFee: AttoFil;
  readonly known: KnownAddresses;
  readonly networkOf: (from: Address) => Promise<DraftNetwork>;
  readonly contextOf: (network: DraftNetwork, from: Address) => CheckContext;
}

/** A line while its message is being built. */
export interface BuiltRow extends InnerFacts {
  readonly line: BatchLine;
  readonly fields?: ParsedDraft & { readonly value: AttoFil };
  readonly params: Uint8Array;
  readonly errors: DraftErrors;
  readonly recipient?: AddressOnChain;
  /** Gas fields are zero until they are estimated. */
  readonly message?: Message;
  readonly isFeeLimited?: boolean;
  /** Why there is no message. */
  readonly problem?: string;
  readonly simulation?: Simulation;
  /** The line that was simulated: this one, or a transfer of the same kind with the largest value. */
  readonly simulatedLine?: number;
}

/** @throws SextantError `invalid-input` for an invalid sender or gas price, and errors of the endpoint */
export async function reviewBatchRows(node: PinnedNode, reading: BatchReading): Promise<ReviewedBatch> {
  const { active, draft, baseFee } = reading;
  const file = readBatchFile(draft.csv);
  const from = readCommonFields(draft);
  const version = await active.versions.read(node);
  const networkVersion = version?.version;
  const calls: CallRef[] = [];
  const [network, sender, pool] = await Promise.all([
    reading.networkOf(from),
    resolveOnChain(node, from, active),
    readPoolNonce(active, from),
  ]);
  calls.push(...sender.calls, ...(pool === undefined ? [] : [pool.call]));
  const context = reading.contextOf(network, from);
  const nonces = nonceView({ chain: sender.nonce, pool: pool?.value, sent: context.sent, genesisCid: network.genesisCid, from, calls: [] });
  const waiting = waitingOf(context.sent, network.genesisCid, from, sender.nonce);
  const reserved = reservedBy(context.sent, network.genesisCid, from, sender.nonce);

  const parsed = file.lines.map((line) => parseLine(line, draft));
  const recipients = await readRecipients(node, active, parsed, calls);
  const addressed = parsed.map((row) => withRecipient(row, recipients, networkVersion));
  const learned = await mapBounded(addressed, EXECUTION_CONCURRENCY, async (row) => {
    if (row.fields === undefined || row.params.length === 0 || row.recipient === undefined) return row;
    const { calls: innerCalls, ...inner } = await readInnerFacts(node, active, {
      message: { ...row.fields, params: row.params },
      recipient: row.recipient,
      networkVersion,
    });
    calls.push(...innerCalls);
    return { ...row, ...inner };
  });
  const reservedHere = reservedNonces(context.sent, network.genesisCid, from);
  const first = BigInt(nonces.next);
  const built = learned.map((row) => buildRow(row, from, first));
  const priced = await estimateRows(node, active, built, calls);
  const numbered = numberRows(priced, (start) => firstFreeNonce(reservedHere, start), first);
  const rows = await simulateRows(node, numbered, { reading, sender, networkVersion, calls });

  const index = indexRows(rows, context.known);
  const rowContext: RowContext = {
    ...context,
    sender,
    from,
    pinned: node.ref,
    networkVersion,
    hasKnownRules: hasKnownRules(version),
    unverifiedVersion: unverifiedSentence(version),
    baseFee,
    index,
  };
  const reviewed = rows.map((row) => {
    const findings = rowFindings(row, rowContext);
    return {
      view: rowView(row, findings, { letter: network.letter, book: reading.known, networkVersion }),
      innerActors: row.innerActors,
      actorTypeOfCode: row.actorTypeOfCode,
      resolved: row.resolved,
      multisigs: row.multisigs,
      ...(row.message === undefined ? {} : { message: row.message }),
      ...(row.recipient === undefined ? {} : { recipient: row.recipient }),
      ...(row.simulation === undefined ? {} : { simulation: row.simulation }),
    };
  });
  return {
    active,
    network,
    pinned: node.ref,
    from,
    isHeld: draft.isHeld === true,
    baseFee,
    ...(networkVersion === undefined ? {} : { networkVersion }),
    senderBalance: sender.balance ?? attoFil(0n),
    problems: batchProblems({
      file,
      sender,
      rows,
      nonces,
      reserved,
      context,
      waitingCount: waiting.size,
      isOwnNode: active.kind === 'embedded',
    }),
    rows: reviewed,
    calls,
  };
}

/** Check the fields that all lines share, and return the sender. */
function readCommonFields({ from, gasFeeCap, gasPremium }: BatchDraft): Address {
  const prices = { ...(gasFeeCap === undefined ? {} : { gasFeeCap }), ...(gasPremium === undefined ? {} : { gasPremium }) };
  // The recipient is a placeholder: only the other fields are checked.
  const probe = parseDraft({ from, to: 'f099', value: '0', method: '0', params: { kind: 'none' }, ...prices });
  if (!probe.ok) throw new SextantError('invalid-input', 'Some fields of the batch are invalid.', { details: { fields: probe.errors } });
  return probe.fields.from;
}

/** Stands for a method name until the actor type of the recipient is known. */
const UNREAD_NAME = '1';
const isName = (method: string): boolean => /^[a-z]/i.test(method);

/** Method names that have the same number for every actor. */
function numberOfName(method: string): string | undefined {
  const name = method.toLowerCase();
  if (name === 'send') return '0';
  return name === 'invokecontract' ? INVOKE_CONTRACT.toString() : undefined;
}

function parseLine(line: BatchLine, { from, gasFeeCap, gasPremium }: BatchDraft): BuiltRow {
  const nothing = {
    line,
    params: new Uint8Array(),
    innerActors: new Map(),
    actorTypeOfCode: actorTypeFromCode,
    resolved: new Map(),
    multisigs: new Map(),
  };
  if (line.problem !== undefined) return { ...nothing, errors: {}, problem: line.problem };
  const { to, value, method, params } = line;
  const prices = { ...(gasFeeCap === undefined ? {} : { gasFeeCap }), ...(gasPremium === undefined ? {} : { gasPremium }) };
  const number = numberOfName(method) ?? method;
  const parsed = parseDraft({ from, to, value, method: isName(number) ? UNREAD_NAME : number, params, ...prices });
  if (!parsed.ok) return { ...nothing, errors: parsed.errors };
  return { ...nothing, errors: {}, fields: { ...parsed.fields, value: parsed.fields.value ?? attoFil(0n) } };
}

const NO_PARAMS = 'This method takes parameters. Enter them as JSON in the params column.';

/** Look up each recipient once. */
async function readRecipients(
  node: PinnedNode,
  active: ActiveConnection,
  rows: readonly BuiltRow[],
  calls: CallRef[],
): Promise<ReadonlyMap<Address, AddressOnChain>> {
  const addresses = [...new Set(rows.flatMap(({ fields }) => (fields === undefined ? [] : [fields.to])))];
  const found = await mapBounded(addresses, READ_CONCURRENCY, (address) => resolveOnChain(node, address, active));
  for (const actor of found) calls.push(...actor.calls);
  return new Map(found.map((actor) => [actor.address, actor]));
}

function withRecipient(row: BuiltRow, recipients: ReadonlyMap<Address, AddressOnChain>, networkVersion: number | undefined): BuiltRow {
  const recipient = row.fields === undefined ? undefined : recipients.get(row.fields.to);
  if (row.fields === undefined || recipient === undefined) return row;
  const isUnread = isName(row.line.method) && numberOfName(row.line.method) === undefined;
  const method = isUnread ? methodAt(row.line.method, recipient.actorType, networkVersion) : row.fields.method;
  if (method === undefined) {
    const { fields: _, ...rest } = row;
    return { ...rest, recipient, errors: { method: noSuchMethod(row.line.method, recipient.actorType) } };
  }
  const fields = { ...row.fields, method };
  const { params, errors } = encodeFor(fields, recipient.actorType, networkVersion);
  const isWithout = params.length === 0 && decodeParams(recipient.actorType, method, params, { networkVersion }).form === 'hex';
  return { ...row, fields, recipient, params, errors: isWithout ? { params: NO_PARAMS, ...errors } : errors };
}

/** Find the number of a method by its name. */
function methodAt(name: string, type: ActorType | undefined, networkVersion: number | undefined): bigint | undefined {
  const methods = type === undefined ? [] : methodsOf(type, networkVersion);
  return methods.find((method) => method.name.toLowerCase() === name.toLowerCase())?.number;
}

function noSuchMethod(name: string, type: ActorType | undefined): string {
  return type === undefined
    ? `The actor type of the recipient is unknown, so “${name}” cannot be looked up. Enter the method number.`
    : `Actor type ${type} has no method “${name}”. Enter another name, or the method number.`;
}

/** Build the message of a line, without its gas and its final nonce. */
function buildRow(row: BuiltRow, from: Address, nonce: bigint): BuiltRow {
  const { fields, recipient, params } = row;
  if (fields === undefined || recipient === undefined || Object.keys(row.errors).length > 0) return row;
  const to = recipientInMessage(fields, recipient);
  if (to === undefined) return { ...row, problem: unresolvedWords(fields.to, recipient) };
  const gas = { gasLimit: 0n, gasFeeCap: attoFil(0n), gasPremium: attoFil(0n) };
  const message: Message = { version: 0, to, from, nonce, value: fields.value, ...gas, method: fields.method, params };
  const problem = transactionProblem(message);
  return problem === undefined ? { ...row, message } : { ...row, problem };
}

/** Assign nonces in file order. Lines without a message, which cannot be built or would fail, get none. */
function numberRows(rows: readonly BuiltRow[], freeFrom: (start: bigint) => bigint, first: bigint): BuiltRow[] {
  let next = first;
  return rows.map((row) => {
    if (row.message === undefined) return row;
    const nonce = next;
    next = freeFrom(nonce + 1n);
    return { ...row, message: { ...row.message, nonce } };
  });
}

/** Return the same key for lines that use the same gas. */
function kindOf({ fields, recipient, params, message }: BuiltRow): string {
  if (fields === undefined || recipient === undefined || message === undefined) return '';
  const { exists, actorType, problem } = recipient;
  const hasNoCode = exists ? actorType !== undefined && actorType !== 'evm' : problem === undefined;
  if (hasNoCode && isPlainTransfer({ fields: { ...fields, params } }))
    return `transfer ${exists ? actorType : 'new'} ${addressProtocol(message.to)}`;
  return `${message.to} ${message.method} ${message.value} ${bytesToHex(params)}`;
}

function byKind(rows: readonly BuiltRow[]): ReadonlyMap<string, BuiltRow & { message: Message }> {
  const kinds = new Map<string, BuiltRow & { message: Message }>();
  for (const row of rows) {
    const { message } = row;
    if (message === undefined) continue;
    const kind = kindOf(row);
    const known = kinds.get(kind);
    if (known === undefined || message.value > known.message.value) kinds.set(kind, { ...row, message });
  }
  return kinds;
}

/** Estimate gas. The prices of the first estimate apply to the whole batch, so that its messages are mined in order. */
async function estimateRows(node: PinnedNode, active: ActiveConnection, rows: readonly BuiltRow[], calls: CallRef[]): Promise<BuiltRow[]> {
  const kinds = byKind(rows);
  type Gas = { readonly message?: Message; readonly isFeeLimited: boolean; readonly problem?: string };
  const gasOfKind = new Map<string, Gas>();
  let prices: { gasFeeCap: AttoFil; gasPremium: AttoFil } | undefined;
  const estimateOne = async ([kind, row]: readonly [string, BuiltRow & { message: Message }]): Promise<void> => {
    const { gasFeeCap, gasPremium } = row.fields ?? {};
    const typed = { ...(gasFeeCap === undefined ? {} : { gasFeeCap }), ...(gasPremium === undefined ? {} : { gasPremium }) };
    const estimate = await estimateGas(node, active, row.message, prices ?? typed);
    calls.push(...estimate.calls);
    if (estimate.message === undefined) {
      gasOfKind.set(kind, { isFeeLimited: false, problem: estimate.problem });
      return;
    }
    // With a higher gas limit, the prices of the first may exceed the fee limit.
    const message = gasFeeCap === undefined ? limitFee(estimate.message, gasPremium !== undefined) : estimate.message;
    gasOfKind.set(kind, { message, isFeeLimited: estimate.isFeeLimited || message !== estimate.message });
    prices ??= { gasFeeCap: message.gasFeeCap, gasPremium: message.gasPremium };
  };
  const waiting = [...kinds];
  while (prices === undefined && waiting.length > 0) {
    const next = waiting.shift();
    if (next !== undefined) await estimateOne(next);
  }
  await mapBounded(waiting, EXECUTION_CONCURRENCY, estimateOne);
  return rows.map((row) => {
    if (row.message === undefined) return row;
    const gas = gasOfKind.get(kindOf(row));
    if (gas?.message === undefined) {
      const { message: _unpriced, ...rest } = row;
      return { ...rest, problem: gas?.problem ?? 'Could not estimate the gas.' };
    }
    const { gasLimit, gasFeeCap, gasPremium } = gas.message;
    return { ...row, message: { ...row.message, gasLimit, gasFeeCap, gasPremium }, isFeeLimited: gas.isFeeLimited };
  });
}

interface Simulating {
  readonly reading: BatchReading;
  readonly sender: AddressOnChain;
  readonly networkVersion: number | undefined;
  readonly calls: CallRef[];
}

async function simulateRows(
  node: PinnedNode,
  rows: readonly BuiltRow[],
  { reading, sender, networkVersion, calls }: Simulating,
): Promise<BuiltRow[]> {
  const { active, known } = reading;
  const simulations = new Map<string, { readonly simulation: Simulation; readonly line: number }>();
  let isServed = true;
  await mapBounded([...byKind(rows)], EXECUTION_CONCURRENCY, async ([kind, { line, message, recipient, innerActors }]) => {
    if (!isServed || recipient === undefined) return;
    const request = { active, message, sender, recipient, innerActors, networkVersion, known, isBrief: true };
    const { simulation, problem, calls: asked } = await simulate(node, request);
    calls.push(...asked);
    if (problem?.isNotServed === true) isServed = false;
    if (simulation !== undefined) simulations.set(kind, { simulation, line: line.line });
  });
  return rows.map((row) => {
    const simulated = row.message === undefined ? undefined : simulations.get(kindOf(row));
    if (row.message === undefined || simulated === undefined) return row;
    const { simulation, line: simulatedLine } = simulated;
    const { gasFeeCap, gasPremium } = row.fields ?? {};
    const typed = { ...(gasFeeCap === undefined ? {} : { gasFeeCap }), ...(gasPremium === undefined ? {} : { gasPremium }) };
    const message = simulation.exitCode === 0 ? coverSimulated(row.message, simulation.gasUsed, typed) : row.message;
    return {
      ...row,
      message,
      isFeeLimited: row.isFeeLimited === true || message.gasFeeCap !== row.message.gasFeeCap,
      simulation,
      simulatedLine,
    };
  });
}

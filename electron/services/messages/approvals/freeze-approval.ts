/**
 * Turns a reviewed draft into a frozen approval.
 *
 * Everything shown about the message is decoded from the bytes that will be signed, not taken from the draft. From the node come only actor
 * types, the recipient's ID address and whether it exists; they cannot change what is paid to whom. Called when a message is prepared.
 */
import { randomUUID } from 'node:crypto';
import { type Address, formatAddress, idOfAddress, type NetworkLetter, parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { ethText } from '../../../../shared/domain/addresses/address-words.ts';
import { MAINNET_GENESIS_CID, NETWORKS, networkByGenesis } from '../../../../shared/domain/chain/networks.ts';
import { bytesToHex, equalBytes } from '../../../../shared/domain/encoding/bytes.ts';
import type { Decoded } from '../../../../shared/domain/encoding/decoded-value.ts';
import { feeBreakdown, maximumFee } from '../../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import { decodeMessage, encodeMessage, messageCid } from '../../../../shared/domain/messages/message.ts';
import { fundMoves, pledgeChange } from '../../../../shared/domain/messages/message-calls.ts';
import { methodName } from '../../../../shared/domain/methods/actor-methods.ts';
import { explainExitCode } from '../../../../shared/domain/methods/exit-code.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { MessageApproval, MultisigStepView } from '../../../../shared/ipc/schemas/approvals.ts';
import type { DecodedView } from '../../../../shared/ipc/schemas/decoded.ts';
import type { Check } from '../../../../shared/ipc/schemas/drafts.ts';
import { SIGNER_LIMITS, viewOfDecoded } from '../../../../shared/validation/decoded-view.ts';
import { APPROVAL_LIFETIME_MS, type FrozenBytes, type FrozenSending } from '../../../wallet/approvals.ts';
import type { SentMessage } from '../../../wallet/sent-message.ts';
import type { VaultAccount } from '../../../wallet/vault-header.ts';
import type { KnownAddresses } from '../../addresses/known-addresses.ts';
import type { AddressOnChain } from '../../addresses/resolve-address.ts';
import { type InnerFacts, type MultisigStep, readCallTree } from '../../multisig/call-tree.ts';
import { addressesIn, labelWarnings, namesOf } from '../drafts/address-names.ts';
import type { DraftFacts } from '../drafts/draft-facts.ts';
import type { DraftNetwork, Reviewed } from '../drafts/reviewed.ts';

/** Facts that are not in the bytes. */
export interface FreezeContext extends InnerFacts {
  readonly network: DraftNetwork;
  /** Absent on networks whose upgrades are not known. */
  readonly networkVersion?: number;
  readonly recipient?: AddressOnChain;
  readonly simulation?: Pick<NonNullable<DraftFacts['simulation']>, 'gasUsed'>;
  readonly baseFee?: bigint;
  readonly known: Pick<KnownAddresses, 'find'>;
  /** For a batch: shown only, never signed. */
  readonly fileLine?: { readonly line: number; readonly comment?: string | undefined };
}

/** Never used: the first call of `readCallTree` is the message itself. */
const NO_CALL: { readonly params: Decoded } = { params: { form: 'hex', value: { kind: 'nothing' } } };

export function freezeMessage(built: Message, context: FreezeContext): FrozenBytes {
  const messageBytes = encodeMessage(built);
  const message = decodeMessage(messageBytes);
  const { network, networkVersion, recipient, innerActors, actorTypeOfCode, resolved, multisigs, known, fileLine } = context;
  const { letter, clock } = network;
  const actorType = recipient?.actorType;
  const actorTypeOf = (address: Address) => innerActors.get(address);
  const { calls, steps } = readCallTree(message, { actorType, networkVersion, actorTypeOf, actorTypeOfCode, multisigs });
  const [{ params: decodedAs } = NO_CALL] = calls;
  // Offline, the actor type comes from the app, which could claim of any call that it has no effect.
  const { isWithoutEffect, ...decoded } = decodedAs;
  const view = (decodedParams: Decoded) => viewOfDecoded(decodedParams, { letter, clock, limits: SIGNER_LIMITS });
  const params = view(isWithoutEffect === undefined || recipient?.problem !== undefined ? decoded : { ...decoded, isWithoutEffect });
  const multisigSteps = steps.map((step) => shownStep(step, letter, view));
  const moves = fundMoves(calls).map(({ amount, from, to, ...move }) => ({
    ...move,
    amount: amount.toString(),
    from: formatAddress(from, letter),
    ...(to === undefined ? {} : { to: formatAddress(to, letter) }),
  }));
  const pledgeChanges = [...new Set(calls.flatMap((call) => pledgeChange(call) ?? []))];
  const highestFee = maximumFee(message);
  const likelyFee = likelyFeeOf(message, context);
  return {
    messageBytes,
    shown: {
      bytesHex: bytesToHex(messageBytes),
      unsignedCid: messageCid(message),
      to: shownRecipient(message, recipient, letter),
      names: namesOf([formatAddress(message.to, letter), ...addressesShown(params, multisigSteps, moves)], {
        known,
        letter,
        resolved: recipient === undefined ? resolved : new Map([...resolved, [message.to, recipient]]),
      }),
      moves,
      ...(pledgeChanges.length === 0 ? {} : { pledgeChanges }),
      multisigSteps,
      nonce: message.nonce.toString(),
      value: message.value.toString(),
      method: message.method.toString(),
      methodName: methodName(actorType, message.method, networkVersion) ?? `Method ${message.method}`,
      params,
      paramsHex: bytesToHex(message.params),
      gasLimit: message.gasLimit.toString(),
      gasFeeCap: message.gasFeeCap.toString(),
      gasPremium: message.gasPremium.toString(),
      maximumFee: highestFee.toString(),
      ...(likelyFee === undefined ? {} : { likelyFee: likelyFee.toString() }),
      // A transfer to the sender itself only costs the fee.
      maximumTotal: (message.to === message.from ? highestFee : message.value + highestFee).toString(),
      ...(fileLine === undefined ? {} : { line: fileLine.line }),
      ...(fileLine?.comment === undefined || fileLine.comment === '' ? {} : { comment: fileLine.comment }),
    },
  };
}

function addressesShown(params: DecodedView, steps: readonly MultisigStepView[], moves: FrozenBytes['shown']['moves']): string[] {
  return [
    ...addressesIn(params),
    ...steps.flatMap(({ multisig, transaction, approved = [] }) => [
      multisig,
      ...approved,
      ...(transaction === undefined ? [] : addressesIn(transaction)),
    ]),
    ...moves.flatMap(({ from, to }) => (to === undefined ? [from] : [from, to])),
  ];
}

function shownStep(
  { act, depth, multisig, id, match, transaction, approved, threshold }: MultisigStep,
  letter: NetworkLetter,
  view: (decoded: Decoded) => DecodedView,
): MultisigStepView {
  return {
    act,
    depth,
    match,
    multisig: formatAddress(multisig, letter),
    ...(id === undefined ? {} : { id: id.toString() }),
    ...(transaction === undefined ? {} : { transaction: view(transaction) }),
    ...(approved === undefined ? {} : { approved: approved.map((signer) => formatAddress(signer, letter)) }),
    ...(threshold === undefined ? {} : { threshold }),
  };
}

function shownRecipient({ to }: Message, recipient: AddressOnChain | undefined, letter: NetworkLetter): FrozenBytes['shown']['to'] {
  const address = formatAddress(to, letter);
  const ethAddress = recipient?.ethAddress ?? ethText(address);
  // If the recipient could not be looked up, its existence is unknown.
  const isKnown = recipient !== undefined && recipient.problem === undefined;
  const idAddress = recipient?.idAddress;
  const robustAddress = recipient?.address === to ? recipient.robustAddress : recipient?.address;
  return {
    address,
    ...(idOfAddress(to) === undefined || robustAddress === undefined ? {} : { robustAddress: formatAddress(robustAddress, letter) }),
    ...(idAddress === undefined || idAddress === to ? {} : { idAddress: formatAddress(idAddress, letter) }),
    ...(ethAddress === undefined ? {} : { ethAddress }),
    ...(recipient?.actorType === undefined ? {} : { actorType: recipient.actorType }),
    ...(isKnown ? { exists: recipient.exists } : {}),
  };
}

/** Return the fee if the message uses the simulated gas, at the current base fee. */
export function likelyFeeOf(message: Message, { simulation, baseFee }: Pick<FreezeContext, 'simulation' | 'baseFee'>): bigint | undefined {
  if (simulation === undefined || baseFee === undefined || simulation.gasUsed > message.gasLimit) {
    return undefined;
  }
  const { gasLimit, gasFeeCap, gasPremium } = message;
  return feeBreakdown({ gasUsed: simulation.gasUsed, gasLimit, gasFeeCap, gasPremium, baseFee }).total;
}

export interface FreezeInput {
  readonly reviewed: Reviewed;
  readonly message: Message;
  readonly account: VaultAccount;
  /** Whether to sign the message without pushing it. */
  readonly isHeld: boolean;
  /** The newest message signed here with the same sender and nonce. */
  readonly holder: SentMessage | undefined;
  readonly known: Pick<KnownAddresses, 'find' | 'list'>;
  readonly nowMs: number;
}

export function freezeApproval({ reviewed, message: built, account, isHeld, holder, known, nowMs }: FreezeInput): FrozenSending {
  const { active, network, facts, checks } = reviewed;
  const { pinned, simulation } = facts;
  const frozen = freezeMessage(built, { ...facts, network, known });
  const isOffline = active === undefined;
  const replaces = holder === undefined ? undefined : shownHolder(holder, built, network);
  return {
    kind: 'sending',
    messages: [frozen],
    letter: network.letter,
    connectionName: active?.name ?? '',
    madeAtHeight: pinned?.height ?? 0,
    ...(holder === undefined ? {} : { replacesId: holder.intent.id }),
    approval: {
      kind: 'message',
      ...frozen.shown,
      ...frozenBase(account, network, nowMs),
      ...onNetwork(account, network),
      // A message built offline is held until it is pushed through a node.
      isHeld: isHeld || isOffline,
      isOffline,
      // A cancellation is a message to its own sender, so that is no warning here.
      warnings: [
        ...warningsOf(checks).filter(({ id }) => id !== 'recipient' || replaces?.as !== 'cancel'),
        ...labelWarnings(frozen.shown.names, { known: known.list(), letter: network.letter }),
      ],
      ...(replaces === undefined ? {} : { replaces }),
      ...(simulation === undefined
        ? {}
        : {
            simulatedExit: {
              code: simulation.exitCode,
              name: explainExitCode(simulation.exitCode, { calledActor: facts.recipient.actorType }).name,
              failedInsideCount: simulation.view.failedInsideCount,
            },
          }),
    },
  };
}

/** Return the fields of every approval. */
export function frozenBase(account: VaultAccount, { letter }: Pick<DraftNetwork, 'letter'>, nowMs: number) {
  const { address, label, keyType } = account;
  return {
    id: randomUUID(),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + APPROVAL_LIFETIME_MS,
    from: { address: formatAddress(parseAddress(address), letter), label, keyType },
  };
}

/** Return the fields of every approval of messages. @throws SextantError `wrong-network`, `message-refused` as `requireChainId` */
export function onNetwork(account: VaultAccount, network: DraftNetwork) {
  const { name, genesisCid } = network;
  return {
    networkName: name,
    genesisCid,
    isPractice: isPractice(network),
    isKeyKnownHere: account.genesisCids.includes(genesisCid),
    ...(account.keyType === 'delegated' ? { chainId: requireChainId(network) } : {}),
  };
}

export function warningsOf(checks: readonly Check[]): Check[] {
  return checks.filter((check) => check.result !== 'pass');
}

/** Whether funds have no value here: every network except mainnet, which is known by its genesis. */
function isPractice({ name, genesisCid }: DraftNetwork): boolean {
  return name !== 'mainnet' && genesisCid !== MAINNET_GENESIS_CID;
}

/**
 * Return the chain ID for a delegated signature. A node that reports the ID of a public network for another chain is refused: the
 * signature would be valid on that network.
 *
 * @throws SextantError `message-refused` if it is unknown, `wrong-network` if it belongs to another network
 */
function requireChainId({ name, genesisCid, chainId }: DraftNetwork): number {
  const known = NETWORKS.find((network) => network.name === networkByGenesis(genesisCid))?.ethChainId;
  const claimed = known ?? chainId;
  if (claimed === undefined) {
    throw new SextantError(
      'message-refused',
      `The chain ID of ${name} is unknown, and a delegated signature covers it. Connect a node of that network that serves EthChainId.`,
    );
  }
  const owner = NETWORKS.find(({ ethChainId }) => ethChainId === claimed);
  if (known === undefined && owner !== undefined) {
    throw new SextantError(
      'wrong-network',
      `The node reports chain ID ${claimed}, which belongs to ${owner.title}: a signature for it would be valid there. Use another node.`,
    );
  }
  return claimed;
}

function shownHolder(holder: SentMessage, message: Message, { letter }: DraftNetwork): NonNullable<MessageApproval['replaces']> {
  const before = holder.message;
  const isSame =
    before.to === message.to &&
    before.value === message.value &&
    before.method === message.method &&
    equalBytes(before.params, message.params);
  const isCancel = message.to === message.from && message.value === 0n && message.method === 0n;
  return {
    cid: holder.signedCid ?? holder.intent.unsignedCid,
    to: formatAddress(before.to, letter),
    value: before.value.toString(),
    methodName: holder.intent.methodName,
    as: isSame ? 'speed-up' : isCancel ? 'cancel' : 'other',
  };
}

/** Reads, verifies and decodes a pasted signed message. Verified here; only the actor type of the recipient comes from a node. */
import { type Address, formatAddress, type NetworkLetter } from '../../../../shared/domain/addresses/address.ts';
import { NETWORKS, networkByGenesis } from '../../../../shared/domain/chain/networks.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { ethTransactionHash } from '../../../../shared/domain/evm/eth-transaction.ts';
import { maximumFee } from '../../../../shared/domain/messages/gas.ts';
import { encodeSignedMessage, messageCid, type SignedMessage, signedMessageCid } from '../../../../shared/domain/messages/message.ts';
import { methodName } from '../../../../shared/domain/methods/actor-methods.ts';
import { type ActorType, singletonActorType } from '../../../../shared/domain/methods/actor-type.ts';
import { decodeParams } from '../../../../shared/domain/methods/method-decode.ts';
import { encodeSignature } from '../../../../shared/domain/signatures/signature.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import type { SignedReading, Verdict } from '../../../../shared/ipc/schemas/signatures.ts';
import { writeLosslessJson } from '../../../../shared/rpc/lossless-json.ts';
import { SIGNER_LIMITS, viewOfDecoded } from '../../../../shared/validation/decoded-view.ts';
import { zNodeActor } from '../../../../shared/validation/node/provider-state.ts';
import { signedMessageToJson } from '../../../../shared/validation/node/signed-message.ts';
import { findSigner, readSignedText, type SignatureFinding } from '../../../../shared/validation/signed-text.ts';
import type { SendJournal } from '../../../wallet/send-journal.ts';
import type { SentMessage } from '../../../wallet/sent-message.ts';
import type { ActiveConnection } from '../../connections/active-connection.ts';
import { actorTypesOf } from '../../network-version/version-authority.ts';
import { optional } from '../../optional.ts';
import { PinnedNode } from '../../pinned/pinned-node.ts';

const CAUSE = 'signatures: signed message';

/** A signed message, verified without a node. */
export interface ReadMessage {
  readonly signed: SignedMessage;
  readonly form: string;
  readonly finding: SignatureFinding;
}

/** @throws SextantError `invalid-input` at the field `text` */
export function readMessageText(text: string): ReadMessage {
  try {
    const { signed, form } = readSignedText(text);
    return { signed, form, finding: findSigner(signed) };
  } catch (error) {
    if (!(error instanceof DomainError)) {
      throw error;
    }
    throw new SextantError('invalid-input', error.message, { details: { fields: { text: error.message } } });
  }
}

/** Find the journal entry of the same message on this network, or on any network if none is connected. Entries never signed do not count. */
export function entryOf(
  signed: SignedMessage,
  journal: Pick<SendJournal, 'list'>,
  genesisCid: string | undefined,
): SentMessage | undefined {
  const unsignedCid = messageCid(signed.message);
  return journal
    .list()
    .findLast(
      ({ intent, stage }) =>
        intent.unsignedCid === unsignedCid && (genesisCid === undefined || intent.genesisCid === genesisCid) && stage !== 'failed',
    );
}

/** Return why a signed message cannot be pushed through a connection; undefined if it can. */
export function pushProblemOf({ signed, finding }: ReadMessage, active: ActiveConnection | undefined, entry: SentMessage | undefined) {
  if (!finding.isValid) {
    return 'The signature is invalid: every node rejects the message.';
  }
  if (active === undefined) {
    return 'No node is connected.';
  }
  const network = NETWORKS.find(({ name }) => name === networkByGenesis(active.facts.genesisCid));
  const owner = NETWORKS.find(({ ethChainId }) => ethChainId === finding.chainId);
  if (signed.signature.type === 'delegated' && owner?.name !== network?.name) {
    return `The message is signed for ${owner?.title ?? 'a development network'}, but ${active.name} is on ${active.facts.networkName}.`;
  }
  switch (entry?.stage) {
    case 'included':
    case 'executed':
    case 'final':
      return 'The message is already on chain.';
    case 'replaced':
      return 'Another message with the same nonce was executed, so this one can never be.';
    default:
      return undefined;
  }
}

/** @throws SextantError `invalid-input` */
export async function readSigned(
  text: string,
  active: ActiveConnection | undefined,
  journal: Pick<SendJournal, 'list'>,
): Promise<SignedReading> {
  const read = readMessageText(text);
  const { signed, form, finding } = read;
  const { message, signature } = signed;
  const letter = active?.letter ?? letterOf(text, finding);
  const actorType = singletonActorType(message.to) ?? (await optional(() => askActorType(message.to, active)));
  const height = active?.facts.headHeight;
  const networkVersion = height === undefined ? undefined : active?.versions.at(active.versions.headHeight ?? height)?.version;
  const entry = entryOf(signed, journal, active?.facts.genesisCid);
  const named = methodName(actorType, message.method, networkVersion);
  const pushProblem = pushProblemOf(read, active, entry);
  const decoded = decodeParams(actorType, message.method, message.params, { networkVersion, actorTypeOfCode: actorTypesOf(active) });
  return {
    form,
    verdict: verdictOf(signed, finding, letter),
    signatureType: signature.type,
    signatureHex: bytesToHex(encodeSignature(signature)),
    signedCid: signedMessageCid(signed),
    unsignedCid: messageCid(message),
    ...(finding.chainId === undefined ? {} : { ethHash: ethTransactionHash(signed, finding.chainId) }),
    from: formatAddress(message.from, letter),
    to: formatAddress(message.to, letter),
    ...(actorType === undefined ? {} : { toActorType: actorType }),
    nonce: message.nonce.toString(),
    value: message.value.toString(),
    method: message.method.toString(),
    ...(named === undefined ? {} : { methodName: named }),
    params: viewOfDecoded(decoded, { letter, clock: active?.facts, limits: SIGNER_LIMITS }),
    paramsHex: bytesToHex(message.params),
    gasLimit: message.gasLimit.toString(),
    gasFeeCap: message.gasFeeCap.toString(),
    gasPremium: message.gasPremium.toString(),
    maximumFee: maximumFee(message).toString(),
    json: signedJson(signed, letter),
    hex: bytesToHex(encodeSignedMessage(signed)),
    ...(entry === undefined ? {} : { journalId: entry.intent.id }),
    ...(pushProblem === undefined ? {} : { pushProblem }),
  };
}

/** Write a signed message as Lotus does, with line breaks. */
export function signedJson(signed: SignedMessage, letter: NetworkLetter): string {
  return writeLosslessJson(signedMessageToJson(signed, letter));
}

function verdictOf({ message, signature }: SignedMessage, { isValid, chainId, signer }: SignatureFinding, letter: NetworkLetter): Verdict {
  const from = formatAddress(message.from, letter);
  if (isValid) {
    const network = NETWORKS.find(({ ethChainId }) => ethChainId === chainId);
    const where = chainId === undefined ? '' : ` for ${network?.title ?? 'a development network'} (chain ${chainId})`;
    return { isValid, words: `${from} signed exactly this message${where}.`, signer: from };
  }
  if (signer !== undefined) {
    const other = formatAddress(signer, letter);
    return { isValid, words: `The signature is not from ${from}. If nothing else was altered, it is from ${other}.`, signer: other };
  }
  return {
    isValid,
    words:
      signature.type === 'delegated'
        ? `The signature is not from ${from} for this message on any network known to Sextant.`
        : `The signature is not from ${from} for this message.`,
  };
}

/** Return the network letter without a node: as in the addresses of the text, or by the chain ID of the transaction. */
function letterOf(text: string, { chainId }: SignatureFinding): NetworkLetter {
  if (chainId !== undefined) {
    return NETWORKS.find(({ ethChainId }) => ethChainId === chainId)?.letter ?? 't';
  }
  return /"(?:To|From)"\s*:\s*"t/.test(text) ? 't' : 'f';
}

async function askActorType(address: Address, active: ActiveConnection | undefined): Promise<ActorType | undefined> {
  if (active === undefined) {
    return undefined;
  }
  const head = new PinnedNode(active.client, { height: active.facts.headHeight ?? 0, key: [], timeMs: 0 }, CAUSE);
  const { value } = await head.read('StateGetActor', (key) => [formatAddress(address, active.letter), key], zNodeActor);
  return active.versions.readActorType(head, value.Code);
}

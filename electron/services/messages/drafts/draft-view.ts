/** The contract's form of a reviewed draft. */
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { maximumFee } from '../../../../shared/domain/messages/gas.ts';
import { encodeMessage, type Message, messageCid } from '../../../../shared/domain/messages/message.ts';
import { methodName } from '../../../../shared/domain/methods/actor-methods.ts';
import { decodeParams } from '../../../../shared/domain/methods/method-decode.ts';
import type { DraftReview } from '../../../../shared/ipc/schemas/drafts.ts';
import { writeLosslessJson } from '../../../../shared/rpc/lossless-json.ts';
import { SCREEN_LIMITS, viewOfDecoded } from '../../../../shared/validation/decoded-view.ts';
import { messageToJson } from '../../../../shared/validation/node/message.ts';
import { writeUnsignedText } from '../../../../shared/validation/unsigned-text.ts';
import type { KnownAddresses } from '../../addresses/known-addresses.ts';
import { toResolvedAddress } from '../../addresses/resolve-address.ts';
import { likelyFeeOf } from '../approvals/freeze-approval.ts';
import { isToSender } from './recipient-checks.ts';
import type { Reviewed } from './reviewed.ts';

/** Return the contract's form of a review. */
export function viewOfReview({ network, facts, checks }: Reviewed, book: Pick<KnownAddresses, 'find'>): DraftReview {
  const { sender, recipient, simulation, fields, networkVersion } = facts;
  const name = methodName(recipient.actorType, fields.method, networkVersion);
  return {
    ...(facts.pinned === undefined ? {} : { pinned: facts.pinned }),
    fieldErrors: Object.fromEntries(
      Object.entries(facts.fieldErrors).flatMap(([field, text]) => (text === undefined ? [] : [[field, text]])),
    ),
    checks: [...checks],
    sender: toResolvedAddress(sender, network.letter, book),
    recipient: { ...toResolvedAddress(recipient, network.letter, book), isSender: isToSender(facts) },
    ...(name === undefined ? {} : { methodName: name }),
    ...(facts.nonces === undefined ? {} : { nonces: facts.nonces }),
    ...(facts.replacement === undefined ? {} : { replacement: facts.replacement }),
    ...(facts.message === undefined ? {} : { message: viewOfMessage(facts.message, { network, facts }) }),
    ...(simulation === undefined ? {} : { simulation: simulation.view }),
    ...(simulation !== undefined || facts.simulationProblem === undefined ? {} : { simulationProblem: { ...facts.simulationProblem } }),
    calls: [...facts.calls],
  };
}

function viewOfMessage(message: Message, { network, facts }: Pick<Reviewed, 'network' | 'facts'>): NonNullable<DraftReview['message']> {
  const { baseFee, recipient, innerActors, actorTypeOfCode, networkVersion } = facts;
  const likelyFee = likelyFeeOf(message, facts);
  const decoded = decodeParams(recipient.actorType, message.method, message.params, {
    networkVersion,
    actorTypeOf: (address) => innerActors.get(address),
    actorTypeOfCode,
  });
  return {
    nonce: message.nonce.toString(),
    gasLimit: message.gasLimit.toString(),
    gasFeeCap: message.gasFeeCap.toString(),
    gasPremium: message.gasPremium.toString(),
    value: message.value.toString(),
    maximumFee: maximumFee(message).toString(),
    ...(likelyFee === undefined ? {} : { likelyFee: likelyFee.toString() }),
    ...(baseFee === undefined ? {} : { baseFee: baseFee.toString() }),
    cid: messageCid(message),
    bytesHex: bytesToHex(encodeMessage(message)),
    paramsHex: bytesToHex(message.params),
    params: viewOfDecoded(decoded, { letter: network.letter, clock: network.clock, limits: SCREEN_LIMITS }),
    json: writeLosslessJson(messageToJson(message, network.letter)),
    unsignedText: writeUnsignedText({ message, genesisCid: network.genesisCid, actorType: recipient.actorType }, network.letter),
  };
}

/** Reads one message for its screen: fields with recomputed CID, location, fees and outcome. */
import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import type { Tipset } from '../../../shared/domain/chain/tipset.ts';
import { bytesToHex } from '../../../shared/domain/encoding/bytes.ts';
import { INVOKE_CONTRACT } from '../../../shared/domain/evm/eth-transaction.ts';
import { feeBreakdown } from '../../../shared/domain/messages/gas.ts';
import { encodeMessage, type Message, type SignedMessage } from '../../../shared/domain/messages/message.ts';
import { methodName } from '../../../shared/domain/methods/actor-methods.ts';
import { type ActorType, singletonActorType } from '../../../shared/domain/methods/actor-type.ts';
import { explainExitCode } from '../../../shared/domain/methods/exit-code.ts';
import { type DecodeContext, decodeParams, decodeReturn } from '../../../shared/domain/methods/method-decode.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Message as MessageScreen } from '../../../shared/ipc/schemas/chain.ts';
import type { CallRef, TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import { SCREEN_LIMITS, viewOfDecoded } from '../../../shared/validation/decoded-view.ts';
import { learnInnerActors } from '../inner-actors.ts';
import { optional } from '../optional.ts';
import type { ChainReader } from './chain-reader.ts';
import type { HeadChain } from './head-chain.ts';
import { signatureOf, signedInBlock, verifyCid } from './message-check.ts';
import { messageFigures } from './message-figures.ts';
import { blocksIncluding, findInStrip, findOnChain, type MessagePlace } from './message-search.ts';
import { readReceiver, uniqueCalls } from './tipset-view.ts';

const CAUSE = 'message: message';

/**
 * @param finalizedHeight height of the finalized tipset, if known
 * @throws SextantError `not-found` if the message is neither on the chain nor in the mempool of this endpoint
 */
export async function readMessage(
  reader: ChainReader,
  chain: HeadChain,
  finalizedHeight: number | undefined,
  cid: string,
): Promise<MessageScreen> {
  const stored = await storedMessage(reader, cid);
  const pooled = stored === undefined ? await inPool(reader, [cid]) : undefined;
  const source = stored ?? pooled;
  if (source === undefined) {
    throw new SextantError('not-found', 'This endpoint has no message with this CID, neither on chain nor in its mempool.', {
      retryable: true,
    });
  }
  const { message } = source;
  const unsignedCid = reader.unsignedCid(message);
  const cids = [...new Set([cid, unsignedCid])];
  const found = pooled === undefined ? await findOnChain(reader, chain, cids) : undefined;
  const waiting = found === undefined && pooled === undefined ? await inPool(reader, cids) : pooled;
  const place = found ?? (waiting === undefined ? await findInStrip(reader, chain, cids) : undefined);
  const inclusionCalls: CallRef[] = [];
  const [blockCids, receiver] = await Promise.all([
    place?.inclusion === undefined ? [] : blocksIncluding(reader, place.inclusion, cids, inclusionCalls),
    receiverOf(reader, chain, message.to),
  ]);
  const signed = waiting?.signed ?? (await signedInBlock(reader, message, blockCids[0], CAUSE));
  const isCidVerified = verifyCid(reader, cid, source, signed);
  const height = place?.inclusion?.height ?? chain.head?.height;
  const networkVersion = height === undefined ? undefined : reader.versions.at(height)?.version;
  const context: DecodeContext = { networkVersion, actorTypeOfCode: (code) => reader.versions.actorType(code) };
  const decode = (actorTypeOf: DecodeContext['actorTypeOf']) =>
    decodeParams(receiver?.type, message.method, message.params, { ...context, actorTypeOf });
  const innerCalls: CallRef[] = [];
  await learnInnerActors(decode, reader.actorTypes, async (address) => {
    const actor = await receiverOf(reader, chain, address);
    innerCalls.push(...(actor?.calls ?? []));
    return actor?.type;
  });
  const actorTypeOf = (address: Address) => reader.actorTypes.get(address);
  const execution = executionOf(reader, message, place, receiver?.type, { ...context, actorTypeOf });
  const bytes = encodeMessage(message);
  const name = methodName(receiver?.type, message.method, networkVersion);
  return {
    cid,
    unsignedCid,
    isCidVerified,
    from: formatAddress(message.from, reader.letter),
    to: formatAddress(message.to, reader.letter),
    ...messageFigures(message),
    ...(name === undefined ? {} : { methodName: name }),
    ...(receiver === undefined ? {} : { toActor: receiver.type }),
    paramsHex: bytesToHex(message.params),
    params: viewOfDecoded(decode(actorTypeOf), { letter: reader.letter, clock: reader.clock, limits: SCREEN_LIMITS }),
    sizeBytes: bytes.length,
    signature: await signatureOf(reader, message, signed, place?.inclusion !== undefined),
    stage: stageOf(place, waiting !== undefined, finalizedHeight),
    ...(place?.inclusion === undefined ? {} : { inclusion: { tipset: refOf(place.inclusion), blockCids } }),
    ...(execution === undefined ? {} : { execution }),
    ...(place?.replacedBy === undefined ? {} : { replacedBy: place.replacedBy }),
    calls: {
      message: uniqueCalls([
        source.call,
        ...(waiting === undefined ? [] : [waiting.call]),
        ...(receiver === undefined ? [] : receiver.calls),
        ...innerCalls,
      ]),
      receipt: uniqueCalls([...(place?.calls ?? []), ...inclusionCalls]),
      fees: uniqueCalls(place?.calls ?? []),
    },
  };
}

interface Source {
  readonly message: Message;
  readonly statedCid?: string;
  readonly signed?: SignedMessage;
  readonly call: CallRef;
}

async function storedMessage(reader: ChainReader, cid: string): Promise<Source | undefined> {
  try {
    const { value, call } = await reader.message(cid, CAUSE);
    return { message: value.message, call, ...(value.statedCid === undefined ? {} : { statedCid: value.statedCid }) };
  } catch (error) {
    // The node answered that it has no such message; any other error (unreachable, refused) is that of the view.
    if (error instanceof SextantError && (error.code === 'node-error' || error.code === 'not-found' || error.code === 'outside-history')) {
      return undefined;
    }
    throw error;
  }
}

async function inPool(reader: ChainReader, cids: readonly string[]): Promise<Source | undefined> {
  const pool = await optional(() => reader.pool(CAUSE));
  const found = pool?.value.find(({ signedCid, unsignedCid }) => cids.includes(signedCid) || cids.includes(unsignedCid));
  return pool === undefined || found === undefined
    ? undefined
    : { message: found.signed.message, signed: found.signed, statedCid: found.unsignedCid, call: pool.call };
}

/** Read the actor type of the recipient of a message or inner call; once per recipient on this connection. */
async function receiverOf(
  reader: ChainReader,
  chain: HeadChain,
  receiver: Address,
): Promise<{ type: ActorType; calls: CallRef[] } | undefined> {
  const known = singletonActorType(receiver) ?? reader.actorTypes.get(receiver);
  if (known !== undefined) {
    return { type: known, calls: [] };
  }
  return optional(() => readReceiver(reader, chain, receiver));
}

function executionOf(
  reader: ChainReader,
  message: Message,
  place: MessagePlace | undefined,
  receiverType: ActorType | undefined,
  context: DecodeContext,
): MessageScreen['execution'] {
  const execution = place?.execution;
  const baseFee = place?.inclusion?.blocks[0]?.parentBaseFee;
  // Fees depend on the base fee of the including tipset and are unknown without it.
  if (execution === undefined || baseFee === undefined || place?.replacedBy !== undefined) {
    return undefined;
  }
  const { receipt } = execution;
  // Only contracts have this method, so its number reveals the actor type.
  const calledActor = receiverType ?? (message.method === INVOKE_CONTRACT ? 'evm' : undefined);
  const exit = explainExitCode(receipt.exitCode, { calledActor, networkVersion: context.networkVersion });
  const returned = decodeReturn(receiverType, message.method, receipt.returnBytes, {
    ...context,
    exitCode: receipt.exitCode,
    params: message.params,
  });
  const fees = feeBreakdown({
    gasUsed: receipt.gasUsed,
    gasLimit: message.gasLimit,
    gasFeeCap: message.gasFeeCap,
    gasPremium: message.gasPremium,
    baseFee,
  });
  return {
    tipset: { height: execution.height, key: [...execution.key], timeMs: reader.timeMsOf(execution.height) },
    exitCode: receipt.exitCode,
    exitName: exit.name,
    exitMeaning: exit.meaning,
    exitFix: exit.fix,
    gasUsed: receipt.gasUsed.toString(),
    ...(receipt.eventsRoot === undefined ? {} : { eventsRoot: receipt.eventsRoot }),
    returnHex: bytesToHex(receipt.returnBytes),
    returned: viewOfDecoded(returned, { letter: reader.letter, clock: reader.clock, limits: SCREEN_LIMITS }),
    baseFee: baseFee.toString(),
    fees: {
      baseFeeBurn: fees.baseFeeBurn.toString(),
      overEstimationBurn: fees.overEstimationBurn.toString(),
      minerTip: fees.minerTip.toString(),
      refund: fees.refund.toString(),
      total: fees.total.toString(),
      minerPenalty: fees.minerPenalty.toString(),
    },
  };
}

function stageOf(place: MessagePlace | undefined, isInPool: boolean, finalizedHeight: number | undefined): MessageScreen['stage'] {
  if (place?.execution !== undefined) {
    return finalizedHeight !== undefined && place.execution.height <= finalizedHeight ? 'final' : 'executed';
  }
  if (place?.inclusion !== undefined) {
    return 'included';
  }
  return isInPool ? 'in-pool' : 'not-found';
}

function refOf(tipset: Tipset): TipsetRef {
  return { height: tipset.height, key: [...tipset.key], timeMs: (tipset.blocks[0]?.timestamp ?? 0) * 1000 };
}

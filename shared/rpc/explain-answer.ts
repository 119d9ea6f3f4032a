/**
 * What a successful answer means where it is easily misread, and what an open call is waiting for. Facts: Lotus v1.36.2
 * chain/stmgr/searchwait.go, chain/store (null rounds), gateway/node.go (look-back of searches).
 */
import { storageDealState } from '../domain/storage-deal-state.ts';
import { bareMethod } from './repair.ts';
import { isRecord } from './repair-values.ts';

/** `DealStatusCompleted` of a retrieval (go-fil-markets retrievalmarket/dealstatus.go). */
const RETRIEVAL_COMPLETED = 15;

export interface AnsweredCall {
  readonly method: string;
  /** As sent. */
  readonly params?: unknown;
  /** Left out where it is not known, or not read whole. */
  readonly result?: unknown;
}

/** A remark on an answer: what it means, and what to do next. */
export interface AnswerRemark {
  readonly title: string;
  readonly text: string;
}

/** What an answer means beyond its value; undefined where it says all. Never throws. */
export function explainAnswer({ method, params, result }: AnsweredCall): AnswerRemark | undefined {
  const bare = bareMethod(method);
  const list: readonly unknown[] = Array.isArray(params) ? params : [];
  if (/^StateSearchMsg/.test(bare) && result === null) {
    return {
      title: 'The message was not found within the look-back',
      text: 'It is pending, was replaced or never sent, or it is older than the search: a gateway searches 20 epochs only. Follow the sender and nonce, or ask a full node without a limit.',
    };
  }
  if (/^(?:StateSearchMsg|StateWaitMsg)/.test(bare) && isRecord(result) && isReplaced(list, result)) {
    return {
      title: 'Another message took its place',
      text: 'The answer is about the message with the same sender and nonce that is on chain; the one that was asked for was replaced.',
    };
  }
  if (/^ChainGetTipSet(?:By|After)Height$/.test(bare)) return otherHeight(bare, list[0], result);
  if (/^eth_getTransactionReceipt$|^EthGetTransactionReceipt(?:Limited)?$/.test(bare) && result === null) {
    return {
      title: 'There is no receipt yet',
      text: 'The transaction is pending, was replaced, or is older than the endpoint looks back (20 epochs on a gateway).',
    };
  }
  if (/^ClientRetrieve(?:Wait)?$|^ClientExport$/.test(bare) && (result === null || isRecord(result))) {
    return {
      title: 'The file may be empty (0 KB)',
      text: `A completed retrieval says nothing of its size: ClientListRetrievals returns BytesReceived. ${EMPTY_RETRIEVAL}`,
    };
  }
  if (bare === 'ClientListRetrievals') return emptyRetrievals(result);
  if (bare === 'ClientGetDealInfo') return dealStage(result);
  return undefined;
}

/** What a call that has no answer yet waits for; undefined where it should be answered at once. */
export function explainWait(method: string): AnswerRemark | undefined {
  const bare = bareMethod(method);
  if (/^StateWaitMsg/.test(bare)) {
    return {
      title: 'The call waits until the message is executed',
      text: 'It never returns if the message was replaced by one with the same nonce, or waits behind a missing nonce. StateSearchMsg answers at once; Stop ends this call.',
    };
  }
  return undefined;
}

const EMPTY_RETRIEVAL =
  'While the sector of the deal is sealing (pSet: NO), a retrieval returns an empty file. The data is not lost: retrieve it again once the sector is proven. Sealing, Can this be retrieved?, shows its state by deal ID or piece CID.';

function emptyRetrievals(result: unknown): AnswerRemark | undefined {
  const retrievals = Array.isArray(result) ? result.filter(isRecord) : [];
  const empty = retrievals.filter(({ Status, BytesReceived }) => Status === RETRIEVAL_COMPLETED && BytesReceived === 0).length;
  if (empty === 0) return undefined;
  return { title: `${empty} of ${retrievals.length} retrievals returned an empty (0 KB) file`, text: EMPTY_RETRIEVAL };
}

/** The stage of a deal of the old market, by the code of its state. */
function dealStage(result: unknown): AnswerRemark | undefined {
  const code = isRecord(result) ? result.State : undefined;
  const state = typeof code === 'number' ? storageDealState(code) : undefined;
  return state === undefined ? undefined : { title: `State ${code}: ${state.name}`, text: `${state.meaning} ${state.fix}` };
}

function isReplaced(params: readonly unknown[], result: Readonly<Record<string, unknown>>): boolean {
  const found = linkIn(result.Message);
  const asked = params.map(linkIn).find((link) => link !== undefined);
  return found !== undefined && asked !== undefined && found !== asked;
}

function linkIn(value: unknown): string | undefined {
  const link = isRecord(value) ? value['/'] : undefined;
  return typeof link === 'string' ? link : undefined;
}

function otherHeight(bare: string, asked: unknown, result: unknown): AnswerRemark | undefined {
  const height = isRecord(result) ? result.Height : undefined;
  if (typeof asked !== 'number' || typeof height !== 'number' || !Number.isSafeInteger(asked) || !Number.isSafeInteger(height))
    return undefined;
  if (asked === height) return undefined;
  const side = height < asked ? 'before' : 'after';
  const other =
    bare === 'ChainGetTipSetByHeight'
      ? 'ChainGetTipSetAfterHeight returns the one after it'
      : 'ChainGetTipSetByHeight returns the one before it';
  return {
    title: `Epoch ${asked} is a null round`,
    text: `No block was made in it, so the answer is the tipset ${side} it, at epoch ${height}; ${other}.`,
  };
}

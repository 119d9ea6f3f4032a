/**
 * Remarks on successful results that are easily misread, and on calls that wait. Sources: Lotus v1.36.2
 * chain/stmgr/searchwait.go, chain/store (null rounds), gateway/node.go (lookback limit of searches).
 */
import { storageDealState } from '../domain/deals/storage-deal-state.ts';
import { bareMethod } from './repair.ts';
import { isRecord } from './repair-values.ts';

/** `DealStatusCompleted` of a retrieval (go-fil-markets retrievalmarket/dealstatus.go). */
const RETRIEVAL_COMPLETED = 15;

export interface AnsweredCall {
  readonly method: string;
  /** As sent. */
  readonly params?: unknown;
  /** Absent if unknown or incomplete. */
  readonly result?: unknown;
}

/** What a result means, and what to do next. */
export interface AnswerRemark {
  readonly title: string;
  readonly text: string;
}

/** A remark on a result; undefined if it needs none. Never throws. */
export function explainAnswer({ method, params, result }: AnsweredCall): AnswerRemark | undefined {
  const bare = bareMethod(method);
  const list: readonly unknown[] = Array.isArray(params) ? params : [];
  if (/^StateSearchMsg/.test(bare) && result === null) {
    return {
      title: 'Message not found within the lookback limit',
      text: 'It is pending, was replaced or never sent, or is older than the searched epochs: a gateway searches only 20. Follow the sender and nonce, or search without a limit on a full node.',
    };
  }
  if (/^(?:StateSearchMsg|StateWaitMsg)/.test(bare) && isRecord(result) && isReplaced(list, result)) {
    return {
      title: 'The message was replaced',
      text: 'The result is for another message with the same sender and nonce, which is on chain instead of the requested one.',
    };
  }
  if (/^ChainGetTipSet(?:By|After)Height$/.test(bare)) return otherHeight(bare, list[0], result);
  if (/^eth_getTransactionReceipt$|^EthGetTransactionReceipt(?:Limited)?$/.test(bare) && result === null) {
    return {
      title: 'No receipt yet',
      text: 'The transaction is pending, was replaced, or is beyond the lookback limit (20 epochs on a gateway).',
    };
  }
  if (/^ClientRetrieve(?:Wait)?$|^ClientExport$/.test(bare) && (result === null || isRecord(result))) {
    return {
      title: 'The file may be empty (0 KB)',
      text: `A completed retrieval does not report its size: check BytesReceived in ClientListRetrievals. ${EMPTY_RETRIEVAL}`,
    };
  }
  if (bare === 'ClientListRetrievals') return emptyRetrievals(result);
  if (bare === 'ClientGetDealInfo') return dealStage(result);
  return undefined;
}

/** What a call without a result waits for; undefined if the method does not wait. */
export function explainWait(method: string): AnswerRemark | undefined {
  const bare = bareMethod(method);
  if (/^StateWaitMsg/.test(bare)) {
    return {
      title: 'The call waits until the message is executed',
      text: 'It never returns if the message was replaced by one with the same nonce, or waits for a missing nonce. StateSearchMsg returns at once. Stop cancels this call.',
    };
  }
  return undefined;
}

const EMPTY_RETRIEVAL =
  'While the sector of the deal is sealing (pSet: NO), a retrieval returns an empty file. The data is not lost: retrieve it again once the sector is proven. To see its state by deal ID or piece CID, open Sealing, Check retrieval.';

function emptyRetrievals(result: unknown): AnswerRemark | undefined {
  const retrievals = Array.isArray(result) ? result.filter(isRecord) : [];
  const empty = retrievals.filter(({ Status, BytesReceived }) => Status === RETRIEVAL_COMPLETED && BytesReceived === 0).length;
  if (empty === 0) return undefined;
  return { title: `${empty} of ${retrievals.length} retrievals returned an empty (0 KB) file`, text: EMPTY_RETRIEVAL };
}

/** The state of a legacy storage deal, by its code. */
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
    text: `No block was produced in it, so the result is the tipset ${side} it, at epoch ${height}. ${other}.`,
  };
}

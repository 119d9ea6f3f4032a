import { describe, expect, it } from 'vitest';
import { explainFailure, failureNumber } from '../../../../shared/rpc/explain.ts';
import { FAILURES } from '../../../../shared/rpc/failure-table.ts';
import { MESSAGE_FAILURES } from '../../../../shared/rpc/failure-table-messages.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

interface RecordedError {
  id: string;
  method: string | null;
  httpStatus: number;
  code: number | null;
  message: string | null;
  class: string;
}

/** Which row of the catalogue explains each recorded answer; `outside` for failures explained without being in the catalogue. */
const EXPECTED: Readonly<Record<string, number | 'outside'>> = {
  'method-not-found': 1,
  'subscription-over-http': 1,
  'wrong-param-count': 4,
  'params-illegal-base64': 4,
  'tipsetkey-as-number': 3,
  'parse-error': 4,
  'empty-body': 4,
  'bad-token': 7,
  'gateway-429': 8,
  'missing-permission-push': 6,
  'missing-permission-paych': 6,
  'cid-as-string': 5,
  'gateway-lookback-height': 10,
  'gateway-lookback-tipset': 10,
  'gateway-future': 10,
  'gateway-busy': 9,
  'node-future': 16,
  'nonce-too-low': 19,
  'already-in-mpool-old': 21,
  'rbf-too-low': 21,
  'existing-nonce': 21,
  'nonce-gap': 20,
  'mpool-funds': 18,
  'push-message-funds': 18,
  'push-message-wrapped': 19,
  'sig-mismatch': 26,
  'gas-limit-low': 24,
  'premium-above-cap': 24,
  'estimate-insufficient': 18,
  'estimate-actor-not-found': 17,
  'invalid-to': 24,
  'null-round': 15,
  'out-of-gas': 29,
  'f3-disabled': 'outside',
  'actor-not-found-coded': 17,
  'deal-not-found': 'outside',
  'not-account': 17,
  'execution-reverted': 29,
  'addr-checksum': 17,
};

describe('recorded errors', () => {
  const { errors } = readSharedJson<{ errors: RecordedError[] }>('errors.json');

  it('are all explained by the row they belong to', () => {
    expect(errors.map(({ id }) => id).sort()).toEqual(Object.keys(EXPECTED).sort());
    for (const error of errors) {
      const call = {
        method: error.method ?? '',
        message: error.message ?? '',
        layer: error.code === null ? ('http' as const) : ('rpc' as const),
        httpStatus: error.httpStatus,
        ...(error.code === null ? {} : { code: error.code }),
      };
      const number = failureNumber(call);
      expect(number ?? 'outside', error.id).toBe(EXPECTED[error.id]);
      const explanation = explainFailure(call);
      expect(explanation.title, error.id).not.toBe('The node refused the call');
      expect(explanation.fix.length).toBeGreaterThan(10);
    }
  });
});

describe('the catalogue', () => {
  it('has a row for each of its thirty-seven failures', () => {
    const numbers = new Set([...FAILURES, ...MESSAGE_FAILURES].map(({ number }) => number).filter((number) => number !== undefined));
    expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 37 }, (_, index) => index + 1));
  });

  it.each([
    [2, 'Filecoin.X', "fatal error calling 'Filecoin.': panic in rpc method 'X': nil", 0],
    [11, 'Filecoin.StateWaitMsg', 'confidence 900 exceeds gateway maximum 20', 1],
    [12, 'Filecoin.StateSearchMsg', 'the answer is null', undefined],
    [14, 'Filecoin.ChainReadObj', 'blockstore: block not found', 1],
    [14, 'Filecoin.StateGetActor', 'loading tipset {bafy}: get block bafy: ipld: could not find bafy', 1],
    [22, 'Filecoin.MpoolPush', 'rejecting replace by fee because of nonce gap', 1],
    [23, 'Filecoin.MpoolPush', 'too many pending messages for actor', 1],
    [25, 'Filecoin.MpoolPush', "GasFeeCap doesn't meet base fee lower bound for inclusion in the next 20 blocks", 1],
    [27, 'Filecoin.MpoolPush', 'sender actor f01000 is not a valid top-level sender', 1],
    [28, 'Filecoin.MpoolPush', 'invalid methodnum 0: only allowed method is InvokeContract(3844450837)', 1],
    [30, 'Filecoin.StateCall', 'refusing explicit call due to state fork at epoch', -32002],
    [31, 'Filecoin.ChainNotify', 'handler: websocket connection closed', undefined],
    [32, 'Filecoin.Version', "Remote API version didn't match (expected 2.3.0, remote 1.5.0)", undefined],
    [33, 'Filecoin.ClientStartDeal', 'computing commP failed: generating CommP: Piece must be at least 127 bytes', 1],
    [35, 'Filecoin.StateDecodeParams', 'cbor input had wrong number of fields', 1],
    [36, 'Filecoin.ClientStartDeal', 'commP mismatch, expected=baga actual=bagb', 1],
  ])('row %i', (number, method, message, code) => {
    expect(failureNumber({ method, message, layer: 'rpc', ...(code === undefined ? {} : { code }) })).toBe(number);
  });

  it('knows statuses and time-outs without a text', () => {
    expect(failureNumber({ method: 'ChainHead', message: '', layer: 'http', httpStatus: 405 })).toBe(37);
    expect(failureNumber({ method: 'Filecoin.StateWaitMsg', message: '', layer: 'timeout' })).toBe(13);
  });

  it('says what the layer tells where nothing else is known', () => {
    for (const layer of ['dns', 'tls', 'http', 'json', 'rpc', 'method', 'chain', 'network', 'timeout'] as const) {
      const explanation = explainFailure({ method: 'X', message: 'something quite new', layer });
      expect(explanation.layer).toBe(layer);
      expect(explanation.title).not.toBe('');
    }
  });
});

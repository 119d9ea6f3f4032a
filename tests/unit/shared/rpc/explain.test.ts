import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cancelledFailure } from '../../../../electron/rpc/network-failure.ts';
import { explainFailure, FAILURES } from '../../../../shared/rpc/explain.ts';
import type { FailedCall, FailureLayer } from '../../../../shared/rpc/failure-row.ts';
import { checked } from '../../../builders/checked.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

interface RecordedError {
  id: string;
  method: string | null;
  httpStatus: number;
  code: number | null;
  message: string | null;
}

/** The row that explains each recorded answer. */
const RECORDED: Readonly<Record<string, string>> = {
  'method-not-found': 'method-not-found',
  'subscription-over-http': 'needs-websocket',
  'wrong-param-count': 'parameter-count',
  'params-illegal-base64': 'parameter-type',
  'tipsetkey-as-number': 'tipset-key-shape',
  'parse-error': 'not-a-call',
  'empty-body': 'not-a-call',
  'bad-token': 'token-refused',
  'gateway-429': 'too-many-requests',
  'missing-permission-push': 'missing-permission',
  'missing-permission-paych': 'missing-permission',
  'cid-as-string': 'cid-as-text',
  'gateway-lookback-height': 'lookback',
  'gateway-lookback-tipset': 'lookback',
  'gateway-future': 'future-tipset',
  'gateway-busy': 'gateway-busy',
  'node-future': 'above-head',
  'nonce-too-low': 'nonce-too-low',
  'already-in-mpool-old': 'replace-too-cheap',
  'rbf-too-low': 'replace-too-cheap',
  'existing-nonce': 'already-in-pool',
  'nonce-gap': 'nonce-gap',
  'mpool-funds': 'not-enough-funds',
  'push-message-funds': 'not-enough-funds-to-push',
  'push-message-wrapped': 'nonce-too-low',
  'sig-mismatch': 'signature',
  'gas-limit-low': 'gas-limit',
  'premium-above-cap': 'cap-below-premium',
  'estimate-insufficient': 'value-above-balance',
  'estimate-actor-not-found': 'actor-not-found',
  'invalid-to': 'message-invalid',
  'null-round': 'null-round-code',
  'out-of-gas': 'out-of-gas',
  'f3-disabled': 'f3-disabled',
  'actor-not-found-coded': 'actor-not-found-code',
  'deal-not-found': 'deal-not-found',
  'not-account': 'not-an-account',
  'execution-reverted': 'simulated-revert',
  'addr-checksum': 'bad-address',
};

function callOf(error: RecordedError): FailedCall {
  return {
    method: error.method ?? '',
    message: error.message ?? '',
    layer: error.code === null ? 'http' : 'rpc',
    httpStatus: error.httpStatus,
    ...(error.code === null ? {} : { code: error.code }),
  };
}

/** A failure as the node's text alone, with code 1, where nothing else is said. */
type Sample = readonly [row: string, text: string, other?: Partial<FailedCall>];

function callFor([, message, other]: Sample): FailedCall {
  return { method: 'Filecoin.X', message, layer: 'rpc', code: 1, ...other };
}

const PUSH = { method: 'Filecoin.MpoolPush' };
const NOT_FOUND = { code: -32601 };

/** Every text of the catalogue of failures, by its number. */
const CATALOGUE: readonly (readonly [number: number, ...samples: Sample[]])[] = [
  [
    1,
    ['method-not-found', "method 'Filecoin.X' not found", NOT_FOUND],
    ['method-not-found', 'method not supported', { method: 'Filecoin.StateCompute' }],
    ['miner-method', "method 'Filecoin.SectorsList' not found", { ...NOT_FOUND, method: 'Filecoin.SectorsList' }],
    ['legacy-market-method', "method 'Filecoin.ClientGetDealInfo' not found", { ...NOT_FOUND, method: 'Filecoin.ClientGetDealInfo' }],
    ['path-not-found', '', { layer: 'http', httpStatus: 404 }],
  ],
  [2, ['panic', "fatal error calling 'Filecoin.': panic in rpc method 'X': nil", { code: 0 }]],
  [
    3,
    [
      'tipset-key-shape',
      "unmarshaling params for 'Filecoin.ChainGetTipSetByHeight' (param: *types.TipSetKey): json: cannot unmarshal number into Go value of type []cid.Cid",
      { code: -32700 },
    ],
  ],
  [
    4,
    [
      'params-not-a-list',
      'unmarshaling param array: json: cannot unmarshal object into Go value of type []json.RawMessage',
      { code: -32700 },
    ],
    ['parameter-count', "wrong param count (method 'Filecoin.X'): 0 != 1", { code: -32602 }],
    ['parameter-count', 'Invalid params', { code: -32602 }],
  ],
  [
    5,
    [
      'cid-as-text',
      "unmarshaling params for 'Filecoin.ChainGetBlock' (param: *cid.Cid): invalid cid: json: cannot unmarshal string",
      { code: -32700 },
    ],
  ],
  [6, ['missing-permission', "missing permission to invoke 'PaychGet' (need 'sign')"]],
  [
    7,
    ['token-unverified', 'JWT Verification failed: jwt: HMAC verification failed', { httpStatus: 401 }],
    ['token-refused', '', { httpStatus: 401, layer: 'http' }],
  ],
  [8, ['too-many-requests', '', { httpStatus: 429, layer: 'http' }]],
  [
    9,
    ['gateway-busy', 'server busy. rate: Wait(n=3) would exceed context deadline'],
    ['gateway-busy', 'connection limited. rate: Wait(n=1)'],
  ],
  [
    10,
    ['lookback', 'bad tipset: lookbacks of more than 24h0m0s are disallowed'],
    ['lookback', 'bad tipset height: lookbacks of more than 24h0m0s are disallowed'],
    ['future-tipset', 'tipset height in future'],
  ],
  [11, ['confidence', 'confidence 900 exceeds gateway maximum 20'], ['confidence', 'message confidence exceeds maximum: 1000 > 900']],
  [12, ['search-found-nothing', 'the answer is null', { method: 'Filecoin.StateSearchMsg' }]],
  [
    13,
    ['wait-timed-out', 'no answer in time', { method: 'Filecoin.StateWaitMsg', layer: 'timeout' }],
    ['message-replaced', 'found message with equal nonce as the one we are looking for'],
  ],
  [
    14,
    ['block-not-found', 'blockstore: block not found'],
    ['block-not-found', 'ipld: could not find bafy2bzaceadncyylxbgtfjjechrn7t22hrkb5rudntl6siwzlieimcar6ar5o'],
    ['block-not-found', 'failed to load hamt node'],
  ],
  [
    15,
    ['null-round-code', 'requested epoch was a null round (3450306)', { code: 12 }],
    ['null-round', 'getting tipset: requested epoch was a null round (7)'],
  ],
  [16, ['above-head', 'looking for tipset with height greater than start point, req: 6000000, head: 5999990']],
  [
    17,
    ['actor-not-found-code', 'actor not found', { code: 11 }],
    ['actor-not-found', 'load state tree: failed to get actor: actor not found'],
  ],
  [
    18,
    ['not-enough-funds', 'not enough funds (required: 1.5 FIL, balance: 0.5 FIL): not enough funds to execute transaction', PUSH],
    [
      'not-enough-funds-pending',
      'not enough funds including pending messages (required: 2 FIL, balance: 0.5 FIL): validation failure',
      PUSH,
    ],
  ],
  [19, ['nonce-too-low', 'minimum expected nonce is 12, got 11: message nonce too low', PUSH]],
  [20, ['nonce-gap', 'message nonce has too big a gap from expected nonce (Nonce: 30, nextNonce: 12): unfulfilled nonce gap', PUSH]],
  [
    21,
    [
      'replace-too-cheap',
      'message from f1abc with nonce 7 already in mpool, increase GasPremium to 110001 from 105000 to trigger replace by fee: replace by fee has too low GasPremium',
      PUSH,
    ],
  ],
  [22, ['replace-in-gap', 'rejecting replace by fee because of nonce gap (Nonce: 9, nextNonce: 7): unfulfilled nonce gap', PUSH]],
  [23, ['too-many-pending', 'too many pending messages for actor', PUSH]],
  [
    24,
    [
      'gas-limit',
      "message will not be included in a block: 'GasLimit' field cannot be less than the cost of storing a message on chain 1000 < 585800",
      PUSH,
    ],
    ['cap-below-premium', "message will not be included in a block: 'GasFeeCap' less than 'GasPremium'", PUSH],
    ['message-invalid', "message will not be included in a block: 'To' address cannot be empty", PUSH],
  ],
  [
    25,
    [
      'fee-cap-below-base-fee',
      "GasFeeCap doesn't meet base fee lower bound for inclusion in the next 20 blocks (GasFeeCap: 101, baseFeeLowerBound: 4000): validation failure",
      PUSH,
    ],
  ],
  [
    26,
    ['signature', 'signature verification failed: secp signature did not match', PUSH],
    ['signature', 'signature did not match', PUSH],
    ['signature', 'bls signature incorrectly sized', PUSH],
  ],
  [27, ['not-a-sender', 'sender actor f01000 is not a valid top-level sender', PUSH]],
  [28, ['invoke-only', 'invalid methodnum 0: only allowed method is InvokeContract(3844450837)', PUSH]],
  [
    29,
    [
      'simulated-failure',
      'GasEstimateMessageGas error: estimating gas used: message execution failed: exit ErrIllegalArgument(16), reason: bad (RetCode=16)',
    ],
    ['simulated-revert', 'message execution failed (exit=[33], revert reason=[0x08c379a0], vm error=[message failed with backtrace])'],
    ['out-of-gas', 'call ran out of gas', { code: 2 }],
    ['reverted', 'message execution failed (exit=[16], revert reason=[none], vm error=[x])', { code: 3 }],
  ],
  [
    30,
    [
      'expensive-fork',
      'required historical state unavailable: refusing explicit call due to state fork at epoch 4867320',
      { code: -32002 },
    ],
    ['block-range', 'block range exceeds maximum of 100 (got 5000)', { code: -32005 }],
  ],
  [
    31,
    ['stream-closed', 'handler: websocket connection closed'],
    ['stream-closed', 'sendRequest failed: websocket routine exiting'],
    ['stream-closed', 'head change sub is slow, have 10 buffered entries'],
  ],
  [32, ['version-mismatch', "Remote API version didn't match (local 2.3.0, remote 1.5.0)", { method: 'Filecoin.Version' }]],
  [33, ['piece-below-127-bytes', 'computing commP failed: generating CommP: Piece must be at least 127 bytes']],
  [34, ['sector-not-proven', 'sector 7: Proving, sSet: NO, active: NO, pSet: NO']],
  [
    35,
    ['decode-params', 'unexpected EOF', { method: 'Filecoin.StateDecodeParams' }],
    ['params-do-not-decode', 'failed parse child message params'],
    ['params-do-not-decode', 'cbor input had wrong number of fields'],
  ],
  [
    36,
    ['piece-cid-mismatch', 'commP mismatch, expected=baga actual=bagb'],
    ['piece-cid-mismatch', "proposal CommP doesn't match calculated CommP"],
  ],
  [37, ['post-only', '', { httpStatus: 405, layer: 'http' }], ['cors', 'blocked by CORS policy', { layer: 'http', code: -1 }]],
];

/** The rules of the hosted endpoints, as far as breaking one is a failure; that no token is needed is said where one is refused. */
const HOSTED: readonly Sample[] = [
  ['piece-below-127-bytes', 'computing commP failed: generating CommP: Piece must be at least 127 bytes'],
  ['sector-not-proven', 'a 0 kb file'],
  ['params-not-a-list', 'unmarshaling param array: json: cannot unmarshal object', { code: -32700 }],
  ['cid-as-text', 'json: cannot unmarshal string into Go value of type struct { CidTarget string "json:\\"/\\"" }', { code: -32700 }],
  ['post-only', 'Method Not Allowed', { httpStatus: 405, layer: 'http' }],
  ['not-read-only', "method 'Filecoin.WalletNew' not found", { ...NOT_FOUND, method: 'Filecoin.WalletNew' }],
  ['lookback', 'bad tipset height: lookbacks of more than 16h40m0s are disallowed'],
  ['token-refused', '', { httpStatus: 401, layer: 'http' }],
  ['all-deals', "method 'Filecoin.StateMarketDeals' not found", { ...NOT_FOUND, method: 'Filecoin.StateMarketDeals' }],
  ['version-mismatch', "Remote API version didn't match (expected 2.3.0, remote 1.5.0)"],
];

/** What gateways, pools and signing devices answer at their limits, as their sources have it. */
const LIMITS: readonly Sample[] = [
  ['invoke-only', 'unsupported EAM method', PUSH],
  ['too-many-filters', 'too many subscriptions and filters per connection'],
  ['block-range', 'block range exceeds maximum of 100 (got 101)', { code: -32005 }],
  ['block-tag', 'block param "earliest" is not supported', { method: 'eth_getBlockByNumber' }],
  ['fee-history-too-long', 'block count too high', { method: 'eth_feeHistory' }],
  ['body-too-large', 'request bigger than maximum 104857600 allowed', { code: -32700 }],
  ['tipset-not-loaded', 'loading tipset {bafy}: get block bafy: ipld: could not find bafy'],
  ['block-not-found', 'failed to load message'],
  ['actor-not-found', 'resolution lookup failed (f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za): actor not found'],
  ['already-in-pool', 'message from f1abc with nonce 7 already in mpool: message with nonce already exists', PUSH],
  ['fee-cap-too-low', 'gas fee cap too low', PUSH],
  ['message-too-large', 'mpool message too large (70000B): message too big', PUSH],
  ['gas-limit', "'GasLimit' field -1 must be positive", PUSH],
  ['gas-limit', "'GasLimit' field cannot be greater than a block's gas limit (20000000000 > 10000000000)", PUSH],
  ['message-invalid', "message not valid for block inclusion: 'Value' field cannot be negative", PUSH],
  ['message-invalid', "invalid 'To' address", PUSH],
  ['bad-id', 'failed to parse ID: invalid id type: bool', { code: -32700 }],
  ['not-a-call', 'Invalid request', { code: -32600 }],
  ['node-down', '', { httpStatus: 503, layer: 'http' }],
  ['f3-ticket', 'ticket has expired', { code: 6 }],
  ['f3-not-ready', "f3 isn't yet ready to participate", { code: 10 }],
  ['payment-channels-disabled', 'payment channels disabled (EnablePaymentChannelManager=false)', { code: 13 }],
  ['connection-lost', 'the connection was closed', { code: -1111111 }],
  ['limit-exceeded', 'rate limit', { code: -32005 }],
  ['f3-disabled', 'f3 is disabled', { code: 4 }],
  ['subsystem-disabled', 'getting manifest: f3 is disabled'],
  ['deal-not-found', 'deal 5 not found - deal may not have completed sealing'],
  ['not-an-account', 'actor code is not account: multisig'],
  ['needs-websocket', "method 'Filecoin.ChainNotify' not supported in this mode (no out channel support)", NOT_FOUND],
  [
    'parameter-count',
    "wrong param count (method 'Filecoin.StateDecodeParams'): 3 != 4",
    { code: -32602, method: 'Filecoin.StateDecodeParams' },
  ],
  ['parameter-type', "unmarshaling params for 'Filecoin.StateCall' (param: *types.Message): json: cannot unmarshal", { code: -32700 }],
  ['bad-address', "unmarshaling params for 'Filecoin.StateGetActor' (param: address.Address): unknown address network", { code: -32700 }],
  ['simulated-out-of-gas', 'estimating gas: call ran out of gas'],
  ['ledger', 'Data is invalid : Unexpected number of items', { code: 27012 }],
  ['ledger', 'Unexpected data type'],
  ['ledger', 'unexpected method'],
  ['forbidden', '', { httpStatus: 403, layer: 'http' }],
  ['proxy-body-too-large', '', { httpStatus: 413, layer: 'http' }],
  ['cancelled', cancelledFailure().failure.message, { layer: 'network' }],
  ['reply-too-much', 'The reply of node.example is larger than 128 MiB and was not read.', { layer: 'http' }],
  ['reply-of-other-shape', 'The node answered ChainHead in an unexpected shape at Blocks.0.Miner.', { layer: 'json' }],
  ['reply-too-much', 'The reply of node.example exceeds a limit: JSON is nested deeper than 256 levels.', { layer: 'json' }],
  ['value-above-balance', 'message execution failed: exit SysErrInsufficientFunds(6), reason: transfer failed', PUSH],
  ['not-enough-funds-to-push', 'mpool push: not enough funds: 5 < 7', PUSH],
  ['nonce-not-zero', 'MpoolPushMessage expects message nonce to be 0, was 14', { method: 'Filecoin.MpoolPushMessage' }],
  ['sender-not-an-account', 'address t01000 was not for an account actor (RetCode=4)', PUSH],
  ['pledge-collateral-retired', 'unsupported from network version 29', { method: 'Filecoin.StateMinerInitialPledgeCollateral' }],
  ['reward-split-before-29', 'StateRewardDistribution requires reward actor v19 (network version 29)', { apiVersion: 'v2' }],
  [
    'selector-shape',
    "unmarshaling params for 'Filecoin.StateGetActor' (param: types.TipSetSelector): json: cannot unmarshal array into Go value",
    { code: -32700, apiVersion: 'v2' },
  ],
  ['selector-shape', 'exactly one tipset selection criteria must be specified, found: 0', { apiVersion: 'v2' }],
  [
    'selector-for-key',
    "unmarshaling params for 'Filecoin.StateGetActor' (param: types.TipSetKey): json: cannot unmarshal object into Go value of type []cid.Cid",
    { code: -32700 },
  ],
  ['too-many-topics', 'invalid filter: topics length 5 is above 4', { method: 'eth_getLogs' }],
  ['expensive-fork-wrapped', 'failed to call: refusing explicit call due to state fork at epoch 6470279', { method: 'eth_call' }],
  ['receipts-of-null-round', 'requested epoch was a null round (7)', { code: 12, method: 'eth_getBlockReceipts' }],
  ['v2-method', "method 'Filecoin.StateRewardDistribution' not found", { ...NOT_FOUND, method: 'Filecoin.StateRewardDistribution' }],
  ['all-sectors-timed-out', 'no answer in time', { method: 'Filecoin.StateMinerSectors', layer: 'timeout' }],
];

const HTTP = { layer: 'http' } as const;
const ETH = { method: 'eth_call' };
const SEND = { method: 'eth_sendRawTransaction', code: -32000 };

/** What proxies, hosted services and other programs answer around a node. */
const SURROUNDINGS: readonly Sample[] = [
  ['method-not-found', 'The method eth_foo does not exist/is not available', { code: -32700, method: 'eth_foo' }],
  ['method-not-found', 'unsupported method', { code: -32600 }],
  ['method-not-found', 'The method Filecoin.X does not exist', { code: -32000 }],
  ['simulated-revert', 'message execution failed (exit=[33], revert reason=[none], vm error=[x])', { code: 3 }],
  ['simulated-revert', 'execution reverted: not the owner', { code: 3, ...ETH }],
  ['cid-as-text', 'json: cannot unmarshal string into Go value of type cid.Cid', { code: -32700 }],
  ['rate-limited-by-service', 'host answered with HTTP 200.', { ...HTTP, reply: '{"message":"API rate limit exceeded"}' }],
  ['rate-limited-by-service', 'Too many requests, slow down', { code: -32000 }],
  ['not-in-plan', 'eth_getLogs is not available on your current plan', { code: -32000 }],
  ['not-in-plan', 'Please upgrade your plan', { code: -32600 }],
  ['not-in-plan', 'The method eth_getLogs is not available on the Free tier of this plan', { code: -32601, method: 'eth_getLogs' }],
  ['gateway-of-lite-node', 'RPC client error: sendRequest failed: Post "https://x/rpc/v1": dial tcp: refused', { code: 1 }],
  ['client-without-node', 'RPC client error: sendRequest failed: Post "http://x/rpc/v1": EOF', { layer: 'network' }],
  ['syncing', 'node is still syncing', { code: 1 }],
  ['syncing', 'chain not synced', { code: 1 }],
  ['block-not-found', 'state root bafyx not found', { code: 1 }],
  ['block-not-found', 'failed to load state tree bafyx: blockstore miss', { code: 1 }],
  ['node-time-limit', 'context deadline exceeded', { code: 1 }],
  ['node-cancelled', 'context canceled', { code: 1 }],
  ['reply-broken-off', 'The answer of node.example:80 broke off after 100 of 5,040 bytes.', { layer: 'network' }],
  ['connection-closed', 'node.example:80 closed the connection before the answer was complete.', { layer: 'network' }],
  ['connection-closed', 'curl: (52) Empty reply from server', { layer: 'network' }],
  ['reply-empty', 'node.example answered with an empty body.', { layer: 'json' }],
  ['reply-web-page', 'node.example answered with a web page, not with JSON-RPC. Check the path of the URL.', { layer: 'json' }],
  ['reply-malformed', 'node.example answered with incomplete or malformed JSON.', { layer: 'json', reply: '{"id":1' }],
  ['batch-parts', '1 of 3 calls of the batch failed.'],
  ['reply-of-another-call', 'host answered with the id of another call.', { layer: 'json' }],
  ['redirect', '', { ...HTTP, httpStatus: 301 }],
  ['server-error', 'host answered with HTTP 500.', { ...HTTP, httpStatus: 500, reply: '' }],
  ['internal-error', 'something', { code: -32603 }],
  ['server-defined-error', 'something', { code: -32000 }],
  ['eth-disabled', 'module runtime disabled; enable with Fevm.EnableEthRPC', ETH],
  ['eth-future-block', 'requested a future epoch (beyond latest)', ETH],
  ['eth-filter-gone', 'filter not found', { method: 'eth_getFilterChanges' }],
  ['eth-chain-id', 'invalid chain id', SEND],
  ['eth-underpriced', 'replacement transaction underpriced', SEND],
  ['eth-fee-too-low', 'transaction underpriced', SEND],
  ['eth-nonce-too-low', 'nonce too low', SEND],
  ['eth-nonce-too-high', 'nonce too high', SEND],
  ['eth-already-known', 'already known', SEND],
  ['eth-fee-cap-below-base-fee', 'max fee per gas less than block base fee', SEND],
  ['eth-tip-above-cap', 'max priority fee per gas higher than max fee per gas', SEND],
  ['eth-invalid-sender', 'invalid sender', SEND],
  ['eth-too-many-logs', 'query returned more than 10000 results', { method: 'eth_getLogs', code: -32000 }],
  ['eth-too-many-logs', 'block range is too wide', { method: 'eth_getLogs', code: -32602 }],
  ['eth-insufficient-funds', 'insufficient funds for gas * price + value', SEND],
  ['eth-gas-allowance', 'gas required exceeds allowance (21000)', { method: 'eth_estimateGas' }],
  ['eth-raw-transaction', 'unsupported transaction type: 1', SEND],
];

/** Rejections of storage deals, which come as texts of calls too. */
const DEALS: readonly Sample[] = [
  ['piece-below-minimum', 'deal rejected: piece size less than minimum required size: 1 < 2'],
  ['piece-above-maximum', 'deal rejected: piece size more than maximum allowed size: 2 > 1'],
  ['price-below-ask', 'deal rejected: storage price per epoch less than asking price: 1 < 2'],
  ['start-too-far', 'deal rejected: deal start epoch is too far in the future: 2 > 1'],
  ['start-elapsed', 'deal rejected: deal start epoch has already elapsed'],
  ['duration-out-of-bounds', 'deal rejected: deal duration out of bounds (min, max, provided): 1, 2, 3'],
  ['collateral-out-of-bounds', 'deal rejected: proposed provider collateral below minimum: 1 < 2'],
  ['client-funds-too-small', 'deal rejected: clientMarketBalance.Available too small: 1 < 2'],
  ['datacap-too-small', 'deal rejected: verified deal DataCap too small for proposed piece size'],
  ['unverified-refused', 'deal rejected: miner is not accepting unverified storage deals'],
  ['deals-refused', 'deal rejected: miner is not accepting offline storage deals'],
  ['provider-not-reached', 'exhausted 15 attempts but failed to open stream, err: routing: not found'],
  ['refused-by-filter', 'Deal rejected unconditionally'],
  ['deal-rejected', 'deal rejected: for reasons of its own'],
];

const INVALID = 'json: cannot unmarshal';
const cidError = (detail: string) => `unmarshaling params for 'Filecoin.ChainGetMessage' (param: *cid.Cid): ${detail}`;
const addressError = (detail: string) => `unmarshaling params for 'Filecoin.StateGetActor' (param: *address.Address): ${detail}`;
const TARGET = 'into Go value of type struct { CidTarget string "json:\\"/\\"" }';

/** Parameters of another type or content than the node takes, as go-cid and go-address refuse them. */
const CONTENTS: readonly Sample[] = [
  ['cid-as-text', cidError(`invalid cid: ${INVALID} string ${TARGET}`), { code: -32700 }],
  ['cid-of-wrong-type', cidError(`invalid cid: ${INVALID} number ${TARGET}`), { code: -32700 }],
  ['cid-of-wrong-type', cidError(`${INVALID} array ${TARGET}`), { code: -32700 }],
  ['cid-invalid', cidError('invalid cid: selected encoding not supported'), { code: -32700 }],
  ['cid-invalid', cidError('invalid cid: cid too short'), { code: -32700 }],
  ['cid-invalid', cidError('unexpected EOF'), { code: -32700 }],
  ['address-of-wrong-type', addressError(`${INVALID} number into Go value of type string`), { code: -32700 }],
  ['address-of-wrong-type', addressError(`${INVALID} object into Go value of type string`), { code: -32700 }],
  ['bad-address', addressError('invalid address payload'), { code: -32700 }],
  ['bad-address', addressError('illegal base32 data at input byte 3'), { code: -32700 }],
];

const ALL: readonly Sample[] = [
  ...CATALOGUE.flatMap(([, ...samples]) => samples),
  ...HOSTED,
  ...LIMITS,
  ...CONTENTS,
  ...SURROUNDINGS,
  ...DEALS,
];

describe('recorded errors', () => {
  it('are each explained by their row', () => {
    const { errors } = readSharedJson<{ errors: RecordedError[] }>('errors.json');
    for (const error of errors) expect(explainFailure(callOf(error)).id, error.id).toBe(RECORDED[error.id]);
    checked(errors.length, 39, 'recorded errors');
    checked(Object.keys(RECORDED).length, 39, 'rows named for recorded errors');
  });
});

describe('the catalogue', () => {
  it('has each of its failures explained by its row, which bears its number', () => {
    for (const [number, ...samples] of CATALOGUE) {
      for (const sample of samples) {
        const [row, text] = sample;
        const { id } = explainFailure(callFor(sample));
        expect(id, `${number} ${text}`).toBe(row);
        expect(FAILURES.find((candidate) => candidate.id === id)?.number, text).toBe(number);
      }
    }
    expect(CATALOGUE.map(([number]) => number)).toEqual(Array.from({ length: 37 }, (_, index) => index + 1));
    checked(CATALOGUE.length, 37, 'failures of the catalogue');
    checked(CATALOGUE.flatMap(([, ...samples]) => samples).length, 68, 'texts of the catalogue');
  });

  it('knows what breaks the rules of hosted endpoints', () => {
    for (const sample of HOSTED) expect(explainFailure(callFor(sample)).id, sample[1]).toBe(sample[0]);
    expect(explainFailure({ method: 'X', message: '', layer: 'http', httpStatus: 401 }).fix).toContain('public endpoints need none');
    checked(HOSTED.length, 10, 'rules of hosted endpoints');
  });

  it('knows the limits of gateways and pools, and the rejections of deals', () => {
    for (const sample of [...LIMITS, ...CONTENTS, ...DEALS]) expect(explainFailure(callFor(sample)).id, sample[1]).toBe(sample[0]);
    checked(LIMITS.length, 56, 'texts at the limits of gateways, pools and devices');
    checked(CONTENTS.length, 10, 'texts about CIDs and addresses');
    checked(DEALS.length, 14, 'rejections of deals');
  });

  it('knows what proxies, services and other programs answer', () => {
    for (const sample of SURROUNDINGS) expect(explainFailure(callFor(sample)).id, sample[1]).toBe(sample[0]);
    checked(SURROUNDINGS.length, 48, 'texts of what surrounds a node');
  });

  it('has no row that nothing reaches, and names none twice', () => {
    const reached = new Set(ALL.map((sample) => explainFailure(callFor(sample)).id));
    const ids = FAILURES.map(({ id }) => id);
    expect(ids.filter((id) => !reached.has(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { title, cause, fix } of FAILURES) {
      expect(title).toMatch(/^[A-Z][^.]*[^.]$/);
      for (const sentence of [cause, fix]) expect(sentence).toMatch(/^[A-Z].*\.$/);
    }
    checked(reached.size, ids.length, 'rows reached');
  });
});

describe('figures of the text', () => {
  it.each([
    ['minimum expected nonce is 12, got 11: message nonce too low', 'create the message again with nonce 12'],
    ['increase GasPremium to 110001 from 105000 to trigger replace by fee', 'Use a premium of at least 110001 attoFIL instead of 105000'],
    ['not enough funds (required: 1.000000605085101737 FIL, balance: 0.5 FIL)', 'add at least 0.500000605085101737 FIL'],
    ['mpool push: not enough funds: 500000000 < 20374828253808861874', 'add at least 20.374828253308861874 FIL'],
    ['confidence 900 exceeds gateway maximum 20', 'Use a confidence of at most 20'],
    ['bad tipset height: lookbacks of more than 16h40m0s are disallowed', 'one of the last 2000 epochs'],
    ['bad tipset height: lookbacks of more than 30m0s are disallowed', 'one of the last 60 epochs'],
    ['not enough funds (required: 1 FIL, balance: 2 FIL)', 'lower the fee cap'],
    ["missing permission to invoke 'PaychGet' (need 'sign')", 'Use a token with the sign permission'],
    ['looking for tipset with height greater than start point, req: 6000000, head: 5999990', 'up to 5999990 instead of 6000000'],
    ['message execution failed: exit ErrForbidden(18), reason: no', 'Exit code 18 is ErrForbidden.'],
    ['message nonce has too big a gap from expected nonce (Nonce: 30, nextNonce: 12)', 'from nonce 12 to the one before 30'],
    ['rejecting replace by fee because of nonce gap (Nonce: 9, nextNonce: 7)', 'with nonce 7 first'],
    [
      "'GasLimit' field cannot be less than the cost of storing a message on chain 1000 < 585800",
      'the gas limit is 1000 and must be at least 585800',
    ],
    [
      "'GasLimit' field cannot be greater than a block's gas limit (20000000000 > 10000000000)",
      'the gas limit is 20000000000 and must be at most 10000000000',
    ],
    ['base fee lower bound (GasFeeCap: 101, baseFeeLowerBound: 4000)', 'at least 4000 attoFIL'],
    ["'From' address cannot be empty; message will not be included in a block", 'Correct the field From'],
    ['mpool message too large (70000B): message too big', 'this one is 70000 bytes'],
    ['actor code is not account: storageminer', 'The actor is of type storageminer'],
    ["Remote API version didn't match (local 2.3.0, remote 1.5.0)", 'The client uses 2.3.0, the node 1.5.0'],
    ['request bigger than maximum 104857600 allowed', 'at most 104857600 bytes'],
    ["unmarshaling params for 'Filecoin.X' (param: *abi.ChainEpoch): json: no", 'the Go type abi.ChainEpoch'],
  ])('%s', (message, words) => {
    expect(explainFailure({ method: 'X', message, layer: 'rpc', code: 1 }).fix).toContain(words);
  });

  it('are taken by strict patterns alone: what is put into a text never comes out', () => {
    const markup = fc.string({ unit: fc.constantFrom('<', '&', '\\', '`', '\u202e'), minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...ALL), markup, fc.nat(120), (sample, noise, at) => {
        const call = callFor(sample);
        const { title, cause, fix } = explainFailure({ ...call, message: call.message.slice(0, at) + noise + call.message.slice(at) });
        expect(title + cause + fix).not.toMatch(/[<&\\`\u202e]/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('words from the request', () => {
  const refused = (method: string, message: string, params?: unknown) =>
    explainFailure({ method: `Filecoin.${method}`, message, layer: 'rpc', code: -32700, ...(params === undefined ? {} : { params }) });
  const CID = 'bafy2bzaceadncyylxbgtfjjechrn7t22hrkb5rudntl6siwzlieimcar6ar5o';
  const AS_TEXT = cidError(`invalid cid: ${INVALID} string ${TARGET}`);
  const CHECKSUM = addressError('invalid address checksum');
  const PAYLOAD = addressError('invalid address payload');

  it('tell a CID that was sent as text from what is no CID', () => {
    expect(refused('ChainGetBlock', AS_TEXT, [CID])).toMatchObject({ title: 'A CID must be a link object', repair: { kind: 'request' } });
    for (const params of [['bafyx'], [`${CID}a`], ['']]) {
      const explanation = refused('ChainGetBlock', AS_TEXT, params);
      expect(explanation.title).toBe('Not a valid CID');
      expect(explanation.repair).toBeUndefined();
    }
    expect(refused('ChainNew', AS_TEXT, ['bafyx']).title).toBe('Not a valid CID');
    expect(refused('ChainNew', AS_TEXT, ['bafyx', 1]).title).toBe('A CID must be a link object');
    expect(refused('ChainGetBlock', AS_TEXT).cause).toBe('The CID was sent as plain text.');
    const link = refused('ChainGetMessage', cidError('invalid cid: selected encoding not supported'), [{ '/': 'nonsense' }]);
    expect(link.cause).not.toContain('plain text');
    expect(link.repair).toBeUndefined();
  });

  it.each([
    [
      'StateGetActor',
      PAYLOAD,
      ['t09223372036854775808', null],
      'An ID address is f0 followed by a number below 2^63, with at most 19 digits.',
    ],
    ['StateGetActor', addressError('unknown address network'), [' t01000 ', null], 'The address contains whitespace'],
    ['StateGetActor', CHECKSUM, ['f1bbjxfbp274xpdqcpuaykwkfb43omjotacm2p3za', null], 'The address checksum is wrong'],
    ['StateGetActor', PAYLOAD, ['f1abc', null], 'The address has the wrong length'],
    ['StateVerifiedClientStatus', addressError('unknown address protocol'), ['f9x', null], 'The second character of an address'],
    [
      'WalletBalance',
      addressError('unknown address network'),
      ['0xff00000000000000000000000000000000000001'],
      'This is an Ethereum address',
    ],
    ['StateCall', CHECKSUM, [{ To: 'f01', From: 'f1bbjxfbp274xpdqcpuaykwkfb43omjotacm2p3za' }, null], 'The address checksum is wrong'],
    ['MpoolPush', CHECKSUM, [{ Message: { To: 'f01 ' }, Signature: {} }], 'The address contains whitespace'],
    ['AnythingNew', CHECKSUM, ['f01 '], 'The address contains whitespace'],
  ])('name the exact reason why %s does not take the address: %s', (method, message, params, reason) => {
    expect(refused(method, message, params).cause).toContain(reason);
  });

  it('are the general ones where no address of the request can be blamed', () => {
    const general = refused('StateGetActor', PAYLOAD).cause;
    for (const params of [[], ['f01', null], {}, 5, [5]]) expect(refused('StateGetActor', PAYLOAD, params).cause).toBe(general);
    expect(refused('AnythingNew', PAYLOAD, ['f01 ', 'x']).cause).toBe(general);
    expect(general).not.toContain('checksum');
  });

  it('say the same of an endpoint for everyone and of a node of one’s own', () => {
    const { title, cause } = explainFailure({ method: 'Filecoin.WalletList', message: 'not found', layer: 'rpc', code: -32601 });
    expect(title + cause).not.toMatch(/public/i);
  });
});

describe('words from the reply and the token', () => {
  const ERROR_DATA = `0x08c379a0${'20'.padStart(64, '0')}${'5'.padStart(64, '0')}${'68656c6c6f'.padEnd(64, '0')}`;
  const PANIC_DATA = `0x4e487b71${'12'.padStart(64, '0')}`;
  const reverted = (other: Partial<FailedCall>) =>
    explainFailure({ method: 'eth_call', layer: 'rpc', code: 3, message: 'message execution failed (exit=[33], vm error=[x])', ...other });
  const withData = (data: string) => ({ reply: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'x', data } }) });

  it('decode the reason of a contract from the data, or from the text', () => {
    expect(reverted(withData(ERROR_DATA)).reason).toBe('hello');
    expect(reverted({ message: `message execution failed (exit=[33], revert reason=[${ERROR_DATA}], vm error=[x])` }).reason).toBe('hello');
    expect(reverted({ message: 'message execution failed (exit=[33], revert reason=[Error(hello)], vm error=[x])' }).reason).toBe('hello');
    expect(reverted({ message: 'execution reverted: hello' }).reason).toBe('hello');
    expect(reverted(withData(PANIC_DATA)).cause).toContain('division by zero');
    expect(reverted(withData('0x12345678')).fix).toContain('Look up 0x12345678 in the contract’s ABI');
    for (const reply of ['', '{', '[]', 'x'.repeat(5000)]) expect(reverted({ reply })).toMatchObject({ id: 'simulated-revert' });
  });

  it.each([
    ['no token', { isSent: false }, 'This method needs a token', 'No token was sent; this needs the sign permission.'],
    [
      'a token for less',
      { isSent: true, permissions: ['read', 'write'] },
      'The token does not allow this method',
      'Your token grants read, write; this needs sign.',
    ],
    ['a token of which nothing is known', { isSent: true }, 'The token does not allow this method', 'The token does not grant the'],
  ])('tell %s from others where a permission is missing', (_name, token, title, cause) => {
    const message = "missing permission to invoke 'PaychGet' (need 'sign')";
    const explanation = explainFailure({ method: 'Filecoin.PaychGet', layer: 'rpc', code: 1, message, token });
    expect(explanation.title).toBe(title);
    expect(explanation.cause).toContain(cause);
  });

  it('do not blame a token that was not sent, nor one of which nothing is known', () => {
    const refused = (token: Pick<FailedCall, 'token'>) =>
      explainFailure({ method: 'X', message: '', layer: 'http', httpStatus: 401, ...token });
    expect(refused({ token: { isSent: false } }).title).toBe('The endpoint requires a token');
    expect(refused({ token: { isSent: true } }).title).toBe('The endpoint refused the token');
    expect(refused({}).title).toBe('The endpoint requires a valid token');
    const message = "missing permission to invoke 'PaychGet' (need 'sign')";
    expect(explainFailure({ method: 'Filecoin.PaychGet', layer: 'rpc', code: 1, message }).title).toBe('Missing permission');
  });

  it('name the delay that the endpoint asks for', () => {
    const limited = { method: 'X', message: '', layer: 'http', httpStatus: 429 } as const;
    expect(explainFailure({ ...limited, retryAfterMs: 30_000 }).fix).toContain('after 30 seconds');
    expect(explainFailure({ ...limited, httpStatus: 503, retryAfterMs: 400 }).fix).toContain('after 1 second,');
  });

  it('tell a path that takes no POST from a call that was none', () => {
    const refused = { method: 'X', message: '', layer: 'http', httpStatus: 405 } as const;
    expect(explainFailure(refused).title).toBe('This path does not accept POST');
    expect(explainFailure({ ...refused, httpMethod: 'GET' }).title).toBe('Only POST is supported');
  });

  it('name what a node serves in place of a method that is spelled right', () => {
    const missing = (method: string) =>
      explainFailure({ method, message: 'not found', layer: 'rpc', code: -32601, params: ['f01000', null, null] });
    expect(missing('Filecoin.StateMinerSectors').cause).toContain('The name is correct');
    expect(missing('Filecoin.StateMinerSectors').fix).toContain('StateSectorGetInfo');
    expect(missing('Filecoin.StateMinerSectorz').cause).toContain('misspelled');
  });

  it('take a mask for a mask', () => {
    const signed = { Message: { To: 'f01000', From: 'f01001' }, Signature: { Type: '1', Data: '[masked]' } };
    const message =
      "unmarshaling params for 'Filecoin.MpoolPush' (param: *types.SignedMessage): json: cannot unmarshal string into Go struct field";
    const explanation = explainFailure({ method: 'Filecoin.MpoolPush', layer: 'rpc', code: -32700, message, params: [signed] });
    expect(explanation).toMatchObject({ guiltyParam: 0, guiltyPath: ['Signature', 'Type'] });
    expect(explanation.cause).not.toContain('Data');
  });
});

describe('repairs', () => {
  const KEY = [{ '/': 'bafy2bzaceadncyylxbgtfjjechrn7t22hrkb5rudntl6siwzlieimcar6ar5o' }];

  it('never send ChainGetTipSet without a key', () => {
    const call = { method: 'Filecoin.ChainGetTipSet', layer: 'rpc', code: 1, params: [KEY], headEpoch: 5000 } as const;
    for (const message of ['loading tipset x: get block', 'bad tipset: lookbacks of more than 24h0m0s are disallowed']) {
      expect(explainFailure({ ...call, message }).repair).toMatchObject({ method: 'Filecoin.ChainHead', params: [] });
    }
  });

  it('of a look-back say what they change', () => {
    const message = 'bad tipset: lookbacks of more than 24h0m0s are disallowed';
    const call = { layer: 'rpc', code: 1, message, headEpoch: 5000 } as const;
    expect(explainFailure({ ...call, method: 'Filecoin.StateGetActor', params: ['f01', KEY] }).repair?.note).toBe('At the head (null).');
    const note = (params: readonly unknown[]) =>
      explainFailure({ ...call, method: 'Filecoin.ChainGetTipSetByHeight', params }).repair?.note;
    expect(note([7, null])).toBe('Moved within the lookback limit: epoch 2140 or later.');
    expect(note([4000, KEY])).toBe('The lookup starts at the head (null).');
    expect(note([7, KEY])).toContain('or later. The lookup starts');
  });

  it.each([
    [`0x${'d4'.repeat(20)}`, 'f410f2tknjvgu2tknjvgu2tknjvgu2tknjvgu'],
    ['0xff000000000000000000000000000000000003e8', 'f01000'],
  ])('write the Ethereum address %s as a Filecoin address', (text, address) => {
    const message = addressError('unknown address network');
    const { title, fix, repair } = explainFailure({
      method: 'Filecoin.StateGetActor',
      layer: 'rpc',
      code: -32700,
      message,
      params: [text, null],
    });
    expect(title).toBe('This is an Ethereum address');
    expect(fix).toContain(`Write it as ${address}`);
    expect(repair).toMatchObject({ params: [expect.stringContaining(address), null] });
  });
});

describe('a call that was stopped here', () => {
  const { message, layer } = cancelledFailure().failure;

  it('is told as stopped by hand where it was', () => {
    const { failure } = cancelledFailure('Stopped by you.');
    const explanation = explainFailure({ method: 'Filecoin.StateListMiners', message: failure.message, layer: failure.layer });
    expect(explanation).toMatchObject({ id: 'cancelled', layer: 'stopped', title: 'You stopped this call' });
    expect(explanation.cause).not.toContain('screen');
  });

  it('is not told as an endpoint that was not reached', () => {
    const { id, title, fix } = explainFailure({ method: 'Filecoin.StateListMiners', message, layer });
    expect({ id, title }).toEqual({ id: 'cancelled', title: 'The call was cancelled by Sextant' });
    expect(fix).toContain('This is not a fault of the endpoint.');
  });

  it('is not what a node says of itself in these words', () => {
    expect(explainFailure({ method: 'Filecoin.StateListMiners', message, layer: 'rpc', code: 1 }).id).toBeUndefined();
  });
});

describe('what is not in the catalogue', () => {
  it('is explained by the layer', () => {
    const layers: readonly FailureLayer[] = ['dns', 'tls', 'http', 'json', 'rpc', 'method', 'chain', 'network', 'timeout', 'stopped'];
    for (const layer of layers) {
      const explanation = explainFailure({ method: 'X', message: 'something quite new', layer });
      expect(explanation).toMatchObject({ layer });
      expect(explanation.id).toBeUndefined();
      expect(explanation.title).not.toBe('');
    }
  });

  it('of any text, code and parameters never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'binary' }), fc.integer(), fc.anything(), (method, message, code, params) => {
        expect(explainFailure({ method, message, layer: 'rpc', code, params }).fix).not.toBe('');
      }),
    );
  });
});

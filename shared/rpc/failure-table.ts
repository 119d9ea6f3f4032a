/**
 * Failures that people meet, with cause and fix: the rows that `explainFailure` chooses from.
 *
 * Texts differ between node versions, so a row names fragments. Rows are tried in order: put the narrower one first.
 */
import type { CallDetail } from '../ipc/schemas/inspector.ts';

export type FailureLayer = NonNullable<CallDetail['explanation']>['layer'];

export interface FailureRow {
  /** Number in the catalogue of failures; several rows may share one. Absent for failures outside it. */
  readonly number?: number;
  readonly layer: FailureLayer;
  /** JSON-RPC codes; any of them. A row with codes and texts matches where both do. */
  readonly codes?: readonly number[];
  readonly httpStatuses?: readonly number[];
  /** Matches where one of these occurs in the message. */
  readonly texts?: readonly RegExp[];
  readonly method?: RegExp;
  /** Layers at which the call failed; absent: any. */
  readonly failedAt?: readonly FailureLayer[];
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
}

export const FAILURES: readonly FailureRow[] = [
  {
    number: 2,
    layer: 'rpc',
    texts: [/panic in rpc method/i],
    title: 'The node failed inside the method',
    cause: 'The node ran into a bug of its own, often an old version or a method that its gateway does not really support.',
    fix: 'Compare the node’s version, try the same call on another endpoint, and report the version with this recording.',
  },
  {
    number: 1,
    layer: 'method',
    codes: [-32601],
    texts: [/no out channel support/i, /not supported in this mode/i],
    title: 'This method needs a WebSocket',
    cause: 'The method answers with a stream of items, which plain HTTP cannot carry.',
    fix: 'Give the connection a WebSocket address (wss://…) and call it there.',
  },
  {
    number: 1,
    layer: 'method',
    codes: [-32601],
    title: 'The endpoint does not serve this method',
    cause: 'The name is misspelled, the endpoint’s list leaves it out, the path has another API version, or it belongs to a storage miner.',
    fix: 'Check the spelling and the path (/rpc/v1 or /rpc/v0). Methods of a storage miner need the miner’s own endpoint.',
  },
  {
    number: 1,
    layer: 'method',
    texts: [/method not supported/i, /only available on websocket connections/i],
    title: 'The endpoint does not serve this method',
    cause: 'The gateway knows the method but does not offer it on this path or transport.',
    fix: 'Use a full node, another path, or the WebSocket address.',
  },
  {
    number: 3,
    layer: 'rpc',
    texts: [/types\.TipSetKey\)/, /into Go value of type \[\]cid\.Cid/],
    title: 'A tipset key has the wrong shape',
    cause: 'A tipset key is a list of block CIDs; the node got something else in its place.',
    fix: 'Send null or [] for the head, or [{"/":"bafy…"}, …] with every block of the tipset.',
  },
  {
    number: 5,
    layer: 'rpc',
    texts: [/invalid cid:.*cannot unmarshal string/i, /CidTarget/, /cannot unmarshal string into Go value of type cid/i],
    title: 'A CID must be a link object',
    cause: 'The CID was sent as plain text.',
    fix: 'Write {"/":"bafy…"} instead of "bafy…".',
  },
  {
    number: 4,
    layer: 'rpc',
    codes: [-32700],
    texts: [/unmarshaling param array/i],
    title: 'Parameters must be a list',
    cause: 'The parameters were missing or were an object.',
    fix: 'Send an array in the order of the method’s parameters, [] where there are none.',
  },
  {
    number: 4,
    layer: 'rpc',
    codes: [-32602],
    title: 'The number of parameters is wrong',
    cause: 'Every parameter has to be sent, also those without a value; another API version may want another number.',
    fix: 'Count the parameters of the method and send null where one has no value.',
  },
  {
    number: 17,
    layer: 'rpc',
    texts: [/invalid address checksum/i, /unknown address (network|protocol)/i, /invalid address (length|payload)/i],
    title: 'An address is misspelled',
    cause: 'The checksum inside the address does not fit: a character is wrong, missing or in upper case.',
    fix: 'Copy the address again from its source.',
  },
  {
    number: 35,
    layer: 'chain',
    method: /DecodeParams$/,
    texts: [/./],
    title: 'The parameters do not fit the method',
    cause: 'The bytes are not the CBOR of that method, they are call data of a contract, or the actor was upgraded since.',
    fix: 'Decode them with the actor code of that epoch; otherwise read them as hex.',
  },
  {
    number: 35,
    layer: 'chain',
    texts: [/failed parse child message params/i],
    title: 'The parameters do not fit the method',
    cause: 'The bytes are not the CBOR of that method, or the actor was upgraded since.',
    fix: 'Decode them with the actor code of that epoch; otherwise read them as hex.',
  },
  {
    number: 4,
    layer: 'rpc',
    codes: [-32700],
    texts: [/unmarshaling params for/i],
    title: 'A parameter does not decode',
    cause: 'One parameter has another type than the node expects; its text names the Go type.',
    fix: 'Amounts are decimal text, byte fields are base64, CIDs are {"/":"…"}, addresses are text.',
  },
  {
    number: 4,
    layer: 'json',
    codes: [-32700, -32600],
    title: 'The request is not a JSON-RPC call',
    cause: 'The body was empty, was not JSON, or had an id of another type than number or text.',
    fix: 'Send {"jsonrpc":"2.0","id":1,"method":"…","params":[]}.',
  },
  {
    number: 6,
    layer: 'rpc',
    texts: [/missing permission to invoke/i],
    title: 'The token does not allow this method',
    cause: 'The method needs a permission that the token does not list, or no token was sent at all.',
    fix: 'Give the connection a token with the permission named in the message, and check that a token is set.',
  },
  {
    number: 7,
    layer: 'http',
    httpStatuses: [401],
    title: 'The endpoint refused the token',
    cause: 'The token was issued by another node or before its keys were reset, or its text was cut from the address at the wrong place.',
    fix: 'Issue a new token and enter it apart from the address; a default public endpoint needs none.',
  },
  {
    number: 7,
    layer: 'http',
    texts: [/JWT Verification failed/i, /HMAC verification failed/i],
    title: 'The endpoint refused the token',
    cause: 'The token was issued by another node or before its keys were reset.',
    fix: 'Issue a new token on this node.',
  },
  {
    number: 8,
    layer: 'http',
    httpStatuses: [429],
    title: 'The endpoint limits how often it is asked',
    cause: 'There were more requests from here than the endpoint allows in this time.',
    fix: 'Wait a little. Calls over one WebSocket count less than separate requests.',
  },
  {
    number: 9,
    layer: 'rpc',
    texts: [/server busy/i, /connection limited/i, /would exceed context deadline/i],
    title: 'The gateway is at its limit',
    cause: 'The gateway’s allowance of calls is used up for the moment; calls that read state cost three times as much as simple ones.',
    fix: 'Slow down and try again in a few seconds.',
  },
  {
    number: 10,
    layer: 'chain',
    texts: [/lookbacks of more than/i],
    title: 'Older than this endpoint looks back',
    cause: 'The gateway answers only for recent tipsets, often the last day or the last 2000 epochs.',
    fix: 'Ask for a newer tipset, or use an archival endpoint.',
  },
  {
    number: 10,
    layer: 'chain',
    texts: [/tipset height in future/i],
    title: 'This epoch has not come yet for the endpoint',
    cause: 'The height is above the tipset it was asked from; one of several replicas may be behind.',
    fix: 'Ask for a height up to the head, or try again in half a minute.',
  },
  {
    number: 16,
    layer: 'chain',
    texts: [/height greater than start point/i],
    title: 'The height is above the head',
    cause: 'A tipset is looked up backwards from a start, and the height lies after that start.',
    fix: 'Ask for a height up to the head.',
  },
  {
    number: 11,
    layer: 'rpc',
    texts: [/exceeds gateway maximum/i, /message confidence exceeds maximum/i],
    title: 'More confirmations than the endpoint waits for',
    cause: 'A gateway waits for at most 20 confirmations, a node for at most 900.',
    fix: 'Ask for 20 or fewer and follow finality here.',
  },
  {
    number: 15,
    layer: 'chain',
    codes: [12],
    title: 'No block was made in this epoch',
    cause: 'The epoch is a null round: no miner won it.',
    fix: 'Use the tipset before or after it.',
  },
  {
    number: 15,
    layer: 'chain',
    texts: [/null round/i],
    title: 'No block was made in this epoch',
    cause: 'The epoch is a null round: no miner won it.',
    fix: 'Use the tipset before or after it.',
  },
  {
    number: 28,
    layer: 'chain',
    texts: [/invalid methodnum/i, /only allowed method is InvokeContract/i],
    title: 'Ethereum accounts call contracts only',
    cause: 'A message from an f4 account must use the method InvokeContract, also for a plain transfer.',
    fix: 'Send it as an Ethereum transaction, or with method 3844450837.',
  },
  {
    number: 18,
    layer: 'chain',
    texts: [/not enough funds/i, /SysErrInsufficientFunds/],
    title: 'The sender cannot pay for it',
    cause: 'Value and gas limit × fee cap, together with messages still waiting, are more than the balance.',
    fix: 'Lower the fee cap or the value, wait for waiting messages, or add funds.',
  },
  {
    number: 29,
    layer: 'chain',
    codes: [2],
    title: 'The call ran out of gas',
    cause: 'The execution needed more gas than it was given; on chain it would fail the same way.',
    fix: 'Estimate the gas again without a limit of your own.',
  },
  {
    number: 29,
    layer: 'chain',
    codes: [3],
    title: 'The message would fail on chain',
    cause: 'It was simulated and the called actor refused it; the exit code and the revert reason are in the message.',
    fix: 'Read the exit code and correct the parameters; sending it as it is costs gas and does nothing.',
  },
  {
    number: 29,
    layer: 'chain',
    texts: [/message execution failed/i, /call ran out of gas/i],
    title: 'The message would fail on chain',
    cause: 'It was simulated and did not succeed; the exit code is in the message.',
    fix: 'Read the exit code and correct the message; sending it as it is costs gas and does nothing.',
  },
  {
    number: 17,
    layer: 'chain',
    codes: [11],
    title: 'There is no such actor on chain',
    cause: 'The address has never received anything at this tipset, or it belongs to another network.',
    fix: 'Check the address and the network; an account comes into being with its first receipt of funds.',
  },
  {
    number: 17,
    layer: 'chain',
    texts: [/actor not found/i],
    title: 'There is no such actor on chain',
    cause: 'The address has never received anything at this tipset, or it belongs to another network.',
    fix: 'Check the address and the network; an account comes into being with its first receipt of funds.',
  },
  {
    number: 17,
    layer: 'chain',
    texts: [/actor code is not account/i],
    title: 'The address is no account',
    cause: 'The actor behind it is of another type, named in the message, and has no key.',
    fix: 'Ask for its owner or worker instead, or use the ID address.',
  },
  {
    number: 14,
    layer: 'chain',
    texts: [/block not found/i, /ipld: could not find/i, /failed to load hamt node/i, /failed to load message/i],
    title: 'The node does not have this data',
    cause: 'The node keeps only recent state, or one of several replicas has not received it yet.',
    fix: 'Try again in a moment; for old epochs use an archival endpoint.',
  },
];

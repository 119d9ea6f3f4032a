/** Which calls may be repeated, shared or remembered. What is not known to be a read is treated as a change. */

const READ =
  /^(?:Chain(?:Get|Has|Head|Read|Stat|Tip|BlockstoreInfo)|State|GasEstimate|Mpool(?:Get|Pending|Select|CheckMessages|CheckPending)|Msig(?:Get)|Net(?:AddrsListen|AgentVersion|AutoNatStatus|BandwidthStats|Connectedness|FindPeer|Peers|PeerInfo|PubsubScores|Version|Stat)|Sync(?:State|CheckBad|ValidateTipset)|Wallet(?:Balance|Has|List|ValidateAddress|Verify|DefaultAddress)|Version$|Discover$|ID$|Session$|StartTime$|NodeStatus$|AuthVerify$|ActorAddress$|ActorSectorSize$|ActorAddressConfig$|Sector(?:s(?:List|Status|Summary|Refs|Listinstates|UnsealPiece$)|GetExpectedSealDuration|GetSealDelay)|Storage(?:List|Info|Stat|Local|Find)|WorkerStats$|WorkerJobs$|SealingSchedDiag$|Market(?:List|Get)|Deals(?:List|Consider)|Pieces(?:List|Get)|Mining(?:Base)|GetActorEventsRaw$|F3(?:Get|Is|List)|Eth(?:BlockNumber|Get|ChainId|Call|GasPrice|FeeHistory|EstimateGas|MaxPriorityFeePerGas|AddressToFilecoinAddress)|FilecoinAddressToEthAddress$)/;

/** Reads that answer only once something happens; they must not be shared or sent again behind the caller's back. */
const WAITS = /^(?:StateWaitMsg|StateWaitMsgLimited|ChainNotify)$/;

/** Named like reads, with effects or costs of their own. */
const NOT_READS = new Set(['SectorsUnsealPiece', 'StateEncodeParams']);

/** Whether a method only reads, so that a call may be sent again or shared with an equal one that is under way. */
export function isRepeatableRead(method: string): boolean {
  return READ.test(method) && !WAITS.test(method) && !NOT_READS.has(method);
}

/** A push must be sent at most once, and not over a connection that may have been closed meanwhile. */
export function isPush(method: string): boolean {
  return /push|sendraw/i.test(method);
}

/** Immutable by the CIDs in their parameters (protocol: 5.3). */
const BY_CID = new Set([
  'ChainGetBlock',
  'ChainGetMessage',
  'ChainGetParentMessages',
  'ChainGetParentReceipts',
  'ChainGetBlockMessages',
  'ChainGetEvents',
  'ChainGetMessagesInTipset',
  'ChainReadObj',
  'ChainHasObj',
  'ChainGetTipSet',
  'ChainGetPath',
]);

/** State methods whose answer is more than a function of the state: searches from a tipset on, and executions. */
const NOT_BY_KEY = new Set([
  'StateSearchMsg',
  'StateSearchMsgLimited',
  'StateWaitMsg',
  'StateWaitMsgLimited',
  'StateCall',
  'StateReplay',
  'StateCompute',
  'StateNetworkName',
]);

/** Whether the answer to this call can never change: by CID, or under an explicit tipset key as the last parameter. */
export function isImmutable(method: string, params: readonly unknown[]): boolean {
  if (BY_CID.has(method)) {
    return params.length > 0 && params.every((param) => isLink(param) || isTipsetKey(param));
  }
  const last = params.at(-1);
  if (method === 'ChainGetTipSetByHeight' || method === 'ChainGetTipSetAfterHeight') {
    return isTipsetKey(last);
  }
  return method.startsWith('State') && !NOT_BY_KEY.has(method) && isTipsetKey(last);
}

/** A negative answer may turn into a positive one and is never remembered. */
export function isNegative(value: unknown): boolean {
  return value === null || value === undefined || value === false;
}

function isLink(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '/' in value && typeof value['/'] === 'string';
}

function isTipsetKey(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isLink);
}

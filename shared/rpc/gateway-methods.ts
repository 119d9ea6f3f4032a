/** Methods that lotus-gateway serves (Lotus v1.36.2, api/proxy_gen.go). Hosted endpoints may serve more. */
import { methodFacts, type RpcVersion, v2ParamNames } from './methods.ts';

const V1 = `
ChainGetBlock ChainGetBlockMessages ChainGetEvents ChainGetFinalizedTipSet ChainGetGenesis ChainGetMessage
ChainGetMessagesInTipset ChainGetParentMessages ChainGetParentReceipts ChainGetPath ChainGetTipSet
ChainGetTipSetAfterHeight ChainGetTipSetByHeight ChainHasObj ChainHead ChainNotify ChainPutObj ChainReadObj
Discover EthAccounts EthAddressToFilecoinAddress EthBaseFee EthBlockNumber EthCall EthChainId EthEstimateGas
EthFeeHistory EthGasPrice EthGetBalance EthGetBlockByHash EthGetBlockByNumber EthGetBlockReceipts
EthGetBlockTransactionCountByHash EthGetBlockTransactionCountByNumber EthGetCode EthGetFilterChanges
EthGetFilterLogs EthGetLogs EthGetMessageCidByTransactionHash EthGetStorageAt
EthGetTransactionByBlockHashAndIndex EthGetTransactionByBlockNumberAndIndex EthGetTransactionByHash
EthGetTransactionCount EthGetTransactionHashByCid EthGetTransactionReceipt EthMaxPriorityFeePerGas
EthNewBlockFilter EthNewFilter EthNewPendingTransactionFilter EthProtocolVersion EthSendRawTransaction
EthSubscribe EthSyncing EthTraceBlock EthTraceFilter EthTraceReplayBlockTransactions EthTraceTransaction
EthUninstallFilter EthUnsubscribe F3GetCertificate F3GetLatestCertificate F3GetPowerTableByInstance
FilecoinAddressToEthAddress GasEstimateGasPremium GasEstimateMessageGas GetActorEventsRaw MinerGetBaseInfo
MpoolGetNonce MpoolPending MpoolPush MsigGetAvailableBalance MsigGetPending MsigGetVested
MsigGetVestingSchedule NetListening NetVersion StateAccountKey StateCall StateDealProviderCollateralBounds
StateDecodeParams StateGetActor StateGetAllocation StateGetAllocationForPendingDeal StateGetAllocations
StateGetClaim StateGetClaims StateGetNetworkParams StateGetRandomnessDigestFromBeacon StateListMiners
StateLookupID StateMarketBalance StateMarketStorageDeal StateMinerDeadlines StateMinerInfo StateMinerPower
StateMinerProvingDeadline StateMinerSectorCount StateNetworkName StateNetworkVersion StateReadState
StateReplay StateSearchMsg StateSectorGetInfo StateVerifiedClientStatus StateVerifierStatus StateWaitMsg
SubscribeActorEventsRaw Version WalletBalance Web3ClientVersion
`;

/** Methods of those that a gateway does not serve at /rpc/v0. */
const NOT_IN_V0 = `
ChainGetGenesis ChainGetMessagesInTipset ChainGetParentMessages ChainGetParentReceipts ChainGetPath Discover
MsigGetVestingSchedule StateGetNetworkParams StateMinerDeadlines StateReadState StateVerifierStatus
`;

const GATEWAY_V1: ReadonlySet<string> = new Set(V1.trim().split(/\s+/));
const LEFT_OUT: ReadonlySet<string> = new Set(NOT_IN_V0.trim().split(/\s+/));

/** Whether lotus-gateway serves a full node method, by its catalogue name. */
export function isInGateway(name: string, apiVersion: RpcVersion = 'v1'): boolean {
  // At /rpc/v2, a gateway serves all v2-only methods, and the others as at /rpc/v1.
  if (apiVersion === 'v2') return methodFacts(name)?.isV2Only === true || (v2ParamNames(name) !== undefined && GATEWAY_V1.has(name));
  if (apiVersion === 'v1') return GATEWAY_V1.has(name);
  return name === 'StateGetReceipt' || (GATEWAY_V1.has(name) && !LEFT_OUT.has(name));
}

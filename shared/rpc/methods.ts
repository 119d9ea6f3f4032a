/**
 * Catalogue of node methods: names without the namespace, parameters in order, required permission.
 *
 * Sources: Lotus v1.36.2 (api/api_full.go, api/api_storage.go, api/v2api/full.go), and 1.37 for StateRewardDistribution (lotus pull
 * request 13808). A node may serve fewer or other methods. Every parameter must be sent, `null` for one without a value.
 */

export type MethodApi = 'full' | 'miner';
/** API version of a path: `/rpc/v0`, `/rpc/v1` or `/rpc/v2`. */
export type RpcVersion = 'v0' | 'v1' | 'v2';
export type MethodPermission = 'read' | 'write' | 'sign' | 'admin';
/**
 * `stream`: a subscription over a WebSocket; `heavy`: may take long or return many megabytes; `stateful`: creates or consumes something
 * on the node despite read permission; `open`: the last parameter is optional; `v2`: only at /rpc/v2.
 */
type MethodTrait = 'stream' | 'heavy' | 'stateful' | 'open' | 'v2';

export interface MethodFacts {
  readonly name: string;
  readonly api: MethodApi;
  readonly permission: MethodPermission;
  readonly params: readonly string[];
  readonly isStream: boolean;
  readonly isHeavy: boolean;
  readonly isStateful: boolean;
  /** The last parameter may be omitted. */
  readonly isLastOptional: boolean;
  /** Only /rpc/v2 has it. */
  readonly isV2Only: boolean;
  /** Its name without a namespace, as in the Ethereum JSON-RPC API. */
  readonly alias?: string;
}

type Row = readonly [name: string, api: MethodApi, permission: MethodPermission, params: readonly string[], ...traits: MethodTrait[]];

const ROWS: readonly Row[] = [
  ['ChainHead', 'full', 'read', []],
  ['ChainNotify', 'full', 'read', [], 'stream'],
  ['ChainGetGenesis', 'full', 'read', []],
  ['ChainGetTipSet', 'full', 'read', ['tipsetKey']],
  ['ChainGetTipSetByHeight', 'full', 'read', ['epoch', 'tipsetKey']],
  ['ChainGetTipSetAfterHeight', 'full', 'read', ['epoch', 'tipsetKey']],
  ['ChainGetFinalizedTipSet', 'full', 'read', []],
  ['ChainGetBlock', 'full', 'read', ['cid']],
  ['ChainGetBlockMessages', 'full', 'read', ['blockCid']],
  ['ChainGetParentMessages', 'full', 'read', ['blockCid']],
  ['ChainGetParentReceipts', 'full', 'read', ['blockCid']],
  ['ChainGetMessagesInTipset', 'full', 'read', ['tipsetKey']],
  ['ChainGetMessage', 'full', 'read', ['cid']],
  ['ChainGetPath', 'full', 'read', ['fromTipsetKey', 'toTipsetKey']],
  ['ChainGetEvents', 'full', 'read', ['cid']],
  ['ChainReadObj', 'full', 'read', ['cid']],
  ['ChainHasObj', 'full', 'read', ['cid']],
  ['ChainStatObj', 'full', 'read', ['cid', 'baseCid'], 'heavy'],
  ['ChainGetNode', 'full', 'read', ['path'], 'heavy'],
  ['ChainGetTipSetFinalityStatus', 'full', 'read', [], 'v2'],
  ['ChainTipSetWeight', 'full', 'read', ['tipsetKey']],
  ['ChainPutObj', 'full', 'admin', ['block']],
  ['ChainSetHead', 'full', 'admin', ['tipsetKey']],
  ['ChainDeleteObj', 'full', 'admin', ['cid']],
  ['ChainBlockstoreInfo', 'full', 'read', []],
  ['ChainCheckBlockstore', 'full', 'admin', [], 'heavy'],
  ['ChainExport', 'full', 'read', ['rootCount', 'isSkippingOldMessages', 'tipsetKey'], 'stream', 'heavy'],
  ['ChainExportRangeInternal', 'full', 'admin', ['headTipsetKey', 'tailTipsetKey', 'options'], 'heavy'],
  ['ChainHotGC', 'full', 'admin', ['options'], 'heavy'],
  ['ChainPrune', 'full', 'admin', ['options'], 'heavy'],
  ['ChainValidateIndex', 'full', 'write', ['epoch', 'isBackfilling'], 'heavy'],
  ['StateNetworkName', 'full', 'read', []],
  ['StateNetworkVersion', 'full', 'read', ['tipsetKey']],
  ['StateGetNetworkParams', 'full', 'read', []],
  ['StateActorCodeCIDs', 'full', 'read', ['networkVersion']],
  ['StateActorManifestCID', 'full', 'read', ['networkVersion']],
  ['StateGetActor', 'full', 'read', ['address', 'tipsetKey']],
  ['StateGetID', 'full', 'read', ['address', 'tipsetSelector'], 'v2'],
  ['StateReadState', 'full', 'read', ['address', 'tipsetKey']],
  ['StateLookupID', 'full', 'read', ['address', 'tipsetKey']],
  ['StateAccountKey', 'full', 'read', ['address', 'tipsetKey']],
  ['StateLookupRobustAddress', 'full', 'read', ['address', 'tipsetKey'], 'heavy'],
  ['StateListActors', 'full', 'read', ['tipsetKey'], 'heavy'],
  ['StateListMessages', 'full', 'read', ['match', 'tipsetKey', 'toHeight'], 'heavy'],
  ['StateSearchMsg', 'full', 'read', ['tipsetKey', 'cid', 'limit', 'allowReplaced']],
  ['StateWaitMsg', 'full', 'read', ['cid', 'confidence', 'limit', 'allowReplaced']],
  ['StateCall', 'full', 'read', ['message', 'tipsetKey'], 'heavy'],
  ['StateReplay', 'full', 'read', ['tipsetKey', 'cid'], 'heavy'],
  ['StateCompute', 'full', 'read', ['epoch', 'messages', 'tipsetKey'], 'heavy'],
  ['StateDecodeParams', 'full', 'read', ['to', 'method', 'params', 'tipsetKey']],
  ['StateEncodeParams', 'full', 'read', ['code', 'method', 'jsonParams']],
  ['StateCirculatingSupply', 'full', 'read', ['tipsetKey'], 'heavy'],
  ['StateVMCirculatingSupplyInternal', 'full', 'read', ['tipsetKey'], 'heavy'],
  ['StateGetRandomnessDigestFromBeacon', 'full', 'read', ['randEpoch', 'tipsetKey']],
  ['StateGetRandomnessDigestFromTickets', 'full', 'read', ['randEpoch', 'tipsetKey']],
  ['StateGetRandomnessFromBeacon', 'full', 'read', ['personalization', 'randEpoch', 'entropy', 'tipsetKey']],
  ['StateGetRandomnessFromTickets', 'full', 'read', ['personalization', 'randEpoch', 'entropy', 'tipsetKey']],
  ['StateGetBeaconEntry', 'full', 'read', ['epoch']],
  ['StateChangedActors', 'full', 'read', ['oldRoot', 'newRoot'], 'heavy'],
  ['StateListMiners', 'full', 'read', ['tipsetKey'], 'heavy'],
  ['StateMinerInfo', 'full', 'read', ['address', 'tipsetKey']],
  ['StateMinerPower', 'full', 'read', ['address', 'tipsetKey']],
  ['StateMinerSectorCount', 'full', 'read', ['address', 'tipsetKey'], 'heavy'],
  ['StateMinerDeadlines', 'full', 'read', ['address', 'tipsetKey']],
  ['StateMinerPartitions', 'full', 'read', ['address', 'deadline', 'tipsetKey']],
  ['StateMinerProvingDeadline', 'full', 'read', ['address', 'tipsetKey']],
  ['StateMinerFaults', 'full', 'read', ['address', 'tipsetKey'], 'heavy'],
  ['StateMinerRecoveries', 'full', 'read', ['address', 'tipsetKey'], 'heavy'],
  ['StateMinerAvailableBalance', 'full', 'read', ['address', 'tipsetKey']],
  ['StateMinerSectors', 'full', 'read', ['address', 'sectors', 'tipsetKey'], 'heavy'],
  ['StateMinerActiveSectors', 'full', 'read', ['address', 'tipsetKey'], 'heavy'],
  ['StateSectorGetInfo', 'full', 'read', ['address', 'sector', 'tipsetKey']],
  ['StateSectorPreCommitInfo', 'full', 'read', ['address', 'sector', 'tipsetKey']],
  ['StateSectorExpiration', 'full', 'read', ['address', 'sector', 'tipsetKey'], 'heavy'],
  ['StateSectorPartition', 'full', 'read', ['address', 'sector', 'tipsetKey'], 'heavy'],
  ['StateMinerAllocated', 'full', 'read', ['address', 'tipsetKey']],
  ['StateMinerSectorAllocated', 'full', 'read', ['address', 'sector', 'tipsetKey']],
  ['StateMinerInitialPledgeForSector', 'full', 'read', ['duration', 'sectorSize', 'verifiedSize', 'tipsetKey']],
  ['StateMinerInitialPledgeCollateral', 'full', 'read', ['address', 'sectorPreCommitInfo', 'tipsetKey']],
  ['StateMinerPreCommitDepositForPower', 'full', 'read', ['address', 'sectorPreCommitInfo', 'tipsetKey']],
  ['StateRewardDistribution', 'full', 'read', ['tipsetSelector'], 'heavy', 'v2'],
  ['StateMinerCreationDeposit', 'full', 'read', ['tipsetKey']],
  ['StateAllMinerFaults', 'full', 'read', ['lookback', 'tipsetKey']],
  ['StateComputeDataCID', 'full', 'read', ['address', 'sealProof', 'dealIds', 'tipsetKey']],
  ['MinerGetBaseInfo', 'full', 'read', ['address', 'epoch', 'tipsetKey'], 'heavy'],
  ['MinerCreateBlock', 'full', 'write', ['blockTemplate']],
  ['StateMarketBalance', 'full', 'read', ['address', 'tipsetKey']],
  ['StateMarketStorageDeal', 'full', 'read', ['dealId', 'tipsetKey']],
  ['StateMarketDeals', 'full', 'read', ['tipsetKey'], 'heavy'],
  ['StateMarketParticipants', 'full', 'read', ['tipsetKey'], 'heavy'],
  ['StateMarketProposalPending', 'full', 'read', ['proposalCid', 'tipsetKey']],
  ['StateDealProviderCollateralBounds', 'full', 'read', ['paddedPieceSize', 'isVerified', 'tipsetKey']],
  ['StateVerifiedClientStatus', 'full', 'read', ['addr', 'tipsetKey']],
  ['StateVerifierStatus', 'full', 'read', ['addr', 'tipsetKey']],
  ['StateVerifiedRegistryRootKey', 'full', 'read', ['tipsetKey']],
  ['StateGetAllocation', 'full', 'read', ['client', 'allocationId', 'tipsetKey']],
  ['StateGetAllocations', 'full', 'read', ['client', 'tipsetKey'], 'heavy'],
  ['StateGetAllocationForPendingDeal', 'full', 'read', ['dealId', 'tipsetKey']],
  ['StateGetAllocationIdForPendingDeal', 'full', 'read', ['dealId', 'tipsetKey']],
  ['StateGetClaim', 'full', 'read', ['provider', 'claimId', 'tipsetKey']],
  ['StateGetClaims', 'full', 'read', ['provider', 'tipsetKey'], 'heavy'],
  ['StateGetAllAllocations', 'full', 'read', ['tipsetKey'], 'heavy'],
  ['StateGetAllClaims', 'full', 'read', ['tipsetKey'], 'heavy'],
  ['MsigGetAvailableBalance', 'full', 'read', ['address', 'tipsetKey']],
  ['MsigGetVestingSchedule', 'full', 'read', ['address', 'tipsetKey']],
  ['MsigGetVested', 'full', 'read', ['address', 'startTipsetKey', 'endTipsetKey']],
  ['MsigGetPending', 'full', 'read', ['address', 'tipsetKey']],
  ['MsigPropose', 'full', 'sign', ['multisig', 'to', 'value', 'signer', 'method', 'params']],
  ['MsigCreate', 'full', 'sign', ['required', 'addresses', 'unlockDuration', 'value', 'sender', 'gasPrice']],
  ['MsigApprove', 'full', 'sign', ['multisig', 'transactionId', 'signer']],
  ['MsigApproveTxnHash', 'full', 'sign', ['multisig', 'transactionId', 'proposer', 'to', 'value', 'signer', 'method', 'params']],
  ['MsigCancel', 'full', 'sign', ['multisig', 'transactionId', 'signer']],
  ['MsigCancelTxnHash', 'full', 'sign', ['multisig', 'transactionId', 'to', 'value', 'signer', 'method', 'params']],
  ['MsigAddPropose', 'full', 'sign', ['multisig', 'sender', 'newSigner', 'isThresholdChanged']],
  ['MsigAddApprove', 'full', 'sign', ['multisig', 'sender', 'transactionId', 'proposer', 'newSigner', 'isThresholdChanged']],
  ['MsigAddCancel', 'full', 'sign', ['multisig', 'sender', 'transactionId', 'newSigner', 'isThresholdChanged']],
  ['MsigSwapPropose', 'full', 'sign', ['multisig', 'sender', 'oldSigner', 'newSigner']],
  ['MsigSwapApprove', 'full', 'sign', ['multisig', 'sender', 'transactionId', 'proposer', 'oldSigner', 'newSigner']],
  ['MsigSwapCancel', 'full', 'sign', ['multisig', 'sender', 'transactionId', 'oldSigner', 'newSigner']],
  ['MsigRemoveSigner', 'full', 'sign', ['multisig', 'proposer', 'oldSigner', 'isThresholdChanged']],
  ['MarketAddBalance', 'full', 'sign', ['wallet', 'address', 'value']],
  ['MarketGetReserved', 'full', 'sign', ['address']],
  ['MarketReserveFunds', 'full', 'sign', ['wallet', 'address', 'value']],
  ['MarketReleaseFunds', 'full', 'sign', ['address', 'value']],
  ['MarketWithdraw', 'full', 'sign', ['wallet', 'address', 'value']],
  ['PaychList', 'full', 'read', []],
  ['PaychStatus', 'full', 'read', ['channel']],
  ['PaychGet', 'full', 'sign', ['sender', 'to', 'value', 'options']],
  ['PaychGetWaitReady', 'full', 'sign', ['cid']],
  ['PaychFund', 'full', 'sign', ['sender', 'to', 'value']],
  ['PaychAvailableFunds', 'full', 'sign', ['channel']],
  ['PaychAvailableFundsByFromTo', 'full', 'sign', ['sender', 'to']],
  ['PaychAllocateLane', 'full', 'sign', ['channel']],
  ['PaychNewPayment', 'full', 'sign', ['sender', 'to', 'voucherSpecs']],
  ['PaychSettle', 'full', 'sign', ['channel']],
  ['PaychCollect', 'full', 'sign', ['channel']],
  ['PaychVoucherList', 'full', 'write', ['channel']],
  ['PaychVoucherCheckValid', 'full', 'read', ['channel', 'voucher']],
  ['PaychVoucherCheckSpendable', 'full', 'read', ['channel', 'voucher', 'secret', 'proof']],
  ['PaychVoucherCreate', 'full', 'sign', ['channel', 'value', 'lane']],
  ['PaychVoucherAdd', 'full', 'write', ['channel', 'voucher', 'proof', 'value']],
  ['PaychVoucherSubmit', 'full', 'sign', ['channel', 'voucher', 'secret', 'proof']],
  ['MpoolGetNonce', 'full', 'read', ['address']],
  ['MpoolPending', 'full', 'read', ['tipsetKey'], 'heavy'],
  ['MpoolPush', 'full', 'write', ['signedMessage']],
  ['MpoolPushUntrusted', 'full', 'write', ['signedMessage']],
  ['MpoolBatchPush', 'full', 'write', ['signedMessages']],
  ['MpoolBatchPushUntrusted', 'full', 'write', ['signedMessages']],
  ['MpoolPushMessage', 'full', 'sign', ['message', 'spec']],
  ['MpoolBatchPushMessage', 'full', 'sign', ['messages', 'spec']],
  ['MpoolClear', 'full', 'write', ['isClearingLocal']],
  ['MpoolSetConfig', 'full', 'admin', ['options']],
  ['MpoolSub', 'full', 'read', [], 'stream'],
  ['MpoolSelect', 'full', 'read', ['tipsetKey', 'ticketQuality'], 'heavy'],
  ['MpoolCheckMessages', 'full', 'read', ['messagePrototypes']],
  ['MpoolCheckPendingMessages', 'full', 'read', ['address']],
  ['MpoolCheckReplaceMessages', 'full', 'read', ['messages']],
  ['MpoolGetConfig', 'full', 'read', []],
  ['GasEstimateMessageGas', 'full', 'read', ['message', 'spec', 'tipsetKey'], 'heavy'],
  ['GasEstimateGasLimit', 'full', 'read', ['message', 'tipsetKey'], 'heavy'],
  ['GasEstimateFeeCap', 'full', 'read', ['message', 'maxQueueBlocks', 'tipsetKey']],
  ['GasEstimateGasPremium', 'full', 'read', ['blockCount', 'sender', 'gasLimit', 'tipsetKey']],
  ['WalletBalance', 'full', 'read', ['address']],
  ['WalletVerify', 'full', 'read', ['address', 'data', 'signature']],
  ['WalletValidateAddress', 'full', 'read', ['text']],
  ['WalletList', 'full', 'write', []],
  ['WalletHas', 'full', 'write', ['address']],
  ['WalletNew', 'full', 'write', ['keyType']],
  ['WalletDefaultAddress', 'full', 'write', []],
  ['WalletSetDefault', 'full', 'write', ['address']],
  ['WalletSign', 'full', 'sign', ['address', 'data']],
  ['WalletSignMessage', 'full', 'sign', ['address', 'message']],
  ['WalletExport', 'full', 'admin', ['address']],
  ['WalletImport', 'full', 'admin', ['keyInfo']],
  ['WalletDelete', 'full', 'admin', ['address']],
  ['Version', 'full', 'read', []],
  ['Discover', 'full', 'read', []],
  ['StartTime', 'full', 'read', []],
  ['Session', 'full', 'read', []],
  ['Closing', 'full', 'read', [], 'stream'],
  ['Shutdown', 'full', 'admin', []],
  ['CreateBackup', 'full', 'admin', ['filePath'], 'heavy'],
  ['NodeStatus', 'full', 'read', ['includeChain']],
  ['SyncState', 'full', 'read', []],
  ['SyncIncomingBlocks', 'full', 'read', [], 'stream'],
  ['SyncCheckBad', 'full', 'read', ['cid']],
  ['SyncValidateTipset', 'full', 'read', ['tipsetKey']],
  ['SyncSubmitBlock', 'full', 'write', ['blockMessage']],
  ['SyncCheckpoint', 'full', 'admin', ['tipsetKey']],
  ['SyncMarkBad', 'full', 'admin', ['cid']],
  ['SyncUnmarkBad', 'full', 'admin', ['cid']],
  ['SyncUnmarkAllBad', 'full', 'admin', []],
  ['ID', 'full', 'read', []],
  ['NetPeers', 'full', 'read', []],
  ['NetAddrsListen', 'full', 'read', []],
  ['NetPeerInfo', 'full', 'read', ['peerId']],
  ['NetAgentVersion', 'full', 'read', ['peerId']],
  ['NetPing', 'full', 'read', ['peerId']],
  ['NetConnectedness', 'full', 'read', ['peerId']],
  ['NetFindPeer', 'full', 'read', ['peerId']],
  ['NetBandwidthStats', 'full', 'read', []],
  ['NetBandwidthStatsByPeer', 'full', 'read', []],
  ['NetBandwidthStatsByProtocol', 'full', 'read', []],
  ['NetBlockList', 'full', 'read', []],
  ['NetBlockAdd', 'full', 'admin', ['blockList']],
  ['NetBlockRemove', 'full', 'admin', ['blockList']],
  ['NetProtectList', 'full', 'read', []],
  ['NetProtectAdd', 'full', 'admin', ['peerIds']],
  ['NetProtectRemove', 'full', 'admin', ['peerIds']],
  ['NetLimit', 'full', 'read', ['scope']],
  ['NetSetLimit', 'full', 'admin', ['scope', 'netLimit']],
  ['NetStat', 'full', 'read', ['scope']],
  ['NetVersion', 'full', 'read', []],
  ['NetListening', 'full', 'read', []],
  ['NetAutoNatStatus', 'full', 'read', []],
  ['NetPubsubScores', 'full', 'read', []],
  ['NetConnect', 'full', 'write', ['addrInfo']],
  ['NetDisconnect', 'full', 'write', ['peerId']],
  ['AuthVerify', 'full', 'read', ['token']],
  ['AuthNew', 'full', 'admin', ['perms']],
  ['LogList', 'full', 'write', []],
  ['LogSetLevel', 'full', 'write', ['subsystem', 'level']],
  ['LogAlerts', 'full', 'admin', []],
  ['EthAccounts', 'full', 'read', []],
  ['EthBlockNumber', 'full', 'read', []],
  ['EthChainId', 'full', 'read', []],
  ['EthProtocolVersion', 'full', 'read', []],
  ['EthSyncing', 'full', 'read', []],
  ['EthGasPrice', 'full', 'read', []],
  ['EthBaseFee', 'full', 'read', []],
  ['EthMaxPriorityFeePerGas', 'full', 'read', []],
  ['EthFeeHistory', 'full', 'read', ['ethCount', 'ethBlock', 'percentiles'], 'open'],
  ['EthGetBlockByNumber', 'full', 'read', ['ethBlock', 'isFull']],
  ['EthGetBlockByHash', 'full', 'read', ['blockHash', 'isFull']],
  ['EthGetBlockTransactionCountByNumber', 'full', 'read', ['ethBlock']],
  ['EthGetBlockTransactionCountByHash', 'full', 'read', ['blockHash']],
  ['EthGetBlockReceipts', 'full', 'read', ['ethBlock']],
  ['EthGetBlockReceiptsLimited', 'full', 'read', ['ethBlock', 'limit']],
  ['EthGetTransactionByHash', 'full', 'read', ['txHash']],
  ['EthGetTransactionByHashLimited', 'full', 'read', ['txHash', 'limit']],
  ['EthGetTransactionByBlockHashAndIndex', 'full', 'read', ['blockHash', 'txIndex']],
  ['EthGetTransactionByBlockNumberAndIndex', 'full', 'read', ['ethBlock', 'txIndex']],
  ['EthGetTransactionReceipt', 'full', 'read', ['txHash']],
  ['EthGetTransactionReceiptLimited', 'full', 'read', ['txHash', 'limit']],
  ['EthGetTransactionCount', 'full', 'read', ['ethAddress', 'ethBlock']],
  ['EthGetBalance', 'full', 'read', ['ethAddress', 'ethBlock']],
  ['EthGetCode', 'full', 'read', ['ethAddress', 'ethBlock']],
  ['EthGetStorageAt', 'full', 'read', ['ethAddress', 'position', 'ethBlock']],
  ['EthCall', 'full', 'read', ['ethTransaction', 'ethBlock'], 'heavy'],
  ['EthEstimateGas', 'full', 'read', ['ethTransaction', 'ethBlock'], 'heavy', 'open'],
  ['EthSendRawTransaction', 'full', 'read', ['rawTransaction'], 'stateful'],
  ['EthSendRawTransactionUntrusted', 'full', 'read', ['rawTransaction'], 'stateful'],
  ['EthGetLogs', 'full', 'read', ['ethFilter'], 'heavy'],
  ['EthNewFilter', 'full', 'read', ['ethFilter'], 'stateful'],
  ['EthNewBlockFilter', 'full', 'read', [], 'stateful'],
  ['EthNewPendingTransactionFilter', 'full', 'read', [], 'stateful'],
  ['EthGetFilterChanges', 'full', 'read', ['filterId'], 'stateful'],
  ['EthGetFilterLogs', 'full', 'read', ['filterId'], 'stateful'],
  ['EthUninstallFilter', 'full', 'read', ['filterId'], 'stateful'],
  ['EthSubscribe', 'full', 'read', ['topic', 'ethFilter'], 'stream', 'open', 'stateful'],
  ['EthUnsubscribe', 'full', 'read', ['subscriptionId'], 'stateful'],
  ['EthTraceBlock', 'full', 'read', ['ethBlock'], 'heavy'],
  ['EthTraceReplayBlockTransactions', 'full', 'read', ['ethBlock', 'traceTypes'], 'heavy'],
  ['EthTraceTransaction', 'full', 'read', ['txHash'], 'heavy'],
  ['EthTraceFilter', 'full', 'read', ['traceFilter'], 'heavy'],
  ['Web3ClientVersion', 'full', 'read', []],
  ['EthGetTransactionHashByCid', 'full', 'read', ['cid']],
  ['EthGetMessageCidByTransactionHash', 'full', 'read', ['txHash']],
  ['EthAddressToFilecoinAddress', 'full', 'read', ['ethAddress']],
  ['FilecoinAddressToEthAddress', 'full', 'read', ['address', 'ethBlock'], 'open'],
  ['GetActorEventsRaw', 'full', 'read', ['filter']],
  ['SubscribeActorEventsRaw', 'full', 'read', ['filter'], 'stream'],
  ['F3GetLatestCertificate', 'full', 'read', []],
  ['F3GetCertificate', 'full', 'read', ['instance']],
  ['F3GetPowerTableByInstance', 'full', 'read', ['instance']],
  ['F3IsRunning', 'full', 'read', []],
  ['F3GetManifest', 'full', 'read', []],
  ['F3GetProgress', 'full', 'read', []],
  ['F3ListParticipants', 'full', 'read', []],
  ['F3GetECPowerTable', 'full', 'read', ['tipsetKey']],
  ['F3GetF3PowerTable', 'full', 'read', ['tipsetKey']],
  ['F3GetOrRenewParticipationTicket', 'full', 'sign', ['address', 'ticket', 'instanceCount']],
  ['F3Participate', 'full', 'sign', ['ticket']],
  ['ActorAddress', 'miner', 'read', []],
  ['ActorSectorSize', 'miner', 'read', ['address']],
  ['ActorAddressConfig', 'miner', 'read', []],
  ['SectorsList', 'miner', 'read', []],
  ['SectorsSummary', 'miner', 'read', []],
  ['SectorsListInStates', 'miner', 'read', ['states']],
  ['SectorsStatus', 'miner', 'read', ['sector', 'showOnChainInfo']],
  ['SectorsRefs', 'miner', 'read', []],
  ['MarketListDeals', 'miner', 'read', []],
  ['MiningBase', 'miner', 'read', []],
  ['RuntimeSubsystems', 'miner', 'read', []],
  ['SectorGetSealDelay', 'miner', 'read', []],
  ['SectorGetExpectedSealDuration', 'miner', 'read', []],
  ['SectorNumAssignerMeta', 'miner', 'read', []],
  ['SectorNumReservations', 'miner', 'read', []],
  ['StorageList', 'miner', 'admin', []],
  ['StorageLocal', 'miner', 'admin', []],
  ['StorageStat', 'miner', 'admin', ['storageId']],
  ['WorkerStats', 'miner', 'admin', []],
  ['WorkerJobs', 'miner', 'admin', []],
  ['SealingSchedDiag', 'miner', 'admin', ['isScheduling']],
  ['SectorPreCommitPending', 'miner', 'admin', []],
  ['SectorCommitPending', 'miner', 'admin', []],
  ['SectorTerminatePending', 'miner', 'admin', []],
  ['PledgeSector', 'miner', 'write', []],
  ['SectorStartSealing', 'miner', 'write', ['sector']],
  ['SectorSetSealDelay', 'miner', 'write', ['delayNanoseconds']],
  ['SectorRemove', 'miner', 'admin', ['sector']],
  ['SectorTerminate', 'miner', 'admin', ['sector']],
  ['SectorMarkForUpgrade', 'miner', 'admin', ['sector', 'isSnap']],
  ['RecoverFault', 'miner', 'admin', ['sectorNumbers']],
  ['ActorWithdrawBalance', 'miner', 'admin', ['value']],
  ['BeneficiaryWithdrawBalance', 'miner', 'admin', ['value']],
  ['CheckProvable', 'miner', 'admin', ['postProof', 'sectorRefs'], 'heavy'],
  ['ComputeWindowPoSt', 'miner', 'admin', ['deadline', 'tipsetKey'], 'heavy'],
  ['SealingAbort', 'miner', 'admin', ['workerCallId']],
  ['SealingRemoveRequest', 'miner', 'admin', ['requestId']],
  ['SectorAbortUpgrade', 'miner', 'admin', ['sector']],
  ['SectorCommitFlush', 'miner', 'admin', []],
  ['SectorPreCommitFlush', 'miner', 'admin', []],
  ['SectorTerminateFlush', 'miner', 'admin', []],
  ['SectorMatchPendingPiecesToOpenSectors', 'miner', 'admin', []],
  ['SectorNumFree', 'miner', 'admin', ['reservation']],
  ['SectorNumReserve', 'miner', 'admin', ['reservation', 'sectors', 'isForced']],
  ['SectorNumReserveCount', 'miner', 'admin', ['reservation', 'sectorCount']],
  ['SectorSetExpectedSealDuration', 'miner', 'write', ['delayNanoseconds']],
  ['SectorUnseal', 'miner', 'admin', ['sector'], 'heavy'],
  ['SectorsUpdate', 'miner', 'admin', ['sector', 'sectorState']],
  ['StorageAddLocal', 'miner', 'admin', ['filePath']],
  ['StorageDetachLocal', 'miner', 'admin', ['filePath']],
  ['StorageAuthVerify', 'miner', 'read', ['token']],
  ['StorageFindSector', 'miner', 'admin', ['sectorId', 'fileType', 'sectorSize', 'isFetchAllowed']],
  ['StorageGetLocks', 'miner', 'admin', []],
  ['StorageInfo', 'miner', 'admin', ['storageId']],
  ['StorageRedeclareLocal', 'miner', 'admin', ['storageId', 'isDroppingMissing']],
];

/** Aliases that Lotus registers (api/eth_aliases.go). */
function aliasOf(name: string): { readonly alias?: string } {
  const trace = /^EthTrace(\w+)$/.exec(name)?.[1];
  if (trace !== undefined) return { alias: `trace_${lowerFirst(trace)}` };
  if (/Limited$|Untrusted$|ByCid$|ByTransactionHash$|ToFilecoinAddress$/.test(name)) return {};
  const eth = /^Eth(\w+)$/.exec(name)?.[1];
  if (eth !== undefined) return { alias: `eth_${lowerFirst(eth)}` };
  const other = OTHER_ALIASES[name];
  return other === undefined ? {} : { alias: other };
}

const OTHER_ALIASES: Readonly<Record<string, string>> = {
  NetVersion: 'net_version',
  NetListening: 'net_listening',
  Web3ClientVersion: 'web3_clientVersion',
  Discover: 'rpc.discover',
};

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export const METHODS: readonly MethodFacts[] = ROWS.map(([name, api, permission, params, ...traits]) => ({
  name,
  api,
  permission,
  params,
  isStream: traits.includes('stream'),
  isHeavy: traits.includes('heavy'),
  isStateful: traits.includes('stateful'),
  isLastOptional: traits.includes('open'),
  isV2Only: traits.includes('v2'),
  ...aliasOf(name),
}));

const BY_NAME: ReadonlyMap<string, MethodFacts> = new Map([
  ...METHODS.map((method) => [method.name, method] as const),
  ...METHODS.flatMap((method) => (method.alias === undefined ? [] : [[method.alias, method] as const])),
]);

/** Methods that have other parameters at /rpc/v0, or exist only there (api/v0api/full.go). */
const V0_PARAMS: Readonly<Record<string, readonly string[]>> = {
  StateSearchMsg: ['cid'],
  StateSearchMsgLimited: ['cid', 'limit'],
  StateWaitMsg: ['cid', 'confidence'],
  StateWaitMsgLimited: ['cid', 'confidence', 'limit'],
  StateGetReceipt: ['cid', 'tipsetKey'],
  BeaconGetEntry: ['epoch'],
  ChainGetRandomnessFromBeacon: ['tipsetKey', 'personalization', 'randEpoch', 'entropy'],
  ChainGetRandomnessFromTickets: ['tipsetKey', 'personalization', 'randEpoch', 'entropy'],
  MsigCancel: ['multisig', 'transactionId', 'to', 'value', 'signer', 'method', 'params'],
  PaychGet: ['sender', 'to', 'value'],
};

/** Methods with the same name in v1 and v2; v2 takes a selector instead of a key (api/v2api/full.go). */
const V2_PARAMS: Readonly<Record<string, readonly string[]>> = {
  ChainGetTipSet: ['tipsetSelector'],
  StateGetActor: ['address', 'tipsetSelector'],
};

/** Methods shared by v1 and v2: those of Ethereum. */
const IN_V1_AND_V2 = /^(?:(?:Eth|Web3)[A-Z]\w*|Net(?:Version|Listening)|FilecoinAddressToEthAddress)$/;

/** Parameter names at /rpc/v2, for a name without the namespace; undefined if v2 does not have the method. */
export function v2ParamNames(method: string): readonly string[] | undefined {
  const facts = methodFacts(method);
  if (facts === undefined) return undefined;
  if (Object.hasOwn(V2_PARAMS, facts.name)) return V2_PARAMS[facts.name];
  return facts.isV2Only || IN_V1_AND_V2.test(facts.name) ? facts.params : undefined;
}

/** Parameter names at /rpc/v0, for a name without the namespace, if they differ from /rpc/v1 or the method exists only there. */
export function v0ParamNames(method: string): readonly string[] | undefined {
  return Object.hasOwn(V0_PARAMS, method) ? V0_PARAMS[method] : undefined;
}

/** Methods that exist only at /rpc/v0. */
export const V0_METHODS: readonly string[] = Object.keys(V0_PARAMS).filter((name) => !METHODS.some((method) => method.name === name));

/** Ethereum methods, which Lotus serves only without a namespace (api/eth_aliases.go). */
const WITHOUT_NAMESPACE = /^(?:eth|net|web3|trace)_/;

/** The name with the endpoint's namespace, unless it has a namespace or needs none. */
export function fullMethodName(method: string, namespace: string): string {
  return method.includes('.') || WITHOUT_NAMESPACE.test(method) ? method : `${namespace}.${method}`;
}

/** Facts about a method, with or without its namespace; undefined if it is not in the catalogue. */
export function methodFacts(name: string): MethodFacts | undefined {
  return BY_NAME.get(name) ?? BY_NAME.get(name.slice(name.lastIndexOf('.') + 1));
}

/** Whether a method is known to change nothing on the node or the chain. */
export function isPlainRead(name: string): boolean {
  const facts = methodFacts(name);
  return facts?.permission === 'read' && !facts.isStateful;
}

/** Deal client and market methods that Lotus removed after 1.27, without a namespace. `MarketListDeals` stayed. */
export const REMOVED_METHODS =
  /^(?:(?:Client|Dagstore|Deals|IndexerAnnounce)[A-Z]\w{1,50}|Market(?:CancelDataTransfer|DataTransfer\w{1,20}|GetAsk|GetDealUpdates|GetRetrievalAsk|ImportDealData|ListDataTransfers|ListIncompleteDeals|ListRetrievalDeals|PendingDeals|PublishPendingDeals|RestartDataTransfer|RetryPublishDeal|SetAsk|SetRetrievalAsk)|Pieces(?:List|Get)\w{1,20})$/;

/** Whether only old nodes have a method. */
export function isRemovedMethod(method: string): boolean {
  return REMOVED_METHODS.test(method);
}

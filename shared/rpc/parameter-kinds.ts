/**
 * Parameters of the catalogued methods: for each name its kind, its description and an example that a node accepts. Used by the
 * linter, the correction of failed requests, the documentation and the search for the parameter at fault.
 *
 * Kinds follow the JSON of Lotus v1.36.2: chain/types/tipset_key.go, go-cid cid.go, go-address address.go, go-state-types big and
 * bitfield, and Go's encoding/json for the rest.
 */

export type ParameterKind =
  | 'address'
  | 'cid'
  | 'tipsetKey'
  | 'tipsetSelector'
  | 'epoch'
  | 'integer'
  | 'float'
  | 'attoFil'
  | 'bytes'
  | 'boolean'
  | 'text'
  | 'bitfield'
  | 'integers'
  | 'addresses'
  | 'texts'
  | 'message'
  | 'messages'
  | 'signedMessage'
  | 'signedMessages'
  | 'signature'
  | 'signatureType'
  | 'peerId'
  | 'ethAddress'
  | 'ethHash'
  | 'ethBlock'
  | 'hex'
  | 'object'
  | 'objects'
  | 'any';

/** Name of a kind and its Go types, as go-jsonrpc writes them without `*`. */
interface KindFacts {
  readonly words: string;
  readonly goTypes: RegExp;
}

export const KINDS: Readonly<Record<ParameterKind, KindFacts>> = {
  address: { words: 'address', goTypes: /^address\.Address$/ },
  cid: { words: 'CID, as {"/":"…"}', goTypes: /^cid\.Cid$/ },
  tipsetKey: { words: 'tipset key: array of block CIDs, null for the head', goTypes: /^types\.TipSetKey$/ },
  tipsetSelector: { words: 'tipset selector: object with a tag, a key or a height', goTypes: /^types\.TipSetSelector$/ },
  epoch: { words: 'epoch', goTypes: /^abi\.ChainEpoch$/ },
  integer: {
    words: 'integer',
    goTypes:
      /^(?:u?int(?:64)?|abi\.(?:ChainEpoch|SectorNumber|DealID|MethodNum|SectorSize|PaddedPieceSize|RegisteredSealProof|RegisteredPoStProof|ActorID)|(?:abi)?network\.Version|verifreg(?:types)?\.(?:AllocationId|ClaimId)|time\.Duration|crypto\.DomainSeparationTag|storiface\.SectorFileType)$/,
  },
  float: { words: 'number', goTypes: /^float64$/ },
  attoFil: { words: 'attoFIL, as a string', goTypes: /^(?:types\.BigInt|big\.Int|abi\.TokenAmount)$/ },
  bytes: { words: 'base64', goTypes: /^(?:\[\](?:byte|uint8)|(?:api\.)?F3ParticipationTicket)$/ },
  boolean: { words: 'true or false', goTypes: /^bool$/ },
  text: { words: 'string', goTypes: /^(?:string|types\.KeyType|storiface\.ID|uuid\.UUID|(?:api\.)?SectorState)$/ },
  bitfield: { words: 'bitfield: run lengths, starting with zeros', goTypes: /^bitfield\.BitField$/ },
  integers: { words: 'array of integers', goTypes: /^\[\]abi\.(?:SectorNumber|DealID)$/ },
  addresses: { words: 'array of addresses', goTypes: /^\[\]address\.Address$/ },
  texts: { words: 'array of strings', goTypes: /^\[\](?:string|auth\.Permission|(?:api\.)?SectorState|peer\.ID)$/ },
  message: { words: 'message', goTypes: /^types\.Message$/ },
  messages: { words: 'array of messages', goTypes: /^\[\]\*types\.Message$/ },
  signedMessage: { words: 'signed message', goTypes: /^types\.SignedMessage$/ },
  signedMessages: { words: 'array of signed messages', goTypes: /^\[\]\*types\.SignedMessage$/ },
  signature: { words: 'signature', goTypes: /^crypto\.Signature$/ },
  signatureType: { words: 'signature type: 1 secp256k1, 2 BLS, 3 delegated', goTypes: /^crypto\.SigType$/ },
  peerId: { words: 'peer ID', goTypes: /^peer\.ID$/ },
  ethAddress: { words: 'Ethereum address', goTypes: /^ethtypes\.EthAddress$/ },
  ethHash: { words: '32 bytes in hex', goTypes: /^(?:ethtypes\.(?:EthHash|EthFilterID|EthSubscriptionID)|string)$/ },
  ethBlock: { words: 'block number in hex, or tag', goTypes: /^(?:ethtypes\.EthBlockNumberOrHash|string)$/ },
  hex: { words: '0x hex', goTypes: /^ethtypes\.(?:EthBytes|EthUint64)$/ },
  object: {
    words: 'object',
    goTypes:
      /^(?:(?:api\.)?(?:MessageMatch|MessageSendSpec|BlockTemplate|PaychGetOpts|HotGCOpts|PruneOpts|ChainExportConfig|NetBlockList|NetLimit)|types\.(?:ActorEventFilter|KeyInfo|MpoolConfig|BlockMsg)|miner\.SectorPreCommitInfo|peer\.AddrInfo|blocks\.Block|paych\.SignedVoucher|storiface\.CallID|abi\.SectorID|ethtypes\.(?:EthCall|EthFilterSpec|EthTraceFilterCriteria))$/,
  },
  objects: { words: 'array of objects', goTypes: /^\[\](?:\*?(?:api\.)?(?:MessagePrototype|VoucherSpec)|storiface\.SectorRef)$/ },
  any: { words: 'JSON', goTypes: /^json\.RawMessage$/ },
};

/** A parameter: its kind, a one-line description, an example as JSON, and whether null is accepted. */
export interface ParameterFacts {
  readonly kind: ParameterKind;
  readonly meaning: string;
  readonly example: string;
  /** Nodes accept null, as a default or for none. */
  readonly isNullable: boolean;
}

const CID = '{"/":"bafy2bzacedo7hjsumaajt6sbor42qycvjyk6goqe4oi4o4ddsjxkdeqrqf42c"}';
const ACCOUNT = '"f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za"';
const MINER = '"f01000"';
const MULTISIG = '"f080"';
const PEER = '"12D3KooWBF8cpp65hp2u9LK5mh19x67ftAam84z9LsfaquTDSBpt"';
const HASH = `"0x${'0123456789abcdef'.repeat(4)}"`;
const ETH_ADDRESS = '"0xff00000000000000000000000000000000000001"';
const MESSAGE =
  '{"Version":0,"To":"f01000","From":"f1abjxfbp274xpdqcpuaykwkfb43omjotacm2p3za","Nonce":0,"Value":"0","GasLimit":0,"GasFeeCap":"0","GasPremium":"0","Method":0,"Params":null}';
const SIGNED = `{"Message":${MESSAGE},"Signature":{"Type":1,"Data":"${'A'.repeat(86)}A="}}`;
const TICKET = '"AAAA"';
const VOUCHER = `{"ChannelAddr":"f01001","TimeLockMin":0,"TimeLockMax":0,"SecretHash":null,"Extra":null,"Lane":0,"Nonce":1,"Amount":"1","MinSettleHeight":0,"Merges":[],"Signature":{"Type":1,"Data":"${'A'.repeat(86)}A="}}`;
const PRE_COMMIT = `{"SealProof":8,"SectorNumber":7,"SealedCID":{"/":"bagboea4b5abcatlxechwbp7kjpjguna6r6q7ejrhe6mdp3lf34pmswn27pkkiekz"},"SealRandEpoch":4863000,"DealIDs":[],"Expiration":6000000,"UnsealedCid":null}`;

type Row = readonly [kind: ParameterKind, meaning: string, example: string, nullable?: 'nullable'];

/** By their names in the catalogue. */
const ROWS: Readonly<Record<string, Row>> = {
  address: ['address', 'Address of the actor, in any form.', MINER],
  addr: ['address', 'Address of the actor, in any form.', MINER],
  client: ['address', 'The client.', '"f01001"'],
  provider: ['address', 'The storage provider.', MINER],
  sender: ['address', 'The sender.', ACCOUNT],
  to: ['address', 'The receiver.', MINER],
  wallet: ['address', 'The address in the node’s wallet that pays.', ACCOUNT],
  multisig: ['address', 'The multisig.', MULTISIG],
  signer: ['address', 'The signer that sends the message.', ACCOUNT],
  proposer: ['address', 'The signer who proposed the transaction.', ACCOUNT],
  newSigner: ['address', 'The signer to add.', '"f01002"'],
  oldSigner: ['address', 'The signer to remove.', '"f01001"'],
  channel: ['address', 'The payment channel.', '"f01001"'],
  addresses: ['addresses', 'The signers.', `[${ACCOUNT}]`],
  cid: ['cid', 'CID of the object.', CID],
  blockCid: ['cid', 'A block of the tipset.', CID],
  baseCid: ['cid', 'Root of a graph that is not counted; null to count everything.', CID, 'nullable'],
  code: ['cid', 'Code CID of the actor.', '{"/":"bafk2bzacealk7wt67uwyiuh5ua4sgv4bqtqepp2i3w6ckimtwzsyqjqpbyqfe"}'],
  oldRoot: ['cid', 'Old state root.', CID],
  newRoot: ['cid', 'New state root.', CID],
  proposalCid: ['cid', 'CID of the signed deal proposal.', CID],
  tipsetKey: ['tipsetKey', 'The tipset whose parent state is read; null for the head.', 'null', 'nullable'],
  tipsetSelector: [
    'tipsetSelector',
    'One of {"tag":"latest"} (also safe, finalized), {"key":[…]} and {"height":{"at":…,"previous":true,"anchor":{"tag":"latest"}}}.',
    '{"tag":"latest"}',
  ],
  fromTipsetKey: ['tipsetKey', 'Start of the path.', `[${CID}]`, 'nullable'],
  toTipsetKey: ['tipsetKey', 'End of the path.', 'null', 'nullable'],
  startTipsetKey: ['tipsetKey', 'Start of the range.', 'null', 'nullable'],
  endTipsetKey: ['tipsetKey', 'End of the range.', 'null', 'nullable'],
  headTipsetKey: ['tipsetKey', 'Newest exported tipset.', 'null', 'nullable'],
  tailTipsetKey: ['tipsetKey', 'Oldest exported tipset.', 'null', 'nullable'],
  epoch: ['epoch', 'Chain epoch.', '4863283'],
  randEpoch: ['epoch', 'Epoch of the randomness.', '4863283'],
  toHeight: ['epoch', 'Lowest height to search.', '4863280'],
  limit: ['integer', 'Lookback limit in epochs; -1 for no limit.', '-1'],
  lookback: ['integer', 'Epochs to look back.', '10'],
  unlockDuration: ['integer', 'Vesting duration in epochs; 0 for no vesting.', '0'],
  duration: ['integer', 'Lifetime of the sector in epochs.', '1051200'],
  confidence: ['integer', 'Epochs after the execution before the call returns; at most 20 on gateways.', '5'],
  dealId: ['integer', 'Deal ID.', '42'],
  dealIds: ['integers', 'IDs of the deals in the sector.', '[42]'],
  sector: ['integer', 'Sector number.', '7'],
  sectorNumbers: ['integers', 'Sector numbers.', '[7]'],
  sectorCount: ['integer', 'How many sector numbers.', '10'],
  deadline: ['integer', 'Deadline index, 0 to 47.', '0'],
  allocationId: ['integer', 'Allocation ID.', '1'],
  claimId: ['integer', 'Claim ID.', '1'],
  transactionId: ['integer', 'Transaction ID of the multisig.', '0'],
  required: ['integer', 'Number of required approvals.', '1'],
  networkVersion: ['integer', 'Network version, for example 28.', '28'],
  instance: ['integer', 'F3 instance, from 0.', '0'],
  instanceCount: ['integer', 'Number of F3 instances.', '5'],
  sectorSize: ['integer', 'Sector size in bytes: 34359738368 or 68719476736.', '34359738368'],
  verifiedSize: ['integer', 'Bytes of verified deals in the sector; from network version 29, the full sector size.', '34359738368'],
  paddedPieceSize: ['integer', 'Padded piece size in bytes, a power of two.', '34359738368'],
  sealProof: ['integer', 'Seal proof type, for example 8.', '8'],
  postProof: ['integer', 'Window PoSt proof type, for example 13.', '13'],
  maxQueueBlocks: ['integer', 'Maximum epochs until inclusion.', '10'],
  blockCount: ['integer', 'Target epochs until inclusion.', '2'],
  gasLimit: ['integer', 'Gas limit of the message.', '10000000'],
  method: ['integer', 'Method number of the actor; 0 for a plain transfer.', '0'],
  personalization: ['integer', 'Domain separation tag, for example 2 for the election.', '2'],
  lane: ['integer', 'Lane of the channel.', '0'],
  rootCount: ['integer', 'Number of recent epochs exported with state.', '2000'],
  delayNanoseconds: ['integer', 'Duration in nanoseconds.', '3600000000000'],
  fileType: ['integer', 'Sector file type: 1 unsealed, 2 sealed, 4 cache.', '2'],
  ticketQuality: ['float', 'Ticket quality, between 0 and 1.', '0.5'],
  value: ['attoFil', 'Amount in attoFIL, as a decimal string.', '"1000000000000000000"'],
  gasPrice: ['attoFil', 'Unused; "0".', '"0"'],
  params: ['bytes', 'Method parameters: CBOR in base64; null for none.', 'null', 'nullable'],
  data: ['bytes', 'The bytes.', '"AAAA"'],
  entropy: ['bytes', 'Entropy to mix in.', '"AAAA"', 'nullable'],
  secret: ['bytes', 'Secret of the voucher; null for none.', 'null', 'nullable'],
  proof: ['bytes', 'Unused; null.', 'null', 'nullable'],
  ticket: ['bytes', 'Ticket of an earlier call; empty for the first.', TICKET, 'nullable'],
  block: ['object', 'The block to store.', '{}'],
  isVerified: ['boolean', 'Whether the deal is verified.', 'false'],
  allowReplaced: ['boolean', 'Whether a replacement of the message counts as found.', 'true'],
  includeChain: ['boolean', 'Whether to include the chain status.', 'true'],
  isSkippingOldMessages: ['boolean', 'Whether to omit messages older than the recent epochs.', 'true'],
  isBackfilling: ['boolean', 'Whether to backfill missing index data.', 'false'],
  isClearingLocal: ['boolean', 'Whether to clear the node’s own messages too.', 'false'],
  isThresholdChanged: ['boolean', 'Whether to also change the approval threshold.', 'false'],
  isFull: ['boolean', 'Whether to return transactions instead of hashes.', 'false'],
  showOnChainInfo: ['boolean', 'Whether to include the on-chain sector info.', 'true'],
  isScheduling: ['boolean', 'Whether to run the scheduler first.', 'false'],
  isSnap: ['boolean', 'Must be true: only snap upgrades exist.', 'true'],
  isForced: ['boolean', 'Whether to reserve numbers already in use.', 'false'],
  isFetchAllowed: ['boolean', 'Whether to include paths it can be fetched from.', 'false'],
  isDroppingMissing: ['boolean', 'Whether to drop sectors whose files are missing.', 'false'],
  path: ['text', 'Path below /ipfs/CID.', '"/ipfs/bafy2bzacedo7hjsumaajt6sbor42qycvjyk6goqe4oi4o4ddsjxkdeqrqf42c/1"'],
  text: ['text', 'The text to parse.', MINER],
  keyType: ['text', 'secp256k1, bls, delegated or secp256k1-ledger.', '"secp256k1"'],
  token: ['text', 'The token.', '"eyJhbGciOiJIUzI1NiJ9.eyJBbGxvdyI6WyJyZWFkIl19.AAAA"'],
  subsystem: ['text', 'Logging subsystem, from LogList.', '"chain"'],
  level: ['text', 'debug, info, warn or error.', '"info"'],
  scope: ['text', 'Scope of the limit: system, transient, svc:name, peer:id or all.', '"system"'],
  filePath: ['text', 'Path on the node’s machine.', '"/var/backup/node.car"'],
  reservation: ['text', 'Name of the reservation.', '"import"'],
  sectorState: ['text', 'Sealing state.', '"Proving"'],
  storageId: ['text', 'ID of a storage path.', '"76f1988b-ef30-4d7e-b3ec-9a627f4ba5a8"'],
  requestId: ['text', 'ID of the request in the scheduler.', '"07070707-0707-0707-0707-070707070707"'],
  topic: ['text', 'newHeads, logs or newPendingTransactions.', '"newHeads"'],
  sectors: ['bitfield', 'The sectors to return; null for all.', '[0,1000]', 'nullable'],
  perms: ['texts', 'Any of read, write, sign and admin.', '["read"]'],
  states: ['texts', 'Sealing states.', '["Proving"]'],
  peerIds: ['texts', 'Peer IDs.', `[${PEER}]`],
  traceTypes: ['texts', 'Must be ["trace"].', '["trace"]'],
  percentiles: ['any', 'Percentiles of the rewards.', '[25,75]', 'nullable'],
  peerId: ['peerId', 'Peer ID.', PEER],
  message: ['message', 'The message. Gas values of 0 are estimated.', MESSAGE],
  messages: ['messages', 'Messages to execute in addition.', '[]', 'nullable'],
  signedMessage: ['signedMessage', 'The signed message.', SIGNED],
  signedMessages: ['signedMessages', 'Signed messages, in order of nonce.', `[${SIGNED}]`],
  messagePrototypes: ['objects', 'Messages, and whether their nonce is already set.', `[{"Message":${MESSAGE},"ValidNonce":true}]`],
  spec: ['object', 'Fee limit, {"MaxFee":"…"} in attoFIL; null for the node’s default.', 'null', 'nullable'],
  match: ['object', 'Sender, receiver, or both.', '{"To":"f01000"}'],
  filter: ['object', 'Addresses, heights and fields of the events.', '{"fromHeight":4863280,"toHeight":4863283}', 'nullable'],
  signature: ['signature', 'Type (1 secp256k1, 2 BLS, 3 delegated) and bytes in base64.', `{"Type":1,"Data":"${'A'.repeat(86)}A="}`],
  keyInfo: ['object', 'Key type and private key.', '{"Type":"secp256k1","PrivateKey":"AAAA"}'],
  options: ['object', 'Options of the call.', '{}'],
  blockTemplate: ['object', 'The contents of the new block.', '{}'],
  blockMessage: ['object', 'A block with the CIDs of its messages.', '{}'],
  addrInfo: ['object', 'Peer ID and addresses.', `{"ID":${PEER},"Addrs":["/ip4/52.36.61.156/tcp/1347"]}`],
  blockList: ['object', 'Peers, IP addresses and subnets.', '{"Peers":[],"IPAddrs":[],"IPSubnets":[]}'],
  netLimit: [
    'object',
    'Maximum memory, streams, connections and file descriptors.',
    '{"Memory":1073741824,"Streams":1000,"Conns":100,"FD":100}',
  ],
  sectorPreCommitInfo: ['object', 'The pre-commit info.', PRE_COMMIT],
  voucher: ['object', 'The signed voucher.', VOUCHER],
  workerCallId: [
    'object',
    'Sector and ID of a worker call.',
    '{"Sector":{"Miner":1000,"Number":7},"ID":"07070707-0707-0707-0707-070707070707"}',
  ],
  sectorId: ['object', 'Miner and number of the sector.', '{"Miner":1000,"Number":7}'],
  voucherSpecs: ['objects', 'Amounts and time locks of the vouchers.', '[{"Amount":"1","TimeLockMin":0,"TimeLockMax":0,"MinSettle":0}]'],
  sectorRefs: ['objects', 'Sectors with their proof types.', '[{"ID":{"Miner":1000,"Number":7},"ProofType":8}]'],
  jsonParams: ['any', 'Method parameters as JSON with field names.', '{"Peer":null}'],
  ethAddress: ['ethAddress', '20-byte Ethereum address.', ETH_ADDRESS],
  blockHash: ['ethHash', 'Block hash: the digest of the tipset key’s CID.', HASH],
  txHash: ['ethHash', 'Transaction hash.', HASH],
  filterId: ['ethHash', 'ID of the filter.', HASH],
  subscriptionId: ['ethHash', 'ID of the subscription.', HASH],
  ethBlock: ['ethBlock', 'latest, safe, finalized, pending or a hex number.', '"latest"'],
  ethCount: ['hex', 'Number of blocks; at most 128 on gateways.', '"0xa"'],
  txIndex: ['hex', 'Index in the block.', '"0x0"'],
  position: ['hex', 'Storage slot.', '"0x0000000000000000000000000000000000000000000000000000000000000000"'],
  rawTransaction: ['hex', 'The signed transaction.', '"0x02f8"'],
  ethTransaction: ['object', 'from, to, value, data and gas, in hex.', `{"from":${ETH_ADDRESS},"to":${ETH_ADDRESS},"data":"0x"}`],
  ethFilter: ['object', 'Blocks, addresses and topics of the logs.', '{"fromBlock":"0x4a3500","toBlock":"0x4a3510"}'],
  traceFilter: ['object', 'Blocks and addresses of the traces.', '{"fromBlock":"0x4a3500","toBlock":"0x4a3510"}'],
};

const FACTS: ReadonlyMap<string, ParameterFacts> = new Map(
  Object.entries(ROWS).map(([name, [kind, meaning, example, nullable]]) => [
    name,
    { kind, meaning, example, isNullable: nullable !== undefined },
  ]),
);

/** Facts about a parameter of the catalogue; undefined for other names. */
export function parameterFacts(name: string): ParameterFacts | undefined {
  return FACTS.get(name);
}

/** The kind of a parameter; undefined for names not in the catalogue. */
export function parameterKind(name: string): ParameterKind | undefined {
  return FACTS.get(name)?.kind;
}

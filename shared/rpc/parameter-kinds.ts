/**
 * What the parameters of the catalogued methods are: for each name its kind, what it means and a value that a node takes. The lint,
 * the correction of failed requests, the documentation and the search for the guilty parameter all read it here.
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

/** A kind in words, and the Go types that have it, as go-jsonrpc names them but for their stars. */
interface KindFacts {
  readonly words: string;
  readonly goTypes: RegExp;
}

export const KINDS: Readonly<Record<ParameterKind, KindFacts>> = {
  address: { words: 'address', goTypes: /^address\.Address$/ },
  cid: { words: 'CID as a link', goTypes: /^cid\.Cid$/ },
  tipsetKey: { words: 'tipset key: list of block CIDs, null for the head', goTypes: /^types\.TipSetKey$/ },
  tipsetSelector: { words: 'tipset selector: an object with a tag, a key or a height', goTypes: /^types\.TipSetSelector$/ },
  epoch: { words: 'epoch', goTypes: /^abi\.ChainEpoch$/ },
  integer: {
    words: 'whole number',
    goTypes:
      /^(?:u?int(?:64)?|abi\.(?:ChainEpoch|SectorNumber|DealID|MethodNum|SectorSize|PaddedPieceSize|RegisteredSealProof|RegisteredPoStProof|ActorID)|(?:abi)?network\.Version|verifreg(?:types)?\.(?:AllocationId|ClaimId)|time\.Duration|crypto\.DomainSeparationTag|storiface\.SectorFileType)$/,
  },
  float: { words: 'number', goTypes: /^float64$/ },
  attoFil: { words: 'attoFIL as text', goTypes: /^(?:types\.BigInt|big\.Int|abi\.TokenAmount)$/ },
  bytes: { words: 'bytes in base64', goTypes: /^(?:\[\](?:byte|uint8)|(?:api\.)?F3ParticipationTicket)$/ },
  boolean: { words: 'true or false', goTypes: /^bool$/ },
  text: { words: 'text', goTypes: /^(?:string|types\.KeyType|storiface\.ID|uuid\.UUID|(?:api\.)?SectorState)$/ },
  bitfield: { words: 'bitfield: run lengths, zeros first', goTypes: /^bitfield\.BitField$/ },
  integers: { words: 'list of whole numbers', goTypes: /^\[\]abi\.(?:SectorNumber|DealID)$/ },
  addresses: { words: 'list of addresses', goTypes: /^\[\]address\.Address$/ },
  texts: { words: 'list of text', goTypes: /^\[\](?:string|auth\.Permission|(?:api\.)?SectorState|peer\.ID)$/ },
  message: { words: 'message', goTypes: /^types\.Message$/ },
  messages: { words: 'list of messages', goTypes: /^\[\]\*types\.Message$/ },
  signedMessage: { words: 'signed message', goTypes: /^types\.SignedMessage$/ },
  signedMessages: { words: 'list of signed messages', goTypes: /^\[\]\*types\.SignedMessage$/ },
  signature: { words: 'signature', goTypes: /^crypto\.Signature$/ },
  signatureType: { words: 'type of a signature: 1 secp256k1, 2 BLS, 3 delegated', goTypes: /^crypto\.SigType$/ },
  peerId: { words: 'peer id', goTypes: /^peer\.ID$/ },
  ethAddress: { words: 'Ethereum address', goTypes: /^ethtypes\.EthAddress$/ },
  ethHash: { words: '32 bytes in hex', goTypes: /^(?:ethtypes\.(?:EthHash|EthFilterID|EthSubscriptionID)|string)$/ },
  ethBlock: { words: 'block number in hex, or a tag', goTypes: /^(?:ethtypes\.EthBlockNumberOrHash|string)$/ },
  hex: { words: 'hex with 0x', goTypes: /^ethtypes\.(?:EthBytes|EthUint64)$/ },
  object: {
    words: 'object',
    goTypes:
      /^(?:(?:api\.)?(?:MessageMatch|MessageSendSpec|BlockTemplate|PaychGetOpts|HotGCOpts|PruneOpts|ChainExportConfig|NetBlockList|NetLimit)|types\.(?:ActorEventFilter|KeyInfo|MpoolConfig|BlockMsg)|miner\.SectorPreCommitInfo|peer\.AddrInfo|blocks\.Block|paych\.SignedVoucher|storiface\.CallID|abi\.SectorID|ethtypes\.(?:EthCall|EthFilterSpec|EthTraceFilterCriteria))$/,
  },
  objects: { words: 'list of objects', goTypes: /^\[\](?:\*?(?:api\.)?(?:MessagePrototype|VoucherSpec)|storiface\.SectorRef)$/ },
  any: { words: 'JSON', goTypes: /^json\.RawMessage$/ },
};

/** A parameter: its kind, what it means in one line, a value that nodes take as JSON text, and whether null says something too. */
export interface ParameterFacts {
  readonly kind: ParameterKind;
  readonly meaning: string;
  readonly example: string;
  /** Nodes take null in its place: they have a default, or it stands for none. */
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

/** By the names of the catalogue. */
const ROWS: Readonly<Record<string, Row>> = {
  address: ['address', 'The actor that is asked about, in any form of address.', MINER],
  addr: ['address', 'The actor that is asked about, in any form of address.', MINER],
  client: ['address', 'The client.', '"f01001"'],
  provider: ['address', 'The storage provider.', MINER],
  sender: ['address', 'Who sends.', ACCOUNT],
  to: ['address', 'Who receives.', MINER],
  wallet: ['address', 'The key of the node’s wallet that pays.', ACCOUNT],
  multisig: ['address', 'The multisig.', MULTISIG],
  signer: ['address', 'The signer that sends the message.', ACCOUNT],
  proposer: ['address', 'The signer that proposed it.', ACCOUNT],
  newSigner: ['address', 'The signer that is added.', '"f01002"'],
  oldSigner: ['address', 'The signer that is removed.', '"f01001"'],
  channel: ['address', 'The payment channel.', '"f01001"'],
  addresses: ['addresses', 'The signers.', `[${ACCOUNT}]`],
  cid: ['cid', 'The object, by its CID.', CID],
  blockCid: ['cid', 'A block of the tipset.', CID],
  baseCid: ['cid', 'What is reached from here is not counted; null counts all.', CID, 'nullable'],
  code: ['cid', 'Code CID of the actor.', '{"/":"bafk2bzacealk7wt67uwyiuh5ua4sgv4bqtqepp2i3w6ckimtwzsyqjqpbyqfe"}'],
  oldRoot: ['cid', 'State root before.', CID],
  newRoot: ['cid', 'State root after.', CID],
  proposalCid: ['cid', 'CID of the proposal in the market’s own form.', CID],
  tipsetKey: ['tipsetKey', 'The tipset whose parent state is read; null is the head.', 'null', 'nullable'],
  tipsetSelector: [
    'tipsetSelector',
    'One of {"tag":"latest"} (also safe, finalized), {"key":[…]} and {"height":{"at":…,"previous":true,"anchor":{"tag":"latest"}}}.',
    '{"tag":"latest"}',
  ],
  fromTipsetKey: ['tipsetKey', 'Where the path begins.', `[${CID}]`, 'nullable'],
  toTipsetKey: ['tipsetKey', 'Where the path ends.', 'null', 'nullable'],
  startTipsetKey: ['tipsetKey', 'Beginning of the span.', 'null', 'nullable'],
  endTipsetKey: ['tipsetKey', 'End of the span.', 'null', 'nullable'],
  headTipsetKey: ['tipsetKey', 'Newest tipset of the export.', 'null', 'nullable'],
  tailTipsetKey: ['tipsetKey', 'Oldest tipset of the export.', 'null', 'nullable'],
  epoch: ['epoch', 'Height on the chain.', '4863283'],
  randEpoch: ['epoch', 'Epoch whose randomness is drawn.', '4863283'],
  toHeight: ['epoch', 'Where the walk back ends.', '4863280'],
  limit: ['integer', 'How many epochs are searched back; -1 has no limit.', '-1'],
  lookback: ['integer', 'How many epochs are looked back.', '10'],
  unlockDuration: ['integer', 'Epochs over which the funds are set free; 0 at once.', '0'],
  duration: ['integer', 'How many epochs the sector is to live.', '1051200'],
  confidence: ['integer', 'Epochs on top of the message before the call answers; gateways allow 20.', '5'],
  dealId: ['integer', 'Number of the deal on chain.', '42'],
  dealIds: ['integers', 'Numbers of the deals in the sector.', '[42]'],
  sector: ['integer', 'Number of the sector.', '7'],
  sectorNumbers: ['integers', 'Numbers of the sectors.', '[7]'],
  sectorCount: ['integer', 'How many numbers.', '10'],
  deadline: ['integer', 'Index of the deadline, 0 to 47.', '0'],
  allocationId: ['integer', 'Number of the allocation.', '1'],
  claimId: ['integer', 'Number of the claim.', '1'],
  transactionId: ['integer', 'Number of the multisig’s transaction.', '0'],
  required: ['integer', 'How many signers have to approve.', '1'],
  networkVersion: ['integer', 'Version of the network, for example 28.', '28'],
  instance: ['integer', 'F3 instance, counted from 0.', '0'],
  instanceCount: ['integer', 'For how many F3 instances.', '5'],
  sectorSize: ['integer', 'Bytes of a sector: 34359738368 or 68719476736.', '34359738368'],
  verifiedSize: ['integer', 'Bytes of verified deals in the sector; from network version 29 on the whole sector size.', '34359738368'],
  paddedPieceSize: ['integer', 'Padded bytes of the piece, a power of two.', '34359738368'],
  sealProof: ['integer', 'Number of the seal proof type, for example 8.', '8'],
  postProof: ['integer', 'Number of the window proof type, for example 13.', '13'],
  maxQueueBlocks: ['integer', 'How many epochs the message may wait.', '10'],
  blockCount: ['integer', 'Within how many epochs it is to be included.', '2'],
  gasLimit: ['integer', 'Gas limit of the message.', '10000000'],
  method: ['integer', 'Number of the actor’s method; 0 is a plain transfer.', '0'],
  personalization: ['integer', 'Domain separation tag, for example 2 for the election.', '2'],
  lane: ['integer', 'Lane of the channel.', '0'],
  rootCount: ['integer', 'How many recent epochs are exported with their state.', '2000'],
  delayNanoseconds: ['integer', 'Time in nanoseconds.', '3600000000000'],
  fileType: ['integer', 'Kind of sector file: 1 unsealed, 2 sealed, 4 cache.', '2'],
  ticketQuality: ['float', 'Quality of the ticket, between 0 and 1.', '0.5'],
  value: ['attoFil', 'Amount in attoFIL, as decimal text.', '"1000000000000000000"'],
  gasPrice: ['attoFil', 'Not used any more; "0".', '"0"'],
  params: ['bytes', 'Parameters of the method: CBOR in base64; null for none.', 'null', 'nullable'],
  data: ['bytes', 'The bytes.', '"AAAA"'],
  entropy: ['bytes', 'Entropy that is mixed in.', '"AAAA"', 'nullable'],
  secret: ['bytes', 'Secret of a voucher that has one; null for none.', 'null', 'nullable'],
  proof: ['bytes', 'Not used any more; null.', 'null', 'nullable'],
  ticket: ['bytes', 'Ticket of an earlier call; empty for the first.', TICKET, 'nullable'],
  block: ['object', 'The block to keep.', '{}'],
  isVerified: ['boolean', 'Whether the deal is verified.', 'false'],
  allowReplaced: ['boolean', 'Whether a message that took its nonce counts as found.', 'true'],
  includeChain: ['boolean', 'Whether the chain’s health is told too.', 'true'],
  isSkippingOldMessages: ['boolean', 'Leaves out messages older than the recent epochs.', 'true'],
  isBackfilling: ['boolean', 'Whether gaps of the index are filled.', 'false'],
  isClearingLocal: ['boolean', 'Whether the node’s own messages go too.', 'false'],
  isThresholdChanged: ['boolean', 'Whether to also change the approval threshold.', 'false'],
  isFull: ['boolean', 'Whole transactions instead of their hashes.', 'false'],
  showOnChainInfo: ['boolean', 'Whether the chain’s view of the sector is told too.', 'true'],
  isScheduling: ['boolean', 'Whether the scheduler runs first.', 'false'],
  isSnap: ['boolean', 'Has to be true: upgrades are snap deals.', 'true'],
  isForced: ['boolean', 'Reserves numbers that are taken too.', 'false'],
  isFetchAllowed: ['boolean', 'Names places from which it could be fetched too.', 'false'],
  isDroppingMissing: ['boolean', 'Forgets sectors whose files are gone.', 'false'],
  path: ['text', 'Path below /ipfs/ and a CID.', '"/ipfs/bafy2bzacedo7hjsumaajt6sbor42qycvjyk6goqe4oi4o4ddsjxkdeqrqf42c/1"'],
  text: ['text', 'What may be an address.', MINER],
  keyType: ['text', 'secp256k1, bls, delegated or secp256k1-ledger.', '"secp256k1"'],
  token: ['text', 'The token.', '"eyJhbGciOiJIUzI1NiJ9.eyJBbGxvdyI6WyJyZWFkIl19.AAAA"'],
  subsystem: ['text', 'Part of the node’s log, from LogList.', '"chain"'],
  level: ['text', 'debug, info, warn or error.', '"info"'],
  scope: ['text', 'Part of the network that is limited, such as system, transient, svc:name, peer:id; all.', '"system"'],
  filePath: ['text', 'Path on the node’s machine.', '"/var/backup/node.car"'],
  reservation: ['text', 'Name of the reservation.', '"import"'],
  sectorState: ['text', 'Name of a sealing state.', '"Proving"'],
  storageId: ['text', 'Id of a storage path.', '"76f1988b-ef30-4d7e-b3ec-9a627f4ba5a8"'],
  requestId: ['text', 'Id of the request in the scheduler.', '"07070707-0707-0707-0707-070707070707"'],
  topic: ['text', 'newHeads, logs or newPendingTransactions.', '"newHeads"'],
  sectors: ['bitfield', 'The sectors that are wanted; null for all.', '[0,1000]', 'nullable'],
  perms: ['texts', 'Any of read, write, sign and admin.', '["read"]'],
  states: ['texts', 'Names of sealing states.', '["Proving"]'],
  peerIds: ['texts', 'Peer ids.', `[${PEER}]`],
  traceTypes: ['texts', 'Has to be trace alone.', '["trace"]'],
  percentiles: ['any', 'Percentiles of the rewards.', '[25,75]', 'nullable'],
  peerId: ['peerId', 'Id of a peer.', PEER],
  message: ['message', 'The message; gas of 0 is estimated.', MESSAGE],
  messages: ['messages', 'Messages that run first.', '[]', 'nullable'],
  signedMessage: ['signedMessage', 'The message with its signature.', SIGNED],
  signedMessages: ['signedMessages', 'Messages with their signatures, in order of nonce.', `[${SIGNED}]`],
  messagePrototypes: ['objects', 'Messages, and whether their nonce holds already.', `[{"Message":${MESSAGE},"ValidNonce":true}]`],
  spec: ['object', 'Bound of the fee, {"MaxFee":"…"} in attoFIL; null for the node’s own.', 'null', 'nullable'],
  match: ['object', 'Sender, receiver, or both.', '{"To":"f01000"}'],
  filter: ['object', 'Addresses, heights and fields of the events.', '{"fromHeight":4863280,"toHeight":4863283}', 'nullable'],
  signature: ['signature', 'Type (1 secp256k1, 2 BLS, 3 delegated) and bytes in base64.', `{"Type":1,"Data":"${'A'.repeat(86)}A="}`],
  keyInfo: ['object', 'Type and private key.', '{"Type":"secp256k1","PrivateKey":"AAAA"}'],
  options: ['object', 'Settings of the call.', '{}'],
  blockTemplate: ['object', 'Everything that a new block is made of.', '{}'],
  blockMessage: ['object', 'A block with the CIDs of its messages.', '{}'],
  addrInfo: ['object', 'Peer id and addresses.', `{"ID":${PEER},"Addrs":["/ip4/52.36.61.156/tcp/1347"]}`],
  blockList: ['object', 'Peers, addresses and subnets.', '{"Peers":[],"IPAddrs":[],"IPSubnets":[]}'],
  netLimit: ['object', 'Most memory, streams, connections and files.', '{"Memory":1073741824,"Streams":1000,"Conns":100,"FD":100}'],
  sectorPreCommitInfo: ['object', 'What is committed to.', PRE_COMMIT],
  voucher: ['object', 'The signed voucher.', VOUCHER],
  workerCallId: [
    'object',
    'Sector and id of a call to a worker.',
    '{"Sector":{"Miner":1000,"Number":7},"ID":"07070707-0707-0707-0707-070707070707"}',
  ],
  sectorId: ['object', 'Miner and number of the sector.', '{"Miner":1000,"Number":7}'],
  voucherSpecs: ['objects', 'Amounts and locks of the vouchers.', '[{"Amount":"1","TimeLockMin":0,"TimeLockMax":0,"MinSettle":0}]'],
  sectorRefs: ['objects', 'Sectors with their proof types.', '[{"ID":{"Miner":1000,"Number":7},"ProofType":8}]'],
  jsonParams: ['any', 'Parameters of the method with the names of their fields.', '{"Peer":null}'],
  ethAddress: ['ethAddress', 'Address of 20 bytes.', ETH_ADDRESS],
  blockHash: ['ethHash', 'Hash of a block: the digest of its tipset key’s CID.', HASH],
  txHash: ['ethHash', 'Hash of a transaction.', HASH],
  filterId: ['ethHash', 'Filter that was made before.', HASH],
  subscriptionId: ['ethHash', 'Subscription that was made before.', HASH],
  ethBlock: ['ethBlock', 'latest, safe, finalized, pending, or a number in hex.', '"latest"'],
  ethCount: ['hex', 'How many blocks; gateways allow 128.', '"0xa"'],
  txIndex: ['hex', 'Place in the block.', '"0x0"'],
  position: ['hex', 'Slot of the contract’s storage.', '"0x0000000000000000000000000000000000000000000000000000000000000000"'],
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

/** What is known of a parameter by its name in the catalogue; undefined for other names. */
export function parameterFacts(name: string): ParameterFacts | undefined {
  return FACTS.get(name);
}

/** The kind of a parameter; undefined for names that the catalogue does not have. */
export function parameterKind(name: string): ParameterKind | undefined {
  return FACTS.get(name)?.kind;
}

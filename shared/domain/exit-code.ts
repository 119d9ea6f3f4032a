/**
 * Exit codes of executed messages: what each says, why it comes about and what to do.
 *
 * Sources: go-state-types exitcode/reserved.go and common.go (codes below 32, and those that older actors used); builtin-actors
 * actors/{market,miner,evm,paych,power}/src (codes from 32 on, which only the called actor gives a meaning); the same actors for
 * what a common code stands for in them; FIP-0118 for the reward actor and what is frozen.
 */
import { FROZEN_METHODS } from './actor-method-limits.ts';
import type { ActorType } from './actor-type.ts';

/** An exit code in words. */
export interface ExitCode {
  /** As Lotus and builtin-actors name it. */
  readonly name: string;
  /** What the code says, in one sentence. */
  readonly meaning: string;
  /** What usually lies behind it, in one sentence; the same as the meaning says where nothing more is known. */
  readonly cause: string;
  /** What to do, in one sentence. */
  readonly fix: string;
}

/** What is known of the execution that ended with the code. */
export interface ExitCodeContext {
  /** Type of the actor that was called. Codes from 32 on mean nothing without it. */
  readonly calledActor?: ActorType | undefined;
  /** Network version at the epoch of execution; before 16 (actors before v8) four system codes meant something else. */
  readonly networkVersion?: number | undefined;
}

type Row = readonly [name: string, meaning: string, cause: string, fix: string];
type Rows = Readonly<Record<number, Row>>;

const FIRST_ACTOR_CODE = 32;
/** The network version that brought actors v8 and the FVM. */
const FIRST_FVM_VERSION = 16;

const RESERVED = [
  'A code that the system keeps for itself.',
  'No current node ends a message with it.',
  'Look at the trace of the message (StateReplay), and report it with the CID.',
] as const;

const ROWS: Rows = {
  0: ['Ok', 'The message succeeded.', 'Nothing failed.', 'No action needed.'],
  1: [
    'SysErrSenderInvalid',
    'The sender is not an account that can send messages.',
    'From does not exist on chain, or it is a contract, a miner or a multisig, which has no key.',
    'Send from an account that has received funds; for a multisig, propose the message from one of its signers.',
  ],
  2: [
    'SysErrSenderStateInvalid',
    'The nonce was not the next one, or the sender could not pay for the gas.',
    'Another message of the sender was executed first, or its balance is below gas limit × fee cap.',
    'Look up the nonce and the balance of the sender, then prepare the message again.',
  ],
  3: ['SysErrReserved1', ...RESERVED],
  4: [
    'SysErrIllegalInstruction',
    'The actor ran an instruction that does not exist.',
    'The code of the called actor broke down; the parameters may have led it there.',
    'Check the parameters, and report the message to the authors of the actor.',
  ],
  5: [
    'SysErrInvalidReceiver',
    'The receiver does not exist and cannot be made by sending to it.',
    'To is an ID address that nobody has, or an address that is neither a key nor an Ethereum address.',
    'Check the receiver; only f1, f3 and f410 addresses come into being by their first receipt of funds.',
  ],
  6: [
    'SysErrInsufficientFunds',
    'The sender does not have the value that is to be sent. A message that ends so costs its gas all the same.',
    'The balance was enough for the gas but not for the value; the pool checks the gas only.',
    'Add funds or lower the value, then send it again.',
  ],
  7: [
    'SysErrOutOfGas',
    'The gas limit is too low. A message that ends so is undone, and costs its gas all the same.',
    'The state changed after the estimate, or the limit was set by hand.',
    'Estimate the gas again just before sending, and leave a quarter above the estimate.',
  ],
  8: ['SysErrReserved2', ...RESERVED],
  9: [
    'SysErrIllegalExitCode',
    'The actor ended with a code that only the system may use.',
    'The code of the called actor, or of one that it called, is wrong.',
    'Report the message to the authors of the actor.',
  ],
  10: [
    'SysErrFatal',
    'The execution failed inside the node.',
    'A bug of the node or damaged state; the chain itself never carries this code.',
    'Try the call on another node, and report it with the node’s version.',
  ],
  11: [
    'SysErrMissingReturn',
    'The actor ended without the return value it promised.',
    'The code of the called actor names a block of data that does not exist.',
    'Report the message to the authors of the actor.',
  ],
  12: ['SysErrReserved3', ...RESERVED],
  13: ['SysErrReserved4', ...RESERVED],
  14: ['SysErrReserved5', ...RESERVED],
  15: ['SysErrReserved6', ...RESERVED],
  16: [
    'ErrIllegalArgument',
    'The actor refused the parameters.',
    'A value is out of its range, names something of the wrong kind, or contradicts another one.',
    'Compare each parameter with the method, and simulate the message before sending it again.',
  ],
  17: [
    'ErrNotFound',
    'The actor did not find what the parameters name.',
    'The id is wrong, or what it named has been completed or removed since.',
    'Look the id up at the latest tipset.',
  ],
  18: [
    'ErrForbidden',
    'The caller may not do this.',
    'The sender does not have the role that the method asks for, or the method is not allowed at this moment.',
    'Send it from the address that has the role.',
  ],
  19: [
    'ErrInsufficientFunds',
    'The actor does not hold enough funds for this.',
    'The balance that the actor keeps for the purpose is lower than the amount; part of it may be locked.',
    'Look at the available balance in the actor, add funds to it or lower the amount.',
  ],
  20: [
    'ErrIllegalState',
    "The actor's own state does not allow this.",
    'The actor is at another step than the method expects, or its state is inconsistent.',
    'Read the state of the actor, and try again when it has the step that the method needs.',
  ],
  21: [
    'ErrSerialization',
    'The actor could not read the parameters.',
    'The bytes are not the CBOR that this method takes, or they were made for another version of the actor.',
    'Encode the parameters again for this method and the present actors.',
  ],
  22: [
    'ErrUnhandledMessage',
    'The actor has no method of this number.',
    'The number is wrong, the receiver is another type of actor, or the method was removed in an upgrade.',
    'Check the type of the receiver and the number of the method.',
  ],
  23: [
    'ErrUnspecified',
    'The actor refused without saying why.',
    'The actor gives no code of its own for this case.',
    'Read the error in the trace of the message (StateReplay).',
  ],
  24: [
    'ErrAssertionFailed',
    'The actor found its own state inconsistent.',
    'A bug of the actor, or parameters that it did not foresee.',
    'Report the message to the authors of the actor.',
  ],
  25: [
    'ErrReadOnly',
    'The call may only read, and tried to change something.',
    'A contract made a static call to a method that writes or sends.',
    'Let the contract make a plain call instead of a static one.',
  ],
  26: [
    'ErrNotPayable',
    'This method takes no value.',
    'The message carries FIL for a method that cannot accept it.',
    'Send it again with a value of 0.',
  ],
};

/** What the system codes meant before network version 16, where it was something else. */
const ROWS_BEFORE_FVM: Rows = {
  3: [
    'SysErrInvalidMethod',
    'The actor has no method of this number.',
    'The number is wrong, or the receiver is another type of actor.',
    'Check the type of the receiver and the number of the method.',
  ],
  8: [
    'SysErrForbidden',
    'The caller may not do this.',
    'The sender does not have the role that the method asks for.',
    'Send it from the address that has the role.',
  ],
  9: [
    'SysErrorIllegalActor',
    'The actor did something that actors may not do.',
    'A bug of the actor in the version of that time.',
    'Nothing can be done about this message; actors since then have other code.',
  ],
  10: [
    'SysErrorIllegalArgument',
    'The actor handed an invalid argument to the system.',
    'The parameters led the actor to a call that the system refused.',
    'Compare each parameter with the method.',
  ],
};

/** Codes from 32 on mean what the actor that was called says. */
const ROWS_OF_ACTOR: Readonly<Partial<Record<ActorType, Rows>>> = {
  storagemarket: {
    32: [
      'EX_DEAL_EXPIRED',
      'The deal has expired.',
      'The deal ended or was slashed, and the market actor has removed it.',
      'Look at the deal at an earlier tipset.',
    ],
    33: [
      'EX_DEAL_NOT_ACTIVATED',
      'The deal has not been activated.',
      'The deal is published, and its sector is not proven yet.',
      'Ask again once the sector is proven; after its start epoch it never will be.',
    ],
  },
  storageminer: {
    1000: [
      'ERR_BALANCE_INVARIANTS_BROKEN',
      'The balances inside the miner actor contradict each other.',
      'Locked funds, pledge and deposits add up to more than the miner holds.',
      'Pay off the debt of the miner, and report it with the miner’s address if the code comes back.',
    ],
    1001: [
      'ERR_NOTIFICATION_SEND_FAILED',
      'The contract that was to hear of the sector could not be called.',
      'The address to be notified does not exist or cannot be called.',
      'Check the address in the notifications of the piece, or leave the notification out.',
    ],
    1002: [
      'ERR_NOTIFICATION_RECEIVER_ABORTED',
      'The contract that was told of the sector failed.',
      'The receiver of the notification ended with an exit code of its own.',
      'Look at the sub-call in the trace of the message, and correct what the receiver refused.',
    ],
    1003: [
      'ERR_NOTIFICATION_RESPONSE_INVALID',
      'The contract that was told of the sector gave an answer of the wrong form.',
      'The receiver does not implement SectorContentChanged as the miner actor expects it.',
      'Correct the receiver, or leave the notification out.',
    ],
    1004: [
      'ERR_NOTIFICATION_REJECTED',
      'The contract that was told of the sector did not accept a piece.',
      'The receiver looked at the piece and its payload, and said no.',
      'Compare the piece and the payload with what the receiver expects.',
    ],
  },
  storagepower: {
    32: [
      'ERR_TOO_MANY_PROVE_COMMITS',
      'The miner proved too many sectors in one epoch.',
      'The power actor takes at most 200 single proofs of a miner in one epoch.',
      'Send the rest an epoch later, or prove several sectors in one aggregate.',
    ],
  },
  paymentchannel: {
    32: [
      'ERR_CHANNEL_STATE_UPDATE_AFTER_SETTLED',
      'The channel is settled and takes no more vouchers.',
      'The settling period of the channel has run out.',
      'Collect the channel, and open another one for further payments.',
    ],
  },
  evm: {
    33: [
      'EVM_CONTRACT_REVERTED',
      'The contract reverted.',
      'A condition in the contract was not met; its reason is in the return value.',
      'Decode the return value of the message, and correct the call by what it says.',
    ],
    34: [
      'EVM_CONTRACT_INVALID_INSTRUCTION',
      'The contract ran the instruction that stands for failure.',
      'A check in the contract that must never fail has failed.',
      'Compare the arguments with the contract, and tell its authors.',
    ],
    35: [
      'EVM_CONTRACT_UNDEFINED_INSTRUCTION',
      'The contract ran an instruction that does not exist.',
      'The contract was built for a newer EVM, or its bytes are no program.',
      'Build the contract for the EVM version that the network supports.',
    ],
    36: [
      'EVM_CONTRACT_STACK_UNDERFLOW',
      'The contract took more from its stack than was there.',
      'The program of the contract is wrong.',
      'Build the contract again, and tell its authors.',
    ],
    37: [
      'EVM_CONTRACT_STACK_OVERFLOW',
      'The contract put more on its stack than it holds.',
      'The contract calls itself too deeply, or its program is wrong.',
      'Call it with less work at a time, and tell its authors.',
    ],
    38: [
      'EVM_CONTRACT_ILLEGAL_MEMORY_ACCESS',
      'The contract read or wrote memory that it does not have.',
      'An argument names an offset or a length beyond what the contract can address.',
      'Check offsets and lengths in the call data.',
    ],
    39: [
      'EVM_CONTRACT_BAD_JUMPDEST',
      'The contract jumped to a place that is no target.',
      'The program of the contract is wrong.',
      'Build the contract again, and tell its authors.',
    ],
    40: [
      'EVM_CONTRACT_SELFDESTRUCT_FAILED',
      'The contract could not destroy itself.',
      'The address that was to receive its funds cannot receive them.',
      'Name another receiver of the funds.',
    ],
  },
};

/** What a common code stands for in an actor that uses it for one thing: cause and fix in its words. */
const CAUSES_OF_ACTOR: Readonly<Partial<Record<ActorType, Readonly<Record<number, readonly [cause: string, fix: string]>>>>> = {
  multisig: {
    16: [
      'A parameter is out of its range, or the hash is not that of the pending transaction.',
      'Compute the proposal hash with the ID address of the proposer, and compare each parameter.',
    ],
    17: [
      'There is no pending transaction of this number in the multisig.',
      'Look at the pending transactions: it may have been executed or cancelled.',
    ],
    18: [
      'The sender is not a signer of the multisig, or has approved or proposed this transaction already.',
      'Let another signer approve, and cancel only what the same signer has proposed.',
    ],
    19: [
      'The amount is above what the multisig may spend at this epoch: its balance is too low, or a part of it is still locked.',
      'Lower the amount, add funds to the multisig, or wait until more has vested where a part is locked.',
    ],
  },
  storageminer: {
    18: [
      'The sender is not the owner, worker or control address that the method asks for, or the miner is within a consensus fault.',
      'Send it from the address that the method asks for.',
    ],
    19: [
      'The available balance of the miner does not cover the deposit, the pledge or the debt.',
      'Send funds to the miner actor, then send the message again.',
    ],
  },
  reward: {
    16: [
      'The shares do not add up to 100%, an address is listed twice, a weight is outside its limits, or a recipient is a payment channel.',
      'Compare shares, weights and epochs with the rules of the reward streams (FIP-0118).',
    ],
    17: [
      'There is no such reward stream, recipient or queued change, or an address is not on chain.',
      'Look up the streams and their recipients in the state of f02.',
    ],
    18: [
      'Only the stream weights actor (SWA) changes streams and weights, and only the writer of a stream its recipients.',
      'Send it from that contract; anyone can send Claim.',
    ],
  },
  storagepower: {
    19: [
      'The value does not cover the deposit of a new miner (FIP-0077).',
      'Send the deposit as the value: the initial pledge of a tenth of the minimum power, 1 TiB on mainnet.',
    ],
  },
  storagemarket: {
    18: [
      'The sender is neither the provider nor one of its control addresses.',
      'Send it from the worker or a control address of the provider.',
    ],
    19: [
      'The available market balance of the client or of the provider does not cover the deal.',
      'Add funds to the market balance of the party that lacks them.',
    ],
  },
  verifiedregistry: {
    17: [
      'The sender is not a verifier, or there is no such allocation or claim.',
      'Look up the allocation or the claim; it may have been claimed or removed.',
    ],
  },
  datacap: {
    18: ['The caller may not spend the DataCap of this address.', 'Let the owner of the DataCap send it, or increase the allowance first.'],
    19: ['The address holds less DataCap than the amount.', 'Look at the DataCap balance, and lower the amount.'],
  },
};

/** Code 18 of an actor whose writes are frozen: no sender can do it. */
function frozenCause(code: number, { calledActor, networkVersion }: ExitCodeContext): readonly [cause: string, fix: string] | undefined {
  const rows = calledActor === undefined ? [] : (FROZEN_METHODS[calledActor] ?? []);
  const row = rows.find(({ freeze }) => freeze.exitCode === code && networkVersion !== undefined && networkVersion >= freeze.since);
  return row === undefined
    ? undefined
    : [
        `Writes of this actor are frozen since network version ${row.freeze.since} (${row.freeze.by}); reads still work.`,
        'Do not send it again: no sender can make this call.',
      ];
}

/**
 * An exit code in words. Every whole number is explained: codes without a name are called `actor code 47` or `reserved code 27`.
 *
 * @param code as in the receipt
 * @param context the type of the called actor and the network version, as far as they are known
 */
export function explainExitCode(code: number, { calledActor, networkVersion }: ExitCodeContext = {}): ExitCode {
  const [name, meaning, cause, fix] = rowOf(code, calledActor, networkVersion);
  const own =
    frozenCause(code, { calledActor, networkVersion }) ?? (calledActor === undefined ? undefined : CAUSES_OF_ACTOR[calledActor]?.[code]);
  return { name, meaning, cause: own?.[0] ?? cause, fix: own?.[1] ?? fix };
}

function rowOf(code: number, calledActor: ActorType | undefined, networkVersion: number | undefined): Row {
  const old = networkVersion !== undefined && networkVersion < FIRST_FVM_VERSION ? ROWS_BEFORE_FVM[code] : undefined;
  const row = old ?? ROWS[code] ?? (calledActor === undefined ? undefined : ROWS_OF_ACTOR[calledActor]?.[code]);
  if (row !== undefined) return row;
  if (code < FIRST_ACTOR_CODE) return [`reserved code ${code}`, ...RESERVED];
  return [
    `actor code ${code}`,
    'The actor ended with a code of its own.',
    'Only the code of the called actor says what it stands for.',
    'Look at the trace of the message (StateReplay), and ask the contract’s developers.',
  ];
}

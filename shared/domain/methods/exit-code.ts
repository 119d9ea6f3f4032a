/**
 * Exit codes of executed messages: meaning, usual cause and what to do.
 *
 * Sources: go-state-types exitcode/reserved.go and common.go (codes below 32, including those of older actors); builtin-actors
 * actors/{market,miner,evm,paych,power}/src (codes from 32 on, whose meaning depends on the called actor, and actor-specific causes of
 * common codes); FIP-0118 for the reward actor and frozen methods.
 */
import { FROZEN_METHODS } from './actor-method-limits.ts';
import type { ActorType } from './actor-type.ts';

/** An exit code with its explanation. */
export interface ExitCode {
  /** Name in Lotus and builtin-actors. */
  readonly name: string;
  /** What the code means, in one sentence. */
  readonly meaning: string;
  /** The usual cause, in one sentence. */
  readonly cause: string;
  /** What to do, in one sentence. */
  readonly fix: string;
}

/** What is known about the execution that exited with the code. */
export interface ExitCodeContext {
  /** Type of the called actor. Codes from 32 on have no meaning without it. */
  readonly calledActor?: ActorType | undefined;
  /** Network version at the epoch of execution; before 16 (actors before v8) four system codes had other meanings. */
  readonly networkVersion?: number | undefined;
}

type Row = readonly [name: string, meaning: string, cause: string, fix: string];
type Rows = Readonly<Record<number, Row>>;

const FIRST_ACTOR_CODE = 32;
/** The network version that introduced actors v8 and the FVM. */
const FIRST_FVM_VERSION = 16;

const RESERVED = [
  'Reserved for the system.',
  'No current node returns this code.',
  'Check the execution trace (StateReplay), and report it with the message CID.',
] as const;

const ROWS: Rows = {
  0: ['Ok', 'The message succeeded.', 'Nothing failed.', 'No action needed.'],
  1: [
    'SysErrSenderInvalid',
    'The sender is not an account.',
    'The sender does not exist on chain, or it is a contract, miner or multisig, which has no key.',
    'Send from an account that has received funds. For a multisig, propose the message from one of its signers.',
  ],
  2: [
    'SysErrSenderStateInvalid',
    'The nonce was not the expected one, or the sender could not pay for gas.',
    'Another message of the sender was executed first, or its balance is below gas limit × fee cap.',
    'Check the sender’s nonce and balance, then prepare the message again.',
  ],
  3: ['SysErrReserved1', ...RESERVED],
  4: [
    'SysErrIllegalInstruction',
    'The actor executed an illegal instruction.',
    'The called actor’s code crashed, possibly because of the parameters.',
    'Check the parameters, and report the message to the actor’s developers.',
  ],
  5: [
    'SysErrInvalidReceiver',
    'The receiver does not exist and cannot be created by sending to it.',
    'The receiver is an unassigned ID address, or neither a key address nor an Ethereum address.',
    'Check the receiver. Only f1, f3 and f410 addresses are created when they first receive funds.',
  ],
  6: [
    'SysErrInsufficientFunds',
    'The sender’s balance is below the value to transfer. On chain, the message still costs its gas.',
    'The balance covered the gas but not the value; the mempool only checks the gas.',
    'Add funds or lower the value, then send again.',
  ],
  7: [
    'SysErrOutOfGas',
    'The message runs out of gas. On chain, its changes are reverted and it still costs its gas.',
    'The state changed after the estimate, or the gas limit was set by hand.',
    'Estimate gas again just before sending, with a margin of 25%.',
  ],
  8: ['SysErrReserved2', ...RESERVED],
  9: [
    'SysErrIllegalExitCode',
    'The actor exited with a code reserved for the system.',
    'A bug in the called actor, or in an actor that it called.',
    'Report the message to the actor’s developers.',
  ],
  10: [
    'SysErrFatal',
    'Execution failed inside the node.',
    'A bug in the node or corrupt state; this code never appears on chain.',
    'Try another node, and report it with the node’s version.',
  ],
  11: [
    'SysErrMissingReturn',
    'The actor did not return the value it declared.',
    'The called actor returned the ID of a block that does not exist.',
    'Report the message to the actor’s developers.',
  ],
  12: ['SysErrReserved3', ...RESERVED],
  13: ['SysErrReserved4', ...RESERVED],
  14: ['SysErrReserved5', ...RESERVED],
  15: ['SysErrReserved6', ...RESERVED],
  16: [
    'ErrIllegalArgument',
    'The actor rejected the parameters.',
    'A parameter is out of range, refers to the wrong kind of object, or contradicts another.',
    'Check each parameter against the method, and simulate the message before sending again.',
  ],
  17: [
    'ErrNotFound',
    'The actor could not find an object that the parameters refer to.',
    'The ID is wrong, or the object has since been completed or removed.',
    'Look up the ID at the latest tipset.',
  ],
  18: [
    'ErrForbidden',
    'The caller is not allowed to do this.',
    'The sender does not have the role that the method requires, or the method is not allowed at this time.',
    'Send from an address that has the role.',
  ],
  19: [
    'ErrInsufficientFunds',
    'The actor does not have enough funds.',
    'The actor’s available balance is below the amount; part of it may be locked.',
    'Check the actor’s available balance, then add funds or lower the amount.',
  ],
  20: [
    'ErrIllegalState',
    'The actor’s state does not allow this.',
    'The actor is not in the state that the method expects, or its state is inconsistent.',
    'Check the actor’s state, and retry once the method is allowed.',
  ],
  21: [
    'ErrSerialization',
    'The actor could not decode the parameters.',
    'The bytes are not the CBOR that this method expects, or they were encoded for another actors version.',
    'Encode the parameters again for this method and the current actors version.',
  ],
  22: [
    'ErrUnhandledMessage',
    'The actor has no method with this number.',
    'The method number is wrong, the receiver is another type of actor, or an upgrade removed the method.',
    'Check the receiver’s actor type and the method number.',
  ],
  23: [
    'ErrUnspecified',
    'The actor failed without a specific code.',
    'The actor has no exit code for this case.',
    'Read the error in the execution trace (StateReplay).',
  ],
  24: [
    'ErrAssertionFailed',
    'An internal assertion of the actor failed.',
    'A bug in the actor, or parameters that it does not handle.',
    'Report the message to the actor’s developers.',
  ],
  25: [
    'ErrReadOnly',
    'A read-only call tried to change state.',
    'A contract made a static call to a method that changes state or transfers value.',
    'Use a regular call in the contract instead of a static one.',
  ],
  26: [
    'ErrNotPayable',
    'The method does not accept FIL.',
    'The message transfers FIL to a method that is not payable.',
    'Send again with a value of 0.',
  ],
};

/** System codes whose meaning was different before network version 16. */
const ROWS_BEFORE_FVM: Rows = {
  3: [
    'SysErrInvalidMethod',
    'The actor has no method with this number.',
    'The method number is wrong, or the receiver is another type of actor.',
    'Check the receiver’s actor type and the method number.',
  ],
  8: [
    'SysErrForbidden',
    'The caller is not allowed to do this.',
    'The sender does not have the role that the method requires.',
    'Send from an address that has the role.',
  ],
  9: [
    'SysErrorIllegalActor',
    'The actor performed an illegal operation.',
    'A bug in the actors version of that time.',
    'No action possible; later actors versions have different code.',
  ],
  10: [
    'SysErrorIllegalArgument',
    'The actor passed an invalid argument to the system.',
    'The parameters led to a system call that was rejected.',
    'Check each parameter against the method.',
  ],
};

/** Codes from 32 on, which the called actor defines. */
const ROWS_OF_ACTOR: Readonly<Partial<Record<ActorType, Rows>>> = {
  storagemarket: {
    32: [
      'EX_DEAL_EXPIRED',
      'The deal has expired.',
      'The deal ended or was slashed, and the market actor removed it.',
      'Read the deal at an earlier tipset.',
    ],
    33: [
      'EX_DEAL_NOT_ACTIVATED',
      'The deal is not active.',
      'The deal is published, but its sector is not proven yet.',
      'Retry once the sector is proven. The deal cannot be activated after its start epoch.',
    ],
  },
  storageminer: {
    1000: [
      'ERR_BALANCE_INVARIANTS_BROKEN',
      'The miner’s balance invariants are broken.',
      'Locked funds, initial pledge and pre-commit deposits exceed the miner’s balance.',
      'Repay the miner’s fee debt; if the code returns, report it with the miner’s address.',
    ],
    1001: [
      'ERR_NOTIFICATION_SEND_FAILED',
      'The sector notification could not be sent.',
      'The contract to notify does not exist or cannot be called.',
      'Check the address in the piece’s notifications, or remove the notification.',
    ],
    1002: [
      'ERR_NOTIFICATION_RECEIVER_ABORTED',
      'The contract that received the sector notification failed.',
      'The receiver of the notification aborted with its own exit code.',
      'Check the subcall in the execution trace, and correct what the receiver rejected.',
    ],
    1003: [
      'ERR_NOTIFICATION_RESPONSE_INVALID',
      'The contract returned an invalid response to the sector notification.',
      'The receiver does not implement SectorContentChanged as the miner actor expects.',
      'Fix the receiver, or remove the notification.',
    ],
    1004: [
      'ERR_NOTIFICATION_REJECTED',
      'The contract rejected a piece in the sector notification.',
      'The receiver did not accept the piece or its payload.',
      'Compare the piece and the payload with what the receiver expects.',
    ],
  },
  storagepower: {
    32: [
      'ERR_TOO_MANY_PROVE_COMMITS',
      'The miner proved too many sectors in one epoch.',
      'The power actor accepts at most 200 individual proofs from a miner per epoch.',
      'Send the rest in the next epoch, or prove several sectors in one aggregate.',
    ],
  },
  paymentchannel: {
    32: [
      'ERR_CHANNEL_STATE_UPDATE_AFTER_SETTLED',
      'The channel is settled and accepts no more vouchers.',
      'The channel’s settlement period has ended.',
      'Collect the channel, and open a new one for further payments.',
    ],
  },
  evm: {
    33: [
      'EVM_CONTRACT_REVERTED',
      'The contract reverted.',
      'A condition in the contract was not met; the return value contains the reason.',
      'Decode the return value, and correct the call accordingly.',
    ],
    34: [
      'EVM_CONTRACT_INVALID_INSTRUCTION',
      'The contract executed the INVALID instruction.',
      'An assertion in the contract failed.',
      'Check the arguments against the contract, and report it to its developers.',
    ],
    35: [
      'EVM_CONTRACT_UNDEFINED_INSTRUCTION',
      'The contract executed an undefined instruction.',
      'The contract was compiled for a newer EVM, or its bytecode is invalid.',
      'Compile the contract for the EVM version that the network supports.',
    ],
    36: [
      'EVM_CONTRACT_STACK_UNDERFLOW',
      'Stack underflow in the contract.',
      'The contract’s bytecode is faulty.',
      'Compile the contract again, and report it to its developers.',
    ],
    37: [
      'EVM_CONTRACT_STACK_OVERFLOW',
      'Stack overflow in the contract.',
      'The contract recurses too deeply, or its bytecode is faulty.',
      'Call it with less work at a time, and report it to its developers.',
    ],
    38: [
      'EVM_CONTRACT_ILLEGAL_MEMORY_ACCESS',
      'The contract accessed memory out of range.',
      'An argument contains an offset or length beyond addressable memory.',
      'Check offsets and lengths in the calldata.',
    ],
    39: [
      'EVM_CONTRACT_BAD_JUMPDEST',
      'The contract jumped to an invalid destination.',
      'The contract’s bytecode is faulty.',
      'Compile the contract again, and report it to its developers.',
    ],
    40: [
      'EVM_CONTRACT_SELFDESTRUCT_FAILED',
      'The contract could not self-destruct.',
      'The address that should receive its funds cannot receive them.',
      'Choose another receiver for the funds.',
    ],
  },
};

/** Causes and fixes of common codes that are specific to an actor. */
const CAUSES_OF_ACTOR: Readonly<Partial<Record<ActorType, Readonly<Record<number, readonly [cause: string, fix: string]>>>>> = {
  multisig: {
    16: [
      'A parameter is out of range, or the proposal hash does not match the pending transaction.',
      'Compute the proposal hash with the proposer’s ID address, and check each parameter.',
    ],
    17: [
      'The multisig has no pending transaction with this ID.',
      'Check the pending transactions; this one may have been executed or cancelled.',
    ],
    18: [
      'The sender is not a signer of the multisig, or has already proposed or approved this transaction.',
      'Approve with another signer. Only the proposer can cancel a transaction.',
    ],
    19: [
      'The amount exceeds what the multisig can spend at this epoch: its balance is too low, or part of it is still locked.',
      'Lower the amount, add funds to the multisig, or wait until more of a locked balance has vested.',
    ],
  },
  storageminer: {
    18: [
      'The sender is not the owner, worker or control address that the method requires, or the miner has an active consensus fault.',
      'Send from the address that the method requires.',
    ],
    19: [
      'The miner’s available balance does not cover the deposit, the pledge or the fee debt.',
      'Send funds to the miner, then send the message again.',
    ],
  },
  reward: {
    16: [
      'The shares do not add up to 100%, an address is listed twice, a weight is outside its limits, or a recipient is a payment channel.',
      'Check shares, weights and epochs against the rules of reward streams (FIP-0118).',
    ],
    17: [
      'The reward stream, recipient or queued change does not exist, or an address is not on chain.',
      'Look up the streams and their recipients in the state of f02.',
    ],
    18: [
      'Only the stream weights actor (SWA) can change streams and weights, and only a stream’s writer can change its recipients.',
      'Send from that contract. Anyone can send Claim.',
    ],
  },
  storagepower: {
    19: [
      'The value does not cover the deposit of a new miner (FIP-0077).',
      'Send the deposit as the value: the initial pledge for a tenth of the minimum power, 1 TiB on mainnet.',
    ],
  },
  storagemarket: {
    18: ['The sender is neither the provider nor one of its control addresses.', 'Send from the provider’s worker or a control address.'],
    19: [
      'The client’s or the provider’s available market balance does not cover the deal.',
      'Add funds to the market balance that is too low.',
    ],
  },
  verifiedregistry: {
    17: [
      'The sender is not a verifier, or the allocation or claim does not exist.',
      'Look up the allocation or claim; it may have been claimed or removed.',
    ],
  },
  datacap: {
    18: [
      'The caller is not allowed to spend this address’s DataCap.',
      'Send from the owner of the DataCap, or increase the allowance first.',
    ],
    19: ['The address has less DataCap than the amount.', 'Check the DataCap balance, and lower the amount.'],
  },
};

/** Explains code 18 of an actor whose writes are frozen. */
function frozenCause(code: number, { calledActor, networkVersion }: ExitCodeContext): readonly [cause: string, fix: string] | undefined {
  const rows = calledActor === undefined ? [] : (FROZEN_METHODS[calledActor] ?? []);
  const row = rows.find(({ freeze }) => freeze.exitCode === code && networkVersion !== undefined && networkVersion >= freeze.since);
  return row === undefined
    ? undefined
    : [
        `Writes of this actor are frozen since network version ${row.freeze.since} (${row.freeze.by}); reads still work.`,
        'Do not send again: no sender can make this call.',
      ];
}

/**
 * Explains an exit code. Codes without a name are called `actor code 47` or `reserved code 27`.
 *
 * @param code exit code of the receipt
 * @param context type of the called actor and network version, if known
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
    'The actor exited with its own code.',
    'Only the called actor’s code defines its meaning.',
    'Check the execution trace (StateReplay), and ask the contract’s developers.',
  ];
}

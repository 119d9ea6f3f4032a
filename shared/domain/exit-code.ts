/** Exit codes of executed messages (protocol.md 7.5). */
import type { ActorType } from './actor-type.ts';

interface ExitCode {
  readonly name: string;
  readonly meaning: string;
}

const EXIT_CODES: Readonly<Record<number, ExitCode>> = {
  0: { name: 'Ok', meaning: 'The message did what it was meant to do.' },
  1: { name: 'SysErrSenderInvalid', meaning: 'The sender is not an account that can send messages.' },
  2: { name: 'SysErrSenderStateInvalid', meaning: 'The nonce was not the next one, or the sender could not pay for the gas.' },
  4: { name: 'SysErrIllegalInstruction', meaning: 'The actor ran an instruction that does not exist.' },
  5: { name: 'SysErrInvalidReceiver', meaning: 'The receiver does not exist and cannot be made by sending to it.' },
  6: { name: 'SysErrInsufficientFunds', meaning: 'The sender did not have the value that was to be sent. The gas was paid all the same.' },
  7: { name: 'SysErrOutOfGas', meaning: 'The gas limit was too low: everything was undone, and the gas was paid.' },
  9: { name: 'SysErrIllegalExitCode', meaning: 'The actor ended with a code that only the system may use.' },
  10: { name: 'SysErrFatal', meaning: 'The execution failed inside the node.' },
  11: { name: 'SysErrMissingReturn', meaning: 'The actor ended without the return value it promised.' },
  16: { name: 'ErrIllegalArgument', meaning: 'The actor refused the parameters.' },
  17: { name: 'ErrNotFound', meaning: 'The actor did not find what the parameters name.' },
  18: { name: 'ErrForbidden', meaning: 'The caller may not do this.' },
  19: { name: 'ErrInsufficientFunds', meaning: 'The actor does not hold enough funds for this.' },
  20: { name: 'ErrIllegalState', meaning: "The actor's own state does not allow this." },
  21: { name: 'ErrSerialization', meaning: 'The actor could not read the parameters.' },
  22: { name: 'ErrUnhandledMessage', meaning: 'The actor has no method of this number.' },
  23: { name: 'ErrUnspecified', meaning: 'The actor refused without saying why.' },
  24: { name: 'ErrAssertionFailed', meaning: 'The actor found its own state inconsistent.' },
  25: { name: 'ErrReadOnly', meaning: 'The call may only read, and tried to change something.' },
  26: { name: 'ErrNotPayable', meaning: 'This method takes no value.' },
};

/** Codes from 32 on mean what the actor that was called says. */
const ACTOR_EXIT_CODES: Readonly<Partial<Record<ActorType, Readonly<Record<number, ExitCode>>>>> = {
  storagemarket: {
    32: { name: 'ErrDealExpired', meaning: 'The deal has expired.' },
    33: { name: 'ErrDealNotActivated', meaning: 'The deal has not been activated.' },
  },
  evm: {
    33: { name: 'EvmReverted', meaning: 'The contract reverted.' },
    34: { name: 'EvmInvalidInstruction', meaning: 'The contract ran the instruction that stands for failure.' },
    35: { name: 'EvmUndefinedInstruction', meaning: 'The contract ran an instruction that does not exist.' },
    36: { name: 'EvmStackUnderflow', meaning: 'The contract took more from its stack than was there.' },
    37: { name: 'EvmStackOverflow', meaning: 'The contract put more on its stack than it holds.' },
    38: { name: 'EvmIllegalMemoryAccess', meaning: 'The contract read or wrote memory that it does not have.' },
    39: { name: 'EvmBadJump', meaning: 'The contract jumped to a place that is no target.' },
    40: { name: 'EvmSelfdestructFailed', meaning: 'The contract could not destroy itself.' },
  },
};
const FIRST_ACTOR_CODE = 32;

/** The name in Lotus and builtin-actors; codes from 32 on have one only where the type of the called actor is given. */
export function exitCodeName(code: number, calledActor?: ActorType): string {
  return entryOf(code, calledActor)?.name ?? (code >= FIRST_ACTOR_CODE ? `actor code ${code}` : `reserved code ${code}`);
}

/** What the code says, in one sentence. */
export function exitCodeMeaning(code: number, calledActor?: ActorType): string {
  const meaning = entryOf(code, calledActor)?.meaning;
  return meaning ?? (code >= FIRST_ACTOR_CODE ? 'The actor ended with a code of its own.' : 'A code that the system keeps for itself.');
}

function entryOf(code: number, calledActor: ActorType | undefined): ExitCode | undefined {
  return EXIT_CODES[code] ?? (calledActor === undefined ? undefined : ACTOR_EXIT_CODES[calledActor]?.[code]);
}

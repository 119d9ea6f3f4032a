/** Exit codes used on this chain; names and meanings are in shared/domain/methods/exit-code.ts. */
export const EXIT = {
  ok: 0,
  senderInvalid: 1,
  senderStateInvalid: 2,
  invalidReceiver: 5,
  insufficientFunds: 6,
  outOfGas: 7,
  illegalArgument: 16,
  notFound: 17,
  forbidden: 18,
  actorInsufficientFunds: 19,
  illegalState: 20,
  serialization: 21,
  unhandledMessage: 22,
  unspecified: 23,
  assertionFailed: 24,
} as const;

/** Aborts a call with an exit code; its effects are reverted, its gas is charged. */
export class MethodFailure extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

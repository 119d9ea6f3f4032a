/**
 * Decides whether the confirm button may act. The button is inert until the document has been visible and focused for
 * half a second, so that a window which appears under a moving hand, or takes focus while somebody types, signs nothing.
 */

/** How long the document must have been in front before confirming does anything. */
export const CONFIRM_DELAY_MS = 500;

export interface GateInput {
  readonly nowMs: number;
  /** Since when the document has been visible and focused without a break; undefined while it is not. */
  readonly inFrontSinceMs: number | undefined;
  readonly expiresAtMs: number;
  readonly isVaultLocked: boolean;
  readonly hasPassphrase: boolean;
  readonly isNewNetwork: boolean;
  readonly isNewNetworkAccepted: boolean;
  /** Whether everything that will be signed is in this document, and compared. */
  readonly isWhole: boolean;
  readonly isBusy: boolean;
}

/** Whether confirming may proceed, or the plain reason why not. */
export type GateResult = { readonly isOpen: true } | { readonly isOpen: false; readonly reason: string };

export function evaluateConfirmGate(input: GateInput): GateResult {
  if (input.isBusy) return closed('Signing.');
  if (input.nowMs >= input.expiresAtMs) return closed('This approval has expired.');
  if (!input.isWhole) return closed('Not every message has been loaded and compared.');
  if (input.isNewNetwork && !input.isNewNetworkAccepted) return closed('Tick the box about the new network first.');
  if (input.isVaultLocked && !input.hasPassphrase) return closed('Type the passphrase first.');
  if (input.inFrontSinceMs === undefined) return closed('Click into this window first.');
  if (input.nowMs - input.inFrontSinceMs < CONFIRM_DELAY_MS) return closed('Ready in a moment.');
  return { isOpen: true };
}

function closed(reason: string): GateResult {
  return { isOpen: false, reason };
}

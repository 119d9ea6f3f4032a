/**
 * Decides whether the confirm button is enabled. It stays disabled until the document has been visible and focused for
 * half a second, so that a window that opens under the pointer or takes focus during typing signs nothing.
 */

/** How long the document must have been in front before confirming is possible. */
export const CONFIRM_DELAY_MS = 500;

export interface GateInput {
  readonly nowMs: number;
  /** Start of the current period of visibility and focus; undefined if the document is not in front. */
  readonly inFrontSinceMs: number | undefined;
  readonly expiresAtMs: number;
  readonly isVaultLocked: boolean;
  readonly hasPassphrase: boolean;
  readonly isNewNetwork: boolean;
  readonly isNewNetworkAccepted: boolean;
  /** Whether everything to sign is loaded and checked against the digest. */
  readonly isWhole: boolean;
  readonly isBusy: boolean;
}

/** Whether confirming is possible, or the reason why not. */
export type GateResult = { readonly isOpen: true } | { readonly isOpen: false; readonly reason: string };

export function evaluateConfirmGate(input: GateInput): GateResult {
  if (input.isBusy) return closed('Signing.');
  if (input.nowMs >= input.expiresAtMs) return closed('This approval has expired.');
  if (!input.isWhole) return closed('Not all messages have been loaded and verified.');
  if (input.isNewNetwork && !input.isNewNetworkAccepted) return closed('Allow this key on the network first.');
  if (input.isVaultLocked && !input.hasPassphrase) return closed('Enter the vault passphrase first.');
  if (input.inFrontSinceMs === undefined) return closed('Click this window first.');
  if (input.nowMs - input.inFrontSinceMs < CONFIRM_DELAY_MS) return closed('Ready in a moment.');
  return { isOpen: true };
}

function closed(reason: string): GateResult {
  return { isOpen: false, reason };
}

/**
 * Signatures. Runs inside the signer worker only.
 *
 * Signs messages of senders whose keys are in the vault, for networks accepted for those keys, and data that cannot be anything but data.
 * Refuses bytes that are not exactly one message, a network that does not match its chain ID, and raw data that has another meaning than the
 * user was shown.
 */
import { NETWORKS, networkByGenesis } from '../../shared/domain/chain/networks.ts';
import { equalBytes } from '../../shared/domain/encoding/bytes.ts';
import type { Message } from '../../shared/domain/messages/message.ts';
import { decodeMessage, encodeMessage } from '../../shared/domain/messages/message.ts';
import { signMessage } from '../../shared/domain/messages/message-signature.ts';
import { blindMeaning } from '../../shared/domain/signatures/blind-signature.ts';
import { envelopeOf, signData } from '../../shared/domain/signatures/data-signature.ts';
import { type Signature, signBytes } from '../../shared/domain/signatures/signature.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { HeldKey, OpenVault } from './open-vault.ts';
import { requireOwnKey } from './open-vault.ts';
import type { SignerRequest } from './signer-protocol.ts';
import { MAX_NETWORKS } from './vault-header.ts';

type Request<K extends SignerRequest['kind']> = Extract<SignerRequest, { kind: K }>;

const MAX_MESSAGES = 1000;

/** Called between two signatures. Throws if signing must stop. */
export type Pause = () => Promise<void>;

/** Sign all messages or none, in order. */
export async function signMessages(vault: OpenVault, request: Request<'sign'>, pause: Pause): Promise<{ signatures: Signature[] }> {
  const { genesisCid, chainId, isNewNetworkAccepted } = request;
  if (request.messages.length > MAX_MESSAGES) {
    throw new SextantError('invalid-input', `At most ${MAX_MESSAGES} messages can be signed at once.`);
  }
  requireChainOf(genesisCid, chainId);
  const messages = request.messages.map(requireMessage);
  const signers = new Map<string, HeldKey>();
  for (const { from } of messages) {
    if (!signers.has(from)) {
      signers.set(from, requireSigner(vault, from, genesisCid, isNewNetworkAccepted));
    }
  }
  const signatures: Signature[] = [];
  for (const message of messages) {
    await pause();
    signatures.push(signMessage(vault.requireKey(message.from).secret, message, chainId));
  }
  return { signatures };
}

function requireMessage(bytes: Uint8Array): Message {
  const message = decodeMessage(bytes);
  if (!equalBytes(encodeMessage(message), bytes)) {
    throw new SextantError('invalid-input', 'The message is not in canonical form and was not signed.');
  }
  return message;
}

/** Return the key of a sender, and bind it to this network if the user accepted that. */
function requireSigner(vault: OpenVault, from: string, genesisCid: string, isNewNetworkAccepted: boolean): HeldKey {
  const held = vault.requireKey(from);
  requireOwnKey(held);
  if (held.facts.genesisCids.includes(genesisCid)) {
    return held;
  }
  if (!isNewNetworkAccepted) {
    throw new SextantError(
      'wrong-network',
      'This key has not been used on this network. The signature has no chain ID, so it is valid on other networks too. Accept the network first.',
    );
  }
  held.facts = { ...held.facts, genesisCids: [...held.facts.genesisCids, genesisCid].slice(-MAX_NETWORKS) };
  vault.mark('change');
  return held;
}

/**
 * A delegated signature is valid on every chain with its chain ID, whatever the genesis: a node of a practice network that reports the chain
 * ID of a public one must not get a signature for it.
 */
function requireChainOf(genesisCid: string, chainId: number | undefined): void {
  const networkName = networkByGenesis(genesisCid);
  const isPublicChain = NETWORKS.some((network) => network.ethChainId === chainId);
  const expected = NETWORKS.find((network) => network.name === networkName)?.ethChainId;
  if (chainId !== undefined && (isPublicChain || expected !== undefined) && chainId !== expected) {
    throw new SextantError(
      'wrong-network',
      `The node reports chain ID ${chainId}, which does not match its network: the signature would be valid elsewhere. Nothing was signed.`,
    );
  }
}

/** Sign data in an envelope, or raw if it cannot be anything else. */
export function signDataBytes(vault: OpenVault, { from, data, form }: Request<'signData'>): { signature: Signature } {
  const held = vault.requireKey(from);
  requireOwnKey(held);
  switch (form) {
    case 'frc-0102':
      return { signature: signData(held.secret, data, envelopeOf(held.facts.keyType)) };
    case 'lotus': {
      const meaning = blindMeaning(held.facts.keyType, data);
      if (meaning !== undefined) {
        throw new SextantError(
          'message-refused',
          `A raw signature of these bytes would be ${meaning}. Sign them with the FRC-0102 envelope instead.`,
        );
      }
      return { signature: signBytes(held.secret, data) };
    }
    default:
      return form satisfies never;
  }
}

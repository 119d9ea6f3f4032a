/**
 * Checks a message before it enters the mempool, in the order and with the error texts of Lotus (chain/messagepool/messagepool.go).
 * The message is untrusted until it passes: form, size, signature, nonce, funds, premium.
 */
import { type Address, addressProtocol, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { formatFil } from '../../../shared/domain/amounts/amount.ts';
import { BLOCK_GAS_LIMIT, MINIMUM_BASE_FEE } from '../../../shared/domain/messages/gas.ts';
import { minimumMessageGas } from '../../../shared/domain/messages/message-gas.ts';
import { verifyMessageSignature } from '../../../shared/domain/messages/message-signature.ts';
import type { ChainMessage } from '../chain/chain-types.ts';
import { EIP155_CHAIN_ID } from '../chain/genesis.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import { TOTAL_SUPPLY } from '../state/circulating-supply.ts';
import type { State } from '../state/state.ts';
import { isTopLevelSender } from '../vm/execute-message.ts';
import { type Mempool, PremiumTooLowError, SameMessageError } from './mempool.ts';

/** Format an amount as in Lotus' errors. */
const lotusFil = (amount: bigint): string => `${formatFil(amount)} FIL`;

const MAX_MESSAGE_BYTES = 65_536;
const ZERO_BLS_PAYLOAD_LENGTH = 49;

const text = (address: Address): string => formatAddress(address, 't');

/** Throws RpcError with Lotus' text if the message cannot be added. */
export function checkPush(message: ChainMessage, state: State, pool: Mempool, mostPending: number): void {
  const { signed, bytes } = message;
  const { from, nonce, gasFeeCap, gasLimit } = signed.message;
  if (bytes.length > MAX_MESSAGE_BYTES) throw new RpcError(`mpool message too large (${bytes.length}B): message too big`);
  checkForm(message);
  if (gasFeeCap < MINIMUM_BASE_FEE) throw new RpcError('gas fee cap too low');
  checkSignature(message);

  const senderId = state.resolve(from);
  const sender = senderId === undefined ? undefined : state.actor(senderId);
  if (sender === undefined) {
    const name = text(from);
    throw new RpcError(
      `failed to look up actor state nonce: resolution lookup failed (${name}): resolve address ${name}: actor not found: validation failure`,
    );
  }
  if (nonce < sender.nonce) throw new RpcError(`minimum expected nonce is ${sender.nonce}, got ${nonce}: message nonce too low`);
  if (!isTopLevelSender(sender)) throw new RpcError(`sender actor ${text(from)} is not a valid top-level sender`);
  checkLeastGas(message);

  const { balance } = sender;
  const required = gasFeeCap * gasLimit;
  if (balance < required) {
    throw new RpcError(
      `failed to check balance: not enough funds (required: ${lotusFil(required)}, balance: ${lotusFil(balance)}): not enough funds to execute transaction`,
    );
  }
  let withPending = required;
  for (const { signed: other } of pool.pendingOf(from)) {
    if (other.message.nonce !== nonce) withPending += other.message.gasFeeCap * other.message.gasLimit;
  }
  if (balance < withPending) {
    throw new RpcError(
      `failed to check balance: not enough funds including pending messages (required: ${lotusFil(withPending)}, balance: ${lotusFil(balance)}): validation failure`,
    );
  }
  try {
    pool.checkRoom(message, mostPending);
  } catch (error) {
    if (error instanceof SameMessageError) {
      throw new RpcError(
        `failed to add locked: message from ${text(from)} with nonce ${nonce} already in mpool: message with nonce already exists`,
      );
    }
    if (error instanceof PremiumTooLowError) {
      throw new RpcError(
        `failed to add locked: message from ${text(from)} with nonce ${nonce} already in mpool, increase GasPremium to ${error.needed} from ${error.given} to trigger replace by fee: ${error.message}`,
      );
    }
    throw error;
  }
}

function invalid(reason: string): never {
  throw new RpcError(`message not valid for block inclusion: ${reason}`);
}

function checkForm({ signed }: ChainMessage): void {
  const { to, from, value, gasLimit, gasFeeCap, gasPremium } = signed.message;
  if (isZeroBls(to)) invalid("invalid 'To' address");
  const protocol = addressProtocol(from);
  if (protocol !== 1 && protocol !== 3 && protocol !== 4) invalid("'From' address must be a key address");
  if (value < 0n) invalid("'Value' field cannot be negative");
  if (value > TOTAL_SUPPLY) invalid("'Value' field cannot be greater than total filecoin supply");
  if (gasFeeCap < 0n) invalid("'GasFeeCap' field cannot be negative");
  if (gasPremium < 0n) invalid("'GasPremium' field cannot be negative");
  if (gasPremium > gasFeeCap) invalid("'GasFeeCap' less than 'GasPremium'");
  if (gasLimit > BLOCK_GAS_LIMIT) invalid("'GasLimit' field cannot be greater than a block's gas limit");
  if (gasLimit <= 0n) invalid(`'GasLimit' field ${gasLimit} must be positive`);
}

function checkLeastGas({ signed, bytes }: ChainMessage): void {
  const { gasLimit } = signed.message;
  const least = minimumMessageGas(bytes.length);
  if (gasLimit < least) {
    throw new RpcError(
      `verify msg failed: message will not be included in a block: 'GasLimit' field cannot be less than the cost of storing a message on chain ${gasLimit} < ${least}`,
    );
  }
}

function isZeroBls(to: Address): boolean {
  return addressProtocol(to) === 3 && to.startsWith('f3y'.padEnd(ZERO_BLS_PAYLOAD_LENGTH, 'a'));
}

function checkSignature({ signed }: ChainMessage): void {
  const expected = { 1: 'secp256k1', 3: 'bls', 4: 'delegated' }[addressProtocol(signed.message.from) as 1 | 3 | 4];
  if (signed.signature.type !== expected) {
    throw new RpcError(
      `signature verification failed: failed to validate signature: cannot verify a ${signed.signature.type} signature for address ${text(signed.message.from)}`,
    );
  }
  if (!verifyMessageSignature(signed, EIP155_CHAIN_ID))
    throw new RpcError('signature verification failed: failed to validate signature: signature did not match');
}

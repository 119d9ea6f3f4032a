/**
 * Failure rows of messages, subscriptions, API versions and storage deals.
 *
 * Sources: Lotus v1.36.2 chain/messagepool/messagepool.go and chain/types/message.go (texts and rules of the mempool), gateway/,
 * node/impl/full/mpool.go; go-jsonrpc websocket.go; Zondax/ledger-filecoin issues 76, 105 and 111.
 */
import { defined } from '../collections/defined.ts';
import { formatFil, parseFil } from '../domain/amounts/amount.ts';
import { DEAL_MESSAGES } from '../domain/deals/storage-deal-state.ts';
import type { FailureFigures } from '../domain/messages/failure-text.ts';
import type { FailureRow } from './failure-row.ts';
import { repairNotAccount } from './repair.ts';
import { repairCapBelowPremium, repairFeeCap, repairGasLimit, repairInvoke, repairNonce, repairPremium } from './repair-message.ts';

const FIL = '(\\d{1,20}(?:\\.\\d{1,18})?) FIL';
/** In FIL with the required amount first, or in attoFIL with the balance first. */
const FUNDS = new RegExp(`required: ${FIL}, balance: ${FIL}|not enough funds: (\\d{1,40}) < (\\d{1,40})\\b`, 'i');

/**
 * Names the missing amount in FIL.
 *
 * @param alternative what helps instead of more funds
 */
function fundsFix(alternative: string): FailureFigures['fix'] {
  return (required, balance, attoBalance, attoRequired) => {
    const needed = required === undefined ? BigInt(attoRequired ?? 0) : parseFil(required);
    const available = balance === undefined ? BigInt(attoBalance ?? 0) : parseFil(balance);
    // A hostile text may state a balance that suffices.
    if (needed <= available) return `Add funds, or ${alternative}.`;
    return `Required ${formatFil(needed)} FIL, available ${formatFil(available)} FIL: add at least ${formatFil(needed - available)} FIL, or ${alternative}.`;
  };
}

/** Rows matched by text, the narrower one first. */
export const MESSAGE_FAILURES: readonly FailureRow[] = [
  {
    id: 'not-enough-funds-pending',
    number: 18,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/not enough funds including pending messages/i],
    title: 'Insufficient funds including pending messages',
    cause: 'Gas limit × fee cap of this message and the sender’s pending messages is higher than the balance.',
    fix: 'Wait for the pending messages, lower the fee cap or the gas limit, or add funds.',
    figures: { pattern: FUNDS, fix: fundsFix('wait for the pending messages or lower the fee cap') },
  },
  {
    id: 'value-above-balance',
    number: 18,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/SysErrInsufficientFunds/, /transfer failed when deducting funds/i],
    title: 'Insufficient funds for the value',
    cause: 'In simulation, the value of the message, or of a message it causes, was higher than the sender’s balance.',
    fix: 'Lower the value, or add funds. If sent unchanged, the message fails on chain with exit code 6 and still costs gas.',
  },
  {
    id: 'not-enough-funds',
    number: 18,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/not enough funds \(required/i],
    title: 'Insufficient funds for gas',
    cause: 'Gas limit × fee cap is higher than the balance. The mempool does not check the value, which the balance must also cover.',
    fix: 'Lower the fee cap or the gas limit, or add funds. A lower value does not help.',
    figures: { pattern: FUNDS, fix: fundsFix('lower the fee cap or the gas limit. A lower value does not help') },
  },
  {
    id: 'not-enough-funds-to-push',
    number: 18,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/not enough funds/i],
    title: 'Insufficient funds',
    cause: 'Value plus gas limit × fee cap is higher than the balance.',
    fix: 'Lower the fee cap or the value, or add funds.',
    figures: { pattern: FUNDS, fix: fundsFix('lower the fee cap or the value') },
  },
  {
    id: 'nonce-not-zero',
    about: ['message'],
    layer: 'rpc',
    texts: [/expects message nonce to be 0/i],
    title: 'The node assigns the nonce',
    cause: 'MpoolPushMessage assigns the nonce and signs with a key of the node, so it accepts only nonce 0.',
    fix: 'Send the message with nonce 0. To set the nonce yourself, sign the message and send it with MpoolPush.',
    figures: {
      pattern: /expects message nonce to be 0, was (\d{1,20})\b/i,
      fix: (nonce) =>
        `Send the message with nonce 0 instead of ${nonce}. To set the nonce yourself, sign the message and send it with MpoolPush.`,
    },
    repair: repairNonce,
  },
  {
    id: 'sender-not-an-account',
    about: ['message', 'signedMessage', 'address'],
    layer: 'chain',
    texts: [/\bnot for an account actor/i],
    title: 'The address is not an account',
    cause: 'The node needs the key of this address, but its actor has none: it is a miner, a multisig or a contract.',
    fix: 'Use an account with a key (f1, f3 or f410f): a signer of the multisig, or the owner or worker of the miner.',
    figures: {
      pattern: /address ([ft][0-4][a-z0-9]{1,90}) was not for an account actor/i,
      fix: (address) =>
        `${address} has no key. Use an account with a key (f1, f3 or f410f): a signer of the multisig, or the owner or worker of the miner.`,
    },
    repair: repairNotAccount,
  },
  {
    id: 'nonce-too-low',
    number: 19,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/message nonce too low/i, /minimum expected nonce/i],
    title: 'The nonce is already used',
    cause: 'A message with this nonce is on chain, possibly this one.',
    fix: 'Check the sender’s messages on chain, then create the message again with the next nonce.',
    figures: {
      pattern: /minimum expected nonce is (\d{1,20}), got (\d{1,20})\b/i,
      fix: (expected, got) =>
        `Check which message on chain used nonce ${got}. If it is not this one, create the message again with nonce ${expected}.`,
    },
    repair: repairNonce,
  },
  {
    id: 'replace-in-gap',
    number: 22,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/replace by fee because of nonce gap/i],
    title: 'Cannot replace a message after a nonce gap',
    cause: 'The mempool does not replace messages after a nonce gap, and an earlier nonce of the sender is missing.',
    fix: 'Send the message with the missing nonce first.',
    figures: { pattern: /nextNonce: (\d{1,20})\b/, fix: (next) => `Send the message with nonce ${next} first.` },
  },
  {
    id: 'nonce-gap',
    number: 20,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/nonce gap/i, /too big a gap/i],
    title: 'Nonce gap',
    cause: 'Messages of a sender are executed in nonce order, and the node does not have the previous one.',
    fix: 'Send the missing messages first.',
    figures: {
      pattern: /Nonce: (\d{1,20}), nextNonce: (\d{1,20})\b/,
      fix: (nonce, next) =>
        `First send the missing messages from nonce ${next} to the one before ${nonce}, or use nonce ${next} for this one.`,
    },
    repair: repairNonce,
  },
  {
    id: 'already-in-pool',
    number: 21,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/message with nonce already exists/i],
    title: 'The message is already in the mempool',
    cause: 'The same message was sent before and is pending.',
    fix: 'Nothing to do; wait for inclusion.',
  },
  {
    id: 'replace-too-cheap',
    number: 21,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/already in mpool/i, /replace by fee/i],
    title: 'The premium is too low to replace the pending message',
    cause: 'A message with the same sender and nonce is pending, and a replacement must offer a premium at least 25% higher.',
    fix: 'Raise the premium to at least 125% of the pending message’s premium, and the fee cap to at least the premium.',
    figures: {
      pattern: /increase GasPremium to (\d{1,40}) from (\d{1,40})\b/i,
      fix: (min, offered) => `Use a premium of at least ${min} attoFIL instead of ${offered}, and a fee cap of at least the premium.`,
    },
    repair: repairPremium,
  },
  {
    id: 'too-many-pending',
    number: 23,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/too many pending messages/i],
    title: 'Too many pending messages',
    cause: 'The node limits the pending messages of a sender that it accepts from outside: 100, or 10 before Lotus v1.36.1.',
    fix: 'Wait until some are on chain, or send from your own node.',
  },
  {
    id: 'fee-cap-below-base-fee',
    number: 25,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/base fee lower bound/i, /baseFeeLowerBound/],
    title: 'The fee cap is below the base fee',
    cause: 'The fee cap is below the base fee expected for the next 20 epochs, so no block would include the message.',
    fix: 'Raise the fee cap above the current base fee.',
    figures: {
      pattern: /baseFeeLowerBound: (\d{1,40})\b/,
      fix: (bound) => `Raise the fee cap to at least ${bound} attoFIL.`,
    },
    repair: repairFeeCap,
  },
  {
    id: 'fee-cap-too-low',
    number: 25,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/gas fee cap too low/i],
    title: 'The fee cap is too low',
    cause: 'The mempool rejects messages with a fee cap below 100 attoFIL.',
    fix: 'Raise the fee cap to at least 100 attoFIL.',
    repair: repairFeeCap,
  },
  {
    id: 'cap-below-premium',
    number: 24,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/'GasFeeCap' less than/i],
    title: 'The fee cap is below the premium',
    cause: 'The premium is paid out of the fee cap, so it cannot be higher.',
    fix: 'Raise the fee cap to at least the premium, or lower the premium.',
    repair: repairCapBelowPremium,
  },
  {
    id: 'gas-limit',
    number: 24,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/'GasLimit' field/i],
    title: 'Invalid gas limit',
    cause: 'The gas limit is below the cost of storing the message on chain, or above the gas limit of a block.',
    fix: 'Estimate gas again.',
    figures: {
      pattern: /(storing a message on chain|block's gas limit) \(?(\d{1,20}) [<>] (\d{1,15})\b/i,
      fix: (which, limit, bound) =>
        `Estimate gas again: the gas limit is ${limit} and must be ${which?.startsWith('storing') ? 'at least' : 'at most'} ${bound}.`,
    },
    repair: repairGasLimit,
  },
  {
    id: 'message-too-large',
    number: 24,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/message too (?:large|big)/i],
    title: 'The message is too large',
    cause: 'A signed message is at most 65,536 bytes.',
    fix: 'Split it into several messages.',
    figures: {
      pattern: /message too large \((\d{1,12})B\)/i,
      fix: (size) => `Split it into several messages of at most 65,536 bytes; this one is ${size} bytes.`,
    },
  },
  {
    id: 'message-invalid',
    number: 24,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [
      /will not be included in a block/i,
      /message not valid for block inclusion/i,
      /invalid 'To' address/i,
      /'(?:Version|To|From|Value|GasFeeCap|GasPremium)' (?:address |field )?(?:cannot be|unsupported|protocol)/i,
      /cannot send more filecoin than will ever exist/i,
    ],
    title: 'Invalid message',
    cause: 'A field of the message fails validation. The node’s text names the field.',
    fix: 'Correct the field and estimate gas again.',
    figures: {
      pattern: /'(Version|To|From|Value|GasFeeCap|GasPremium)' (?:address|field|cannot|unsupported)/,
      fix: (field) => `Correct the field ${field} and estimate gas again.`,
    },
  },
  {
    id: 'signature',
    number: 26,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/signature verification failed/i, /signature did not match/i, /signature incorrectly sized/i, /failed to validate signature/i],
    title: 'The signature does not match the message',
    cause: 'Other bytes were signed, the key is not the key of From, the signature type is wrong, or From is an ID address.',
    fix: 'Check the signature against the CID of the unsigned message, then sign again with the key of From.',
  },
  {
    id: 'not-a-sender',
    number: 27,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/not a valid top-level sender/i],
    title: 'The sender cannot send messages',
    cause: 'From is a contract, a miner or a multisig and has no key.',
    fix: 'Send from an account. For a multisig, propose it from one of its signers.',
  },
  {
    id: 'invoke-only',
    number: 28,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/invalid methodnum/i, /only allowed method is InvokeContract/i, /unsupported EAM method/i],
    title: 'Wrong method for an f4 account',
    cause: 'A message from an f4 account must use InvokeContract, also for a plain transfer; to create a contract, CreateExternal of f010.',
    fix: 'Send it as an Ethereum transaction, or use method 3844450837 (method 4 if To is f010).',
    repair: repairInvoke,
  },
  {
    id: 'ledger',
    layer: 'rpc',
    texts: [/unexpected number of items/i, /unexpected data type/i, /\bunexpected method\b/i],
    title: 'The Ledger device cannot parse this message',
    cause: 'The Filecoin app on the device supports only some methods and parameters, and fewer before version 2.0.1.',
    fix: 'Update the Filecoin app on the device. If it still refuses the message, sign with another key.',
  },
  {
    id: 'stream-closed',
    number: 31,
    layer: 'network',
    texts: [/websocket connection closed/i, /websocket routine exiting/i, /head change sub is slow/i],
    title: 'The subscription was closed',
    cause: 'A proxy closed an idle connection, or the client read items too slowly.',
    fix: 'Reconnect. Sextant fetches missed tipsets from the chain.',
  },
  {
    id: 'version-mismatch',
    number: 32,
    layer: 'rpc',
    texts: [/API version didn't match/i],
    title: 'API version mismatch',
    cause: 'Client and node use different API versions.',
    fix: 'Use the path of the version that the node serves, or run the same release of both.',
    figures: {
      pattern: /\((?:local|expected) (\d{1,4}(?:\.\d{1,4}){0,3}), remote (\d{1,4}(?:\.\d{1,4}){0,3})\)/,
      fix: (local, remote) =>
        `The client uses ${local}, the node ${remote}: use the path of the version that the node serves, or run the same release of both.`,
    },
  },
  {
    id: 'subsystem-disabled',
    layer: 'method',
    texts: [/f3 is disabled/i, /payment channels disabled/i, /f3 isn't yet ready/i],
    title: 'This part of the node is disabled',
    cause: 'F3 or payment channels are disabled in the node’s configuration, or not ready yet.',
    fix: 'Enable it in the node’s configuration, or use another endpoint.',
  },
  {
    id: 'deal-not-found',
    about: ['integer'],
    layer: 'chain',
    texts: [/deal \d{1,20} not found/i],
    title: 'The deal is not on chain',
    cause: 'It was not activated in time, it ended and was settled, or it was slashed.',
    fix: 'Read it at an earlier tipset, or find the message that published it.',
  },
  {
    id: 'sector-not-proven',
    number: 34,
    layer: 'chain',
    texts: [/pSet: NO/, /\b0 ?kb file\b/i],
    title: 'The sector is not proven yet',
    cause: 'The sector with the data is still sealing, so a retrieval returns an empty (0 KB) file.',
    fix: 'Check the sector’s state in Sealing, and retrieve again once it is proving.',
  },
  ...DEAL_MESSAGES.map((row): FailureRow => {
    const number = row.id === 'piece-below-127-bytes' ? 33 : row.id === 'piece-cid-mismatch' ? 36 : undefined;
    return { ...row, layer: 'chain', ...defined({ number }) };
  }),
];

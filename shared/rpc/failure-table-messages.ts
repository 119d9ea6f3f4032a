/**
 * Failures of sending messages, of streams, versions and storage deals: the second part of the tables of failures.
 *
 * Sources: Lotus v1.36.2 chain/messagepool/messagepool.go and chain/types/message.go (texts and rules of the pool), gateway/,
 * node/impl/full/mpool.go; go-jsonrpc websocket.go; Zondax/ledger-filecoin issues 76, 105 and 111.
 */
import { defined } from '../collections/defined.ts';
import { formatFil, parseFil } from '../domain/amount.ts';
import type { FailureFigures } from '../domain/failure-text.ts';
import { DEAL_MESSAGES } from '../domain/storage-deal-state.ts';
import type { FailureRow } from './failure-row.ts';
import { repairNotAccount } from './repair.ts';
import { repairCapBelowPremium, repairFeeCap, repairGasLimit, repairInvoke, repairNonce, repairPremium } from './repair-message.ts';

const FIL = '(\\d{1,20}(?:\\.\\d{1,18})?) FIL';
/** In FIL with the requirement first, or in attoFIL with the balance first. */
const FUNDS = new RegExp(`required: ${FIL}, balance: ${FIL}|not enough funds: (\\d{1,40}) < (\\d{1,40})\\b`, 'i');

/**
 * How much is missing, in FIL.
 *
 * @param otherwise what helps beside more funds
 */
function fundsFix(otherwise: string): FailureFigures['fix'] {
  return (required, balance, attoBalance, attoRequired) => {
    const needed = required === undefined ? BigInt(attoRequired ?? 0) : parseFil(required);
    const there = balance === undefined ? BigInt(attoBalance ?? 0) : parseFil(balance);
    // A text may say anything, even that nothing is missing.
    if (needed <= there) return `Add funds, or ${otherwise}.`;
    return `It needs ${formatFil(needed)} FIL and has ${formatFil(there)} FIL: add at least ${formatFil(needed - there)} FIL, or ${otherwise}.`;
  };
}

/** Rows by text, the narrower one first. */
export const MESSAGE_FAILURES: readonly FailureRow[] = [
  {
    id: 'not-enough-funds-pending',
    number: 18,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/not enough funds including pending messages/i],
    title: 'The sender cannot pay for it and what waits already',
    cause: 'Gas limit × fee cap of this message and of the messages still waiting are more than the balance.',
    fix: 'Wait for the pending messages, lower the fee cap or the gas limit, or add funds.',
    figures: { pattern: FUNDS, fix: fundsFix('wait for the pending messages or lower the fee cap') },
  },
  {
    id: 'value-above-balance',
    number: 18,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/SysErrInsufficientFunds/, /transfer failed when deducting funds/i],
    title: 'The sender cannot pay the value',
    cause: 'The message was simulated: its value, or what an actor sends on, is more than the balance it is taken from.',
    fix: 'Lower the value, or add funds. Sent as it is, the message would cost gas and fail with exit code 6.',
  },
  {
    id: 'not-enough-funds',
    number: 18,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/not enough funds \(required/i],
    title: 'The sender cannot pay for the gas',
    cause: 'Gas limit × fee cap is more than the balance. The pool does not count the value, which the balance has to cover as well.',
    fix: 'Lower the fee cap or the gas limit, or add funds. A lower value does not help.',
    figures: { pattern: FUNDS, fix: fundsFix('lower the fee cap or the gas limit. A lower value does not help') },
  },
  {
    id: 'not-enough-funds-to-push',
    number: 18,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/not enough funds/i],
    title: 'The sender cannot pay for it',
    cause: 'Value and gas limit × fee cap are more than the balance.',
    fix: 'Lower the fee cap or the value, or add funds.',
    figures: { pattern: FUNDS, fix: fundsFix('lower the fee cap or the value') },
  },
  {
    id: 'nonce-not-zero',
    about: ['message'],
    layer: 'rpc',
    texts: [/expects message nonce to be 0/i],
    title: 'The node chooses the nonce itself',
    cause: 'MpoolPushMessage signs with a key of the node and gives the message its nonce: it takes no other than 0.',
    fix: 'Send the message with nonce 0. To choose the nonce, sign the message elsewhere and send it with MpoolPush.',
    figures: {
      pattern: /expects message nonce to be 0, was (\d{1,20})\b/i,
      fix: (nonce) =>
        `Send the message with nonce 0 instead of ${nonce}. To choose the nonce, sign the message elsewhere and send it with MpoolPush.`,
    },
    repair: repairNonce,
  },
  {
    id: 'sender-not-an-account',
    about: ['message', 'signedMessage', 'address'],
    layer: 'chain',
    texts: [/\bnot for an account actor/i],
    title: 'The address is not an account',
    cause: 'The node needs the key behind the address, and the actor there has none: it is a miner, a multisig or a contract.',
    fix: 'Use the key address of an account (f1, f3 or f410f); for a multisig that of a signer, for a miner its owner or worker.',
    figures: {
      pattern: /address ([ft][0-4][a-z0-9]{1,90}) was not for an account actor/i,
      fix: (address) =>
        `${address} has no key. Use the key address of an account (f1, f3 or f410f); for a multisig that of a signer, for a miner its owner or worker.`,
    },
    repair: repairNotAccount,
  },
  {
    id: 'nonce-too-low',
    number: 19,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/message nonce too low/i, /minimum expected nonce/i],
    title: 'This nonce has been used',
    cause: 'A message with this nonce is already on chain, perhaps this very one.',
    fix: 'Look up the sender’s messages, then prepare it again with the next nonce.',
    figures: {
      pattern: /minimum expected nonce is (\d{1,20}), got (\d{1,20})\b/i,
      fix: (expected, got) => `Look up which message used nonce ${got}; if it is not this one, prepare it again with nonce ${expected}.`,
    },
    repair: repairNonce,
  },
  {
    id: 'replace-in-gap',
    number: 22,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/replace by fee because of nonce gap/i],
    title: 'A gap must be filled before a replacement',
    cause: 'An earlier nonce of the sender is missing, so the pool refuses to replace a later one.',
    fix: 'Send the missing nonce first.',
    figures: { pattern: /nextNonce: (\d{1,20})\b/, fix: (next) => `Send the message with nonce ${next} first.` },
  },
  {
    id: 'nonce-gap',
    number: 20,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/nonce gap/i, /too big a gap/i],
    title: 'An earlier nonce is missing',
    cause: 'Messages of a sender are executed in order; the one before this is unknown to the node.',
    fix: 'Send the missing messages first.',
    figures: {
      pattern: /Nonce: (\d{1,20}), nextNonce: (\d{1,20})\b/,
      fix: (nonce, next) => `Send the messages from nonce ${next} up to ${nonce} first, or give this one nonce ${next}.`,
    },
    repair: repairNonce,
  },
  {
    id: 'already-in-pool',
    number: 21,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/message with nonce already exists/i],
    title: 'The node has this message already',
    cause: 'The same message was sent before and waits in the pool.',
    fix: 'Nothing to do; wait for inclusion.',
  },
  {
    id: 'replace-too-cheap',
    number: 21,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/already in mpool/i, /replace by fee/i],
    title: 'Another message holds this nonce',
    cause: 'A message of the same sender and nonce waits in the pool, and the new one does not offer enough more to replace it.',
    fix: 'Raise the premium by a quarter over that of the waiting message, and the fee cap with it.',
    figures: {
      pattern: /increase GasPremium to (\d{1,40}) from (\d{1,40})\b/i,
      fix: (least, offered) => `Use a premium of at least ${least} attoFIL instead of ${offered}, and a fee cap that is not below it.`,
    },
    repair: repairPremium,
  },
  {
    id: 'too-many-pending',
    number: 23,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/too many pending messages/i],
    title: 'Too many messages wait already',
    cause: 'The endpoint takes only so many waiting messages of one sender from outside: 100, or 10 before Lotus v1.36.1.',
    fix: 'Wait until some are on chain, or send through a node of your own.',
  },
  {
    id: 'fee-cap-below-base-fee',
    number: 25,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/base fee lower bound/i, /baseFeeLowerBound/],
    title: 'The fee cap is below the base fee',
    cause: 'Blocks of the next minutes will ask for more than the cap allows.',
    fix: 'Raise the fee cap above the present base fee.',
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
    cause: 'Pools take no message with a fee cap below 100 attoFIL.',
    fix: 'Raise the fee cap to 100 attoFIL or more.',
    repair: repairFeeCap,
  },
  {
    id: 'cap-below-premium',
    number: 24,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/'GasFeeCap' less than/i],
    title: 'The fee cap is below the premium',
    cause: 'The premium is paid out of the fee cap and cannot be more.',
    fix: 'Raise the fee cap to the premium, or lower the premium.',
    repair: repairCapBelowPremium,
  },
  {
    id: 'gas-limit',
    number: 24,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/'GasLimit' field/i],
    title: 'The gas limit is not possible',
    cause: 'It is below what storing the message costs, or above what a whole block may use.',
    fix: 'Estimate the gas again.',
    figures: {
      pattern: /(storing a message on chain|block's gas limit) \(?(\d{1,20}) [<>] (\d{1,15})\b/i,
      fix: (which, limit, bound) =>
        `Estimate the gas again: the limit has to be ${which?.startsWith('storing') ? 'at least' : 'at most'} ${bound} and is ${limit}.`,
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
    cause: 'A signed message has at most 65,536 bytes.',
    fix: 'Split its work into several messages.',
    figures: {
      pattern: /message too large \((\d{1,12})B\)/i,
      fix: (size) => `Split its work into several messages of at most 65536 bytes; this one has ${size}.`,
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
    title: 'The message is not valid',
    cause: 'A field breaks a rule that holds without looking at the chain; the message names it.',
    fix: 'Correct the named field, and estimate the gas again.',
    figures: {
      pattern: /'(Version|To|From|Value|GasFeeCap|GasPremium)' (?:address|field|cannot|unsupported)/,
      fix: (field) => `Correct the field ${field}, and estimate the gas again.`,
    },
  },
  {
    id: 'signature',
    number: 26,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/signature verification failed/i, /signature did not match/i, /signature incorrectly sized/i, /failed to validate signature/i],
    title: 'The signature does not fit the message',
    cause: 'Other bytes were signed, the key is not the one of From, its type is wrong, or From is an ID address.',
    fix: 'Verify the signature here against the unsigned CID, and sign again with the key of From.',
  },
  {
    id: 'not-a-sender',
    number: 27,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/not a valid top-level sender/i],
    title: 'This actor cannot send messages',
    cause: 'From is a contract, a miner or a multisig, which has no key.',
    fix: 'Send from an account; for a multisig, propose it from one of its signers.',
  },
  {
    id: 'invoke-only',
    number: 28,
    about: ['signedMessage', 'message'],
    layer: 'chain',
    texts: [/invalid methodnum/i, /only allowed method is InvokeContract/i, /unsupported EAM method/i],
    title: 'Ethereum accounts only call and make contracts',
    cause:
      'A message from an f4 account must use the method InvokeContract, also for a plain transfer; to make a contract, CreateExternal of f010.',
    fix: 'Send it as an Ethereum transaction, or with method 3844450837 (4 where the receiver is f010).',
    repair: repairInvoke,
  },
  {
    id: 'ledger',
    layer: 'rpc',
    texts: [/unexpected number of items/i, /unexpected data type/i, /\bunexpected method\b/i],
    title: 'The Ledger device cannot read this message',
    cause: 'The Filecoin app on the device knows certain methods and shapes of parameters only; before its version 2.0.1 it refuses more.',
    fix: 'Update the Filecoin app on the device, and send a plain transfer or a method that it knows; otherwise sign with another key.',
  },
  {
    id: 'stream-closed',
    number: 31,
    layer: 'network',
    texts: [/websocket connection closed/i, /websocket routine exiting/i, /head change sub is slow/i],
    title: 'The stream was closed',
    cause: 'A proxy closed an idle connection, or items were not taken fast enough.',
    fix: 'Connect again; what was missed is fetched from the chain.',
  },
  {
    id: 'version-mismatch',
    number: 32,
    layer: 'rpc',
    texts: [/API version didn't match/i],
    title: 'Client and node speak different versions',
    cause: 'The versions of the interface differ between the two programs.',
    fix: 'Choose the path of the version the node serves, or bring both to the same release.',
    figures: {
      pattern: /\((?:local|expected) (\d{1,4}(?:\.\d{1,4}){0,3}), remote (\d{1,4}(?:\.\d{1,4}){0,3})\)/,
      fix: (here, there) =>
        `The client speaks ${here}, the node ${there}: choose the path of the version the node serves, or bring both to the same release.`,
    },
  },
  {
    id: 'part-switched-off',
    layer: 'method',
    texts: [/f3 is disabled/i, /payment channels disabled/i, /f3 isn't yet ready/i],
    title: 'This part of the node is switched off',
    cause: 'The node was started without it, or it is not ready yet.',
    fix: 'Enable it in the node’s configuration, or use another endpoint.',
  },
  {
    id: 'deal-not-found',
    about: ['integer'],
    layer: 'chain',
    texts: [/deal \d{1,20} not found/i],
    title: 'The deal is not on chain',
    cause: 'It was never activated in time, it has been completed and settled, or it was slashed.',
    fix: 'Look at an earlier tipset, or at the message that published it.',
  },
  {
    id: 'sector-not-proven',
    number: 34,
    layer: 'chain',
    texts: [/pSet: NO/, /\b0 ?kb file\b/i],
    title: 'The sector is not proven yet',
    cause: 'The data is in a sector that is still being sealed, so a retrieval gives nothing.',
    fix: 'Look at the sector’s state on the sealing board and try again when it is proving.',
  },
  ...DEAL_MESSAGES.map((row): FailureRow => {
    const number = row.id === 'piece-below-127-bytes' ? 33 : row.id === 'piece-cid-mismatch' ? 36 : undefined;
    return { ...row, layer: 'chain', ...defined({ number }) };
  }),
];

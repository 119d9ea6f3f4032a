/** What is said about whoever receives: whether it exists, what it is, and whether it is the one that is meant. Pure. */
import { isWithoutEffect } from '../../../shared/domain/actor-methods.ts';
import { beginsWithFunds, singletonOf } from '../../../shared/domain/actor-type.ts';
import { addressProtocol, formatAddress } from '../../../shared/domain/address.ts';
import { INVOKE_CONTRACT } from '../../../shared/domain/eth-transaction.ts';
import { isLookAlike } from '../../../shared/domain/look-alike.ts';
import { singletonOfActor } from '../addresses/account-reader.ts';
import type { KnownAddress } from '../addresses/known-addresses.ts';
import { type AddressOnChain, formsToKnow } from '../addresses/resolve-address.ts';
import { type Finding, fail, pass, warning } from './check-finding.ts';
import type { DraftFacts } from './draft-facts.ts';

/** What the checks of a recipient need of a draft; a batch has no more. */
export type RecipientFacts = Pick<DraftFacts, 'recipient' | 'sender' | 'pinned'> & {
  readonly fields: Pick<DraftFacts['fields'], 'from' | 'to' | 'value' | 'method' | 'params'>;
};

/** Whether what is sent comes back. Only of an id is the node believed whose it is: keys are compared as they are. */
export function isToSender({ fields, sender }: Pick<RecipientFacts, 'fields' | 'sender'>): boolean {
  return fields.to === fields.from || (addressProtocol(fields.to) === 0 && fields.to === sender.idAddress);
}

/** Whether there is somebody. Of a draft without a node, that nobody was asked is said of all of it at once. */
export function checkRecipient(facts: RecipientFacts, letter: 'f' | 't'): Finding | undefined {
  const { fields, recipient, pinned } = facts;
  const address = formatAddress(fields.to, letter);
  if (fields.to === fields.from) return warning('The recipient is the sender', 'Only the fee is spent.');
  if (isToSender(facts)) {
    return warning(
      'The recipient may be the sender',
      `According to the node, ${address} is the ID of the sender, and only the fee would be spent. Nothing here proves it: to be certain, use the address of the key.`,
    );
  }
  if (pinned === undefined) return undefined;
  if (recipient.problem !== undefined) return warning('Could not look up the recipient', recipient.problem);
  if (recipient.exists) return pass('The recipient is on chain', `${address} has an actor.`);
  if (!beginsWithFunds(fields.to)) {
    return fail('Recipient not found', `There is no actor ${address} on this network, and a transfer cannot create one.`);
  }
  if (addressProtocol(fields.from) === 4 && addressProtocol(fields.to) !== 4) {
    return fail('The recipient is not on chain yet', `An f410f key cannot pay ${address} before it is: send to it from an f1 key first.`);
  }
  return warning(
    'The recipient is new',
    `${address} is not on chain yet; the transfer would create it. Check that it is the right address.`,
  );
}

/** Whether it can do something with what it gets. */
export function checkRecipientKind(facts: RecipientFacts): Finding | undefined {
  const { fields, recipient } = facts;
  const { actorType } = recipient;
  const lost = checkLoss(facts);
  if (lost !== undefined) return lost;
  if (!recipient.exists || actorType === undefined) return undefined;
  const isKeyAccount = actorType === 'account' || actorType === 'ethaccount' || actorType === 'placeholder';
  if (isPlainTransfer(facts)) {
    if (isKeyAccount) return pass('The recipient can use the funds', 'It is a plain account.');
    if (actorType === 'multisig') return pass('The recipient can use the funds', 'It is a multisig wallet: its signers move them.');
    if (actorType === 'storageminer') {
      return warning(
        'The recipient is a storage provider',
        'Funds that a miner actor receives become its available balance; only its owner can withdraw them.',
      );
    }
    if (actorType === 'evm') {
      const how =
        fields.method === 0n
          ? 'A plain transfer runs none of its code, and a contract that does not expect it cannot give the funds back.'
          : 'Its code runs when it is paid, and decides what becomes of the funds.';
      return warning('The recipient is a contract', `${how} Call one of its functions where there is one for this.`);
    }
    return warning('The recipient is not an account', `Its type: ${actorType}. Funds sent there can only leave by that actor's own rules.`);
  }
  if (isWithoutEffect(actorType, fields.method)) {
    return warning(
      'The call does nothing',
      `The ${actorType} actor does not have method ${fields.method}, and does not refuse it either: only the value moves.`,
    );
  }
  return isKeyAccount
    ? warning('The recipient has no methods', 'It is a plain account.')
    : pass('The recipient can be called', `Its type: ${actorType}.`);
}

/** A delegated sender's transfer is a call without input. */
export function isPlainTransfer({ fields }: Pick<RecipientFacts, 'fields'>): boolean {
  return fields.method === 0n || (addressProtocol(fields.from) === 4 && fields.method === INVOKE_CONTRACT && fields.params.length === 0);
}

/** An Ethereum transaction cannot name f1, f2 and f3 addresses: whose the id in it is, only the node says. */
export function checkNamedById({ fields, recipient }: RecipientFacts, letter: 'f' | 't'): Finding | undefined {
  const protocol = addressProtocol(fields.to);
  if (addressProtocol(fields.from) !== 4 || protocol === 0 || protocol === 4 || recipient.idAddress === undefined) return undefined;
  return warning(
    'The recipient is an ID address',
    `A transaction of an f410f account cannot hold ${formatAddress(fields.to, letter)}. It holds ${formatAddress(recipient.idAddress, letter)}, which is the same account by the word of this node: make sure of it elsewhere where the amount matters.`,
  );
}

/** Whether a recipient was met before otherwise than by a label, which the app document can write: a key of this vault, or sent to. */
function isMet({ source, lastSentAtMs }: KnownAddress): boolean {
  return source === 'key' || lastSentAtMs !== undefined;
}

/** Whether it may be taken for somebody who is known. */
export function checkLookAlike({ recipient }: RecipientFacts, known: readonly KnownAddress[], letter: 'f' | 't'): Finding | undefined {
  if (known.some((entry) => entry.address === recipient.address && isMet(entry))) return undefined;
  const forms = formsToKnow(recipient);
  const twin = known.find(({ address }) => !forms.includes(address) && forms.some((form) => isLookAlike(form, address)));
  if (twin === undefined) return undefined;
  const named = twin.label === '' ? 'an address that was sent to before' : `“${twin.label}”`;
  return warning(
    'Similar to a known address, but different',
    `It begins and ends like ${named}, ${formatAddress(twin.address, letter)}. Such addresses are made to be mistaken: compare every character.`,
    { isSevere: true },
  );
}

/**
 * Whether the very address was ever sent to: neither a label, which the app writes, nor what the node says of its other forms answers that.
 * Of a call that carries no value, only that it is known is said.
 */
export function checkKnown({ recipient, fields }: RecipientFacts, known: readonly KnownAddress[]): Finding | undefined {
  const { address } = recipient;
  if (fields.to === fields.from || singletonOf(address) !== undefined) return undefined;
  const entries = known.filter((entry) => entry.address === address);
  const key = entries.find(({ source }) => source === 'key');
  if (key !== undefined) return pass('The recipient is known', `It is your key “${key.label}”.`);
  if (entries.some(isMet)) return pass('The recipient is known', 'It was sent to before.');
  const isTransfer = isPlainTransfer({ fields });
  if (!isTransfer && fields.value === 0n) return undefined;
  const label = entries.find((entry) => entry.label !== '')?.label;
  return warning(
    'New recipient for you',
    `${label === undefined ? 'It is not in the address book either' : `Its label “${label}” in the address book does not prove whose it is`}: check the whole address${isTransfer ? ', or send a small amount first' : ''}.`,
  );
}

/**
 * Exchanges credit deposits that they find as messages to their f1 addresses; what arrives from an f410f account comes as a contract call
 * and is missed by many of them.
 */
export function checkDeposit({ fields, recipient }: RecipientFacts, known: readonly KnownAddress[]): Finding | undefined {
  if (addressProtocol(fields.from) !== 4 || !isPlainTransfer({ fields }) || fields.value === 0n) return undefined;
  const isF1 = formsOf(recipient).some((form) => addressProtocol(form) === 1) || (recipient.actorType === 'account' && recipient.exists);
  if (!isF1 || known.some(({ address, source }) => source === 'key' && formsToKnow(recipient).includes(address))) return undefined;
  return warning(
    'An exchange may not credit this',
    'FIL from an f410f account reaches an f1 address as a contract call, which many exchanges do not count as a deposit. For an exchange, send from an f1 account.',
  );
}

/** Funds for an actor that the network itself keeps. */
function checkLoss({ fields, recipient }: RecipientFacts): Finding | undefined {
  const singleton = singletonOfActor(recipient);
  if (singleton === undefined) return undefined;
  const { name, type, payout } = singleton;
  if (payout === 'nobody') return warning('Funds sent there are burnt', `It is the ${name}: nobody can ever take out what is sent to it.`);
  if (!isPlainTransfer({ fields }) || fields.value === 0n) return undefined;
  return payout === 'its-signers'
    ? warning('Funds sent there cannot be recovered', `It is the ${name} of the network: only its signers can move what is in it.`)
    : warning(
        'Funds sent there are lost',
        `It is the ${name}: a plain transfer to it cannot be taken back.${type === 'storagemarket' ? ' Funds for deals go in with AddBalance (method 2).' : ''}`,
      );
}

/** Every form of an address, by the node's word. */
export function formsOf({ address, idAddress, robustAddress, delegatedAddress }: AddressOnChain) {
  return [address, idAddress, robustAddress, delegatedAddress].filter((form) => form !== undefined);
}

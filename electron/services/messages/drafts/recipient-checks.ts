/** Checks of the recipient: whether it exists, what it is, and whether it is the intended one. Pure. */
import { addressProtocol, formatAddress } from '../../../../shared/domain/addresses/address.ts';
import { isLookAlike } from '../../../../shared/domain/addresses/look-alike.ts';
import { INVOKE_CONTRACT } from '../../../../shared/domain/evm/eth-transaction.ts';
import { isWithoutEffect } from '../../../../shared/domain/methods/actor-methods.ts';
import { beginsWithFunds, singletonOf } from '../../../../shared/domain/methods/actor-type.ts';
import { singletonOfActor } from '../../addresses/account-reader.ts';
import type { KnownAddress } from '../../addresses/known-addresses.ts';
import { type AddressOnChain, formsToKnow } from '../../addresses/resolve-address.ts';
import { type Finding, fail, pass, warning } from './check-finding.ts';
import type { DraftFacts } from './draft-facts.ts';

/** The facts that checks of a recipient need; also available for lines of a batch. */
export type RecipientFacts = Pick<DraftFacts, 'recipient' | 'sender' | 'pinned'> & {
  readonly fields: Pick<DraftFacts['fields'], 'from' | 'to' | 'value' | 'method' | 'params'>;
};

/** Whether the recipient is the sender. The node is trusted for ID addresses only; key addresses are compared directly. */
export function isToSender({ fields, sender }: Pick<RecipientFacts, 'fields' | 'sender'>): boolean {
  return fields.to === fields.from || (addressProtocol(fields.to) === 0 && fields.to === sender.idAddress);
}

/** Check that the recipient exists. A draft built offline has one warning for everything that was not checked. */
export function checkRecipient(facts: RecipientFacts, letter: 'f' | 't'): Finding | undefined {
  const { fields, recipient, pinned } = facts;
  const address = formatAddress(fields.to, letter);
  if (fields.to === fields.from) return warning('The recipient is the sender', 'Only the fee is spent.');
  if (isToSender(facts)) {
    return warning(
      'The recipient may be the sender',
      `The node reports ${address} as the ID address of the sender, so only the fee would be spent. Sextant cannot verify this. To be certain, use the key’s own address.`,
    );
  }
  if (pinned === undefined) return undefined;
  if (recipient.problem !== undefined) return warning('Could not look up the recipient', recipient.problem);
  if (recipient.exists) return pass('The recipient is on chain', `${address} has an actor.`);
  if (!beginsWithFunds(fields.to)) {
    return fail('Recipient not found', `No actor on this network has the address ${address}, and a transfer cannot create one.`);
  }
  if (addressProtocol(fields.from) === 4 && addressProtocol(fields.to) !== 4) {
    return fail(
      'The recipient is not on chain yet',
      `An f410f key cannot pay ${address} until it is on chain. Send to it from an f1 key first.`,
    );
  }
  return warning(
    'The recipient is new',
    `${address} is not on chain yet; the transfer would create it. Check that it is the right address.`,
  );
}

/** Check whether the recipient can use the funds or be called. */
export function checkRecipientKind(facts: RecipientFacts): Finding | undefined {
  const { fields, recipient } = facts;
  const { actorType } = recipient;
  const lost = checkLoss(facts);
  if (lost !== undefined) return lost;
  if (!recipient.exists || actorType === undefined) return undefined;
  const isKeyAccount = actorType === 'account' || actorType === 'ethaccount' || actorType === 'placeholder';
  if (isPlainTransfer(facts)) {
    if (isKeyAccount) return pass('The recipient can use the funds', 'It is a plain account.');
    if (actorType === 'multisig') return pass('The recipient can use the funds', 'It is a multisig, controlled by its signers.');
    if (actorType === 'storageminer') {
      return warning(
        'The recipient is a storage provider',
        'Funds that a miner actor receives become its available balance; only its owner can withdraw them.',
      );
    }
    if (actorType === 'evm') {
      const how =
        fields.method === 0n
          ? 'A plain transfer does not run its code, so the contract may be unable to return the funds.'
          : 'Its code runs on payment and decides what happens to the funds.';
      return warning('The recipient is a contract', `${how} If the contract has a function for payments, call that instead.`);
    }
    return warning('The recipient is not an account', `Its actor type is ${actorType}. Funds can only leave by the rules of that actor.`);
  }
  if (isWithoutEffect(actorType, fields.method)) {
    return warning(
      'The call does nothing',
      `The ${actorType} actor has no method ${fields.method} but does not reject the call: only the value moves.`,
    );
  }
  return isKeyAccount
    ? warning('The recipient has no methods', 'It is a plain account.')
    : pass('The recipient can be called', `Its actor type is ${actorType}.`);
}

/** A transfer of a delegated sender is a contract call without parameters. */
export function isPlainTransfer({ fields }: Pick<RecipientFacts, 'fields'>): boolean {
  return fields.method === 0n || (addressProtocol(fields.from) === 4 && fields.method === INVOKE_CONTRACT && fields.params.length === 0);
}

/** Ethereum transactions cannot encode f1, f2 and f3 addresses: the node claims which ID address to use instead. */
export function checkNamedById({ fields, recipient }: RecipientFacts, letter: 'f' | 't'): Finding | undefined {
  const protocol = addressProtocol(fields.to);
  if (addressProtocol(fields.from) !== 4 || protocol === 0 || protocol === 4 || recipient.idAddress === undefined) return undefined;
  return warning(
    'The recipient is an ID address',
    `A transaction of an f410f account cannot name ${formatAddress(fields.to, letter)}. It names ${formatAddress(recipient.idAddress, letter)} instead, which this node reports as the same account. For large amounts, verify this with another source.`,
  );
}

/** Whether the address is a key of this vault or was sent to before. A label proves nothing: the app document can write it. */
function isProven({ source, lastSentAtMs }: KnownAddress): boolean {
  return source === 'key' || lastSentAtMs !== undefined;
}

/** Warn of a recipient that resembles a known address. */
export function checkLookAlike({ recipient }: RecipientFacts, known: readonly KnownAddress[], letter: 'f' | 't'): Finding | undefined {
  if (known.some((entry) => entry.address === recipient.address && isProven(entry))) return undefined;
  const forms = formsToKnow(recipient);
  const twin = known.find(({ address }) => !forms.includes(address) && forms.some((form) => isLookAlike(form, address)));
  if (twin === undefined) return undefined;
  const named = twin.label === '' ? 'an address you sent to before' : `“${twin.label}”`;
  return warning(
    'Similar to a known address, but different',
    `It begins and ends like ${named}, ${formatAddress(twin.address, letter)}. Such addresses are used for fraud: compare every character.`,
    { isSevere: true },
  );
}

/**
 * Check whether exactly this address was sent to before. Labels, which the app writes, and other forms of the address, which the node
 * reports, do not count. A call without value causes no warning.
 */
export function checkKnown({ recipient, fields }: RecipientFacts, known: readonly KnownAddress[]): Finding | undefined {
  const { address } = recipient;
  if (fields.to === fields.from || singletonOf(address) !== undefined) return undefined;
  const entries = known.filter((entry) => entry.address === address);
  const key = entries.find(({ source }) => source === 'key');
  if (key !== undefined) return pass('The recipient is known', `Your key “${key.label}”.`);
  if (entries.some(isProven)) return pass('The recipient is known', 'You sent to it before.');
  const isTransfer = isPlainTransfer({ fields });
  if (!isTransfer && fields.value === 0n) return undefined;
  const label = entries.find((entry) => entry.label !== '')?.label;
  return warning(
    'First transfer to this recipient',
    `${label === undefined ? 'It is not in the address book either.' : `Its label “${label}” in the address book does not prove who owns it.`} Check the whole address${isTransfer ? ', or send a small amount first' : ''}.`,
  );
}

/**
 * Exchanges look for deposits in messages to their f1 addresses. A payment from an f410f account arrives as a contract call, which many of
 * them miss.
 */
export function checkDeposit({ fields, recipient }: RecipientFacts, known: readonly KnownAddress[]): Finding | undefined {
  if (addressProtocol(fields.from) !== 4 || !isPlainTransfer({ fields }) || fields.value === 0n) return undefined;
  const isF1 = formsOf(recipient).some((form) => addressProtocol(form) === 1) || (recipient.actorType === 'account' && recipient.exists);
  if (!isF1 || known.some(({ address, source }) => source === 'key' && formsToKnow(recipient).includes(address))) return undefined;
  return warning(
    'An exchange may not credit this',
    'FIL from an f410f account reaches an f1 address as a contract call, which many exchanges do not credit. For an exchange, send from an f1 account.',
  );
}

/** Warn of funds for a singleton actor of the network. */
function checkLoss({ fields, recipient }: RecipientFacts): Finding | undefined {
  const singleton = singletonOfActor(recipient);
  if (singleton === undefined) return undefined;
  const { name, type, payout } = singleton;
  if (payout === 'nobody') return warning('Funds sent there are burnt', `It is the ${name}: funds sent to it can never be withdrawn.`);
  if (!isPlainTransfer({ fields }) || fields.value === 0n) return undefined;
  return payout === 'its-signers'
    ? warning('Funds sent there cannot be recovered', `It is the ${name} of the network: only its signers can move its funds.`)
    : warning(
        'Funds sent there are lost',
        `It is the ${name}: a plain transfer to it cannot be recovered.${type === 'storagemarket' ? ' To add funds for deals, call AddBalance (method 2).' : ''}`,
      );
}

/** Return every form of an address, as reported by the node. */
export function formsOf({ address, idAddress, robustAddress, delegatedAddress }: AddressOnChain) {
  return [address, idAddress, robustAddress, delegatedAddress].filter((form) => form !== undefined);
}

/** What is said about the calls inside of a message, and about calls at any depth that give somebody lasting power. Pure. */
import { type Address, addressProtocol, formatAddress, type NetworkLetter } from '../../../shared/domain/address.ts';
import { attoFil, formatFil } from '../../../shared/domain/amount.ts';
import type { ContractCall, DecodedField, DecodedValue } from '../../../shared/domain/decoded-value.ts';
import { type MessageCall, pledgeChange } from '../../../shared/domain/message-calls.ts';
import type { Check } from '../../../shared/ipc/schemas/drafts.ts';
import { singletonOfActor } from '../addresses/account-reader.ts';
import type { KnownAddress } from '../addresses/known-addresses.ts';
import { type AddressOnChain, formsOf } from '../addresses/resolve-address.ts';
import type { CallTree, InnerFacts, MultisigStep } from '../multisig/call-tree.ts';
import { checksOf, type Finding, fail, warning } from './check-finding.ts';
import type { DraftFacts } from './draft-facts.ts';
import { innerFailure } from './failure-check.ts';
import { checkKnown, checkLookAlike, checkRecipient, checkRecipientKind, isToSender, type RecipientFacts } from './recipient-checks.ts';

/** Allowances from here on are meant to have no end: some tokens count them in 96 bits. */
const UNLIMITED_FROM = 2n ** 96n - 1n;

const TOO_DEEP = warning(
  'Not every call can be shown',
  'The calls inside this message lead to more calls than Sextant follows. What the innermost ones do is unknown.',
  { isSevere: true },
);

export interface CallCheckInput extends Pick<InnerFacts, 'resolved'>, Pick<DraftFacts, 'pinned'> {
  readonly tree: CallTree;
  readonly known: readonly KnownAddress[];
  readonly letter: NetworkLetter;
}

/** At most one finding of each kind: what several calls have in common is told of each in its detail. */
export function callChecks({ tree, resolved, pinned, known, letter }: CallCheckInput): Check[] {
  const inner = tree.calls.filter(({ depth }) => depth > 0);
  const told = (read: (facts: RecipientFacts, call: MessageCall) => Finding | undefined) =>
    merged(
      inner.map((call) => {
        const facts = recipientFacts(call, resolved, pinned);
        const finding = facts === undefined ? undefined : read(facts, call);
        return facts === undefined || finding === undefined ? undefined : insideOf(facts.fields.to, finding, letter);
      }),
    );
  return checksOf([
    ['multisig-hash', merged(tree.steps.map(checkHash))],
    ['multisig-hidden', merged(tree.steps.map((step) => checkHidden(step, letter)))],
    ['multisig-failure', merged(tree.steps.map(checkApproved))],
    ['inside-depth', tree.isCut ? TOO_DEEP : undefined],
    ['inside-recipient', told((facts) => (isToSender(facts) && facts.fields.method !== 0n ? undefined : checkRecipient(facts, letter)))],
    ['inside-kind', told(checkRecipientKind)],
    ['inside-known', told((facts) => checkKnown(facts, known))],
    ['inside-look-alike', told((facts) => checkLookAlike(facts, known, letter))],
    ['inside-funds', told((facts, call) => checkFunds(facts, call, letter))],
    ['allowance', merged(tree.calls.flatMap(({ params }) => contractCallsIn(params.value).map(checkAllowance)))],
    ['contract-control', merged(tree.calls.flatMap(({ params }) => contractCallsIn(params.value).map(checkContractControl)))],
    ['multisig-signer', merged(tree.calls.map((call) => checkNewSigners(call, resolved, letter)))],
    ['multisig-control', merged(tree.calls.map((call) => checkMultisigControl(call, tree.steps)))],
    ['miner-control', merged(tree.calls.map((call) => checkMinerControl(call, letter)))],
    ['miner-pledge', merged(tree.calls.map((call) => checkMinerPledge(call, letter)))],
  ]);
}

/** The first finding with the details of all. */
function merged(findings: readonly (Finding | undefined)[]): Finding | undefined {
  const found = findings.filter((finding) => finding !== undefined && finding.result !== 'pass') as Finding[];
  const [first] = found.toSorted((one, other) => Number(other.isSevere === true) - Number(one.isSevere === true));
  return first === undefined ? undefined : { ...first, detail: [...new Set(found.map(({ detail }) => detail))].join(' ') };
}

/** What stops a message of its own only warns inside of one: the message around it may still be meant. */
function insideOf(to: Address, finding: Finding, letter: NetworkLetter): Finding | undefined {
  if (finding.result === 'pass') return undefined;
  const address = formatAddress(to, letter);
  const detail = finding.detail.includes(address) ? finding.detail : `${address}: ${finding.detail}`;
  return { ...finding, result: 'warning', detail: `Call inside. ${detail}` };
}

function recipientFacts(
  { from, to, actorType, value, method }: MessageCall,
  resolved: CallCheckInput['resolved'],
  pinned: CallCheckInput['pinned'],
): RecipientFacts | undefined {
  if (to === undefined) return undefined;
  const actor = (address: Address): AddressOnChain => {
    const found = resolved.get(address);
    if (found !== undefined) return found;
    const known = { ...formsOf(address), ...(actorType === undefined ? {} : { actorType }), calls: [] };
    return singletonOfActor(known) === undefined
      ? { ...known, exists: false, problem: 'It was not looked up.' }
      : { ...known, exists: true };
  };
  return {
    // No caller inside is an Ethereum key, the only kind whose transfers have parameters.
    fields: { from, to, value, method, params: new Uint8Array() },
    recipient: actor(to),
    sender: actor(from),
    ...(pinned === undefined ? {} : { pinned }),
  };
}

function checkFunds({ sender }: RecipientFacts, { from, value }: MessageCall, letter: NetworkLetter): Finding | undefined {
  const { balance } = sender;
  if (balance === undefined || value <= balance) return undefined;
  return warning(
    'The multisig does not have these funds',
    `It asks ${formatAddress(from, letter)} for ${formatFil(value)} FIL, which has ${formatFil(attoFil(balance))} FIL.`,
  );
}

function checkHash({ act, match, id }: MultisigStep): Finding | undefined {
  if (match !== 'unhashed') return undefined;
  return fail(
    'The proposal hash is missing',
    `Without it, this ${act === 'cancel' ? 'cancellation' : 'approval'} holds for whatever transaction has ID ${id} by the time it is executed. Choose the transaction from the list of pending ones, which fills in its hash.`,
  );
}

/** A proposal in the parameters themselves is checked with the message. */
function checkApproved({ failure }: MultisigStep): Finding | undefined {
  return failure === undefined ? undefined : innerFailure('The approved call is certain to fail', failure);
}

const UNSEEN_WORDS = {
  other: 'The pending transaction that the node shows has another hash.',
  absent: 'The node shows no pending transaction with this ID.',
  unread: 'The transaction could not be read:',
} as const;

const HIDDEN_TITLES = {
  propose: 'What is proposed cannot be shown',
  approve: 'What is approved cannot be shown',
  cancel: 'What is cancelled cannot be shown',
} as const;

function checkHidden({ act, match, id, multisig, problem }: MultisigStep, letter: NetworkLetter): Finding | undefined {
  if (match === 'own' || match === 'same' || match === 'unhashed') return undefined;
  const reason = `${UNSEEN_WORDS[match]}${problem === undefined ? '' : ` ${problem}`}`;
  return warning(
    HIDDEN_TITLES[act],
    `${id === undefined ? 'A transaction' : `Transaction ${id}`} of ${formatAddress(multisig, letter)}. ${reason} It can move any funds of the multisig. Sign only if you know the hash from somebody you trust.`,
    { isSevere: true },
  );
}

function contractCallsIn(value: DecodedValue): ContractCall[] {
  switch (value.kind) {
    case 'contractCall':
      return [value, ...(value.arguments ?? []).flatMap((argument) => contractCallsIn(argument.value))];
    case 'record':
      return value.fields.flatMap((field) => contractCallsIn(field.value));
    case 'list':
      return value.items.flatMap(contractCallsIn);
    case 'embedded':
      return contractCallsIn(value.value);
    default:
      // A call inside is one of the calls itself.
      return [];
  }
}

function checkAllowance({ signature = '', arguments: fields = [] }: ContractCall): Finding | undefined {
  const name = signature.slice(0, signature.indexOf('('));
  const amount = integerIn(fields, { approve: 'amountOrId', increaseAllowance: 'addedValue', permit: 'value' }[name] ?? '');
  if (amount !== undefined && amount >= UNLIMITED_FROM) {
    return warning(
      'The token allowance is unlimited',
      `With ${name}, the spender can take every token of this contract that the caller has, now and later. Allow the amount that is needed.`,
      { isSevere: true },
    );
  }
  if (name === 'setApprovalForAll' && isTrue(fields, 'approved')) {
    return warning(
      'Another account gets all tokens',
      'With setApprovalForAll, the operator can move every token of this contract that the caller has.',
      { isSevere: true },
    );
  }
  // How much an amount is depends on the decimals of the token, which only its contract knows.
  return amount === undefined || amount === 0n
    ? undefined
    : warning(
        'Another account may take tokens',
        `With ${name}, the spender can take the tokens that are named, now or later, without asking again. Check the spender and the amount.`,
      );
}

const NEW_CODE = [
  'The code of a contract is replaced',
  'The new code controls everything that the contract holds and may do. Check its address.',
] as const;

/** Functions that hand over the control of a contract. */
const CONTRACT_CHANGES: Readonly<Record<string, readonly [title: string, detail: string]>> = {
  transferOwnership: [
    'The owner of a contract changes',
    'The new owner gets everything that the contract reserves to its owner. Check the address.',
  ],
  renounceOwnership: [
    'A contract loses its owner',
    'Nobody can do what the contract reserves to its owner any more. This cannot be undone.',
  ],
  grantRole: [
    'Another account gets a role in a contract',
    'The account gets everything that the contract reserves to this role. Check the address.',
  ],
  upgradeTo: NEW_CODE,
  upgradeToAndCall: NEW_CODE,
};

/** The `operation` of a Safe by which the code of another contract runs as the Safe itself. */
const DELEGATE_CALL = 1n;

function checkContractControl({ signature = '', arguments: fields = [] }: ContractCall): Finding | undefined {
  const name = signature.slice(0, signature.indexOf('('));
  if (name === 'execTransaction' && integerIn(fields, 'operation') === DELEGATE_CALL) {
    return warning(
      'Foreign code runs as the wallet contract',
      'With a delegate call, the code of the target can move everything that the wallet contract holds, and change its owners.',
      { isSevere: true },
    );
  }
  const [title, detail] = CONTRACT_CHANGES[name] ?? [];
  return title === undefined || detail === undefined ? undefined : warning(title, `Function ${name}. ${detail}`, { isSevere: true });
}

/** Fields with the signers that a call gives a multisig, by the method. */
const SIGNER_FIELDS: Readonly<Record<string, string>> = { Constructor: 'Signers', AddSigner: 'Signer', SwapSigner: 'To' };

/** An account of an Ethereum key can only call contracts, and so neither propose nor approve. */
function checkNewSigners(
  { actorType, methodName = '', params }: MessageCall,
  resolved: CallCheckInput['resolved'],
  letter: NetworkLetter,
): Finding | undefined {
  if (actorType !== 'multisig' || params.value.kind !== 'record') return undefined;
  const given = params.value.fields.find(({ name }) => name === SIGNER_FIELDS[methodName])?.value;
  const ethereum = addressesOf(given).filter(
    (address) => addressProtocol(address) === 4 || resolved.get(address)?.actorType === 'ethaccount',
  );
  return ethereum.length === 0
    ? undefined
    : warning(
        'A signer can never approve',
        `${ethereum.map((address) => formatAddress(address, letter)).join(', ')}: accounts of Ethereum keys can only call contracts, so they can neither propose nor approve. If the threshold needs them, the funds of the multisig are lost. Use an f1 or f3 address.`,
        { isSevere: true },
      );
}

function addressesOf(value: DecodedValue | undefined): Address[] {
  if (value?.kind === 'list') return value.items.flatMap(addressesOf);
  return value?.kind === 'address' ? [value.value] : [];
}

const SIGNER_CHANGES: Readonly<Record<string, string>> = {
  AddSigner: 'adds a signer',
  RemoveSigner: 'removes a signer',
  SwapSigner: 'puts another signer in the place of one',
};

const OPEN_TO_ALL = warning(
  'One approval will be enough',
  'The threshold becomes 1: every signer can then move all funds of the multisig alone.',
  { isSevere: true },
);

function checkMultisigControl(
  { actorType, methodName = '', params, to }: MessageCall,
  steps: readonly MultisigStep[],
): Finding | undefined {
  if (actorType !== 'multisig') return undefined;
  const fields = params.value.kind === 'record' ? params.value.fields : [];
  if (methodName === 'ChangeNumApprovalsThreshold') {
    const threshold = integerIn(fields, 'NewThreshold');
    return threshold === 1n
      ? OPEN_TO_ALL
      : warning('The threshold changes', `Transactions of the multisig will need ${threshold ?? 'another number of'} approvals.`);
  }
  const change = SIGNER_CHANGES[methodName];
  if (change === undefined) return undefined;
  const isLowered = isTrue(fields, 'Decrease');
  const threshold = steps.find(({ multisig }) => multisig === to)?.threshold;
  if (isLowered && threshold === 2) return { ...OPEN_TO_ALL, detail: `The call ${change}. ${OPEN_TO_ALL.detail}` };
  const also = isLowered ? ' and lowers the threshold by one' : isTrue(fields, 'Increase') ? ' and raises the threshold by one' : '';
  return warning('The signers change', `The call ${change}${also}. Signers control the funds of the multisig: check the address.`);
}

const MINER_CHANGES: Readonly<Record<string, readonly [title: string, detail: string, isSevere: boolean]>> = {
  ChangeOwnerAddress: ['The owner changes', 'The owner controls all funds of the miner, and names its worker and its beneficiary.', true],
  ChangeBeneficiary: ['The beneficiary changes', 'The beneficiary receives what is withdrawn from the miner.', true],
  ChangeWorkerAddress: [
    'The worker changes',
    'The worker and the control addresses act for the miner: with a wrong one it cannot prove its sectors.',
    false,
  ],
};

function checkMinerControl({ actorType, methodName = '', to }: MessageCall, letter: NetworkLetter): Finding | undefined {
  const change = actorType === 'storageminer' ? MINER_CHANGES[methodName] : undefined;
  if (change === undefined || to === undefined) return undefined;
  const [title, detail, isSevere] = change;
  return warning(title, `Of miner ${formatAddress(to, letter)}. ${detail} Check the new address.`, isSevere ? { isSevere } : {});
}

const PLEDGE_WORDS = {
  locks: [
    'Locks pledge and cannot be undone',
    'The call locks more of its available balance as pledge of the sectors. Their daily fee, fault fees and termination fees rise too.',
  ],
  burns: ['Burns pledge and cannot be undone', 'The call ends the sectors, and burns a termination fee for each of them from its pledge.'],
} as const;

function checkMinerPledge(call: MessageCall, letter: NetworkLetter): Finding | undefined {
  const change = pledgeChange(call);
  if (change === undefined || call.to === undefined) return undefined;
  const [title, detail] = PLEDGE_WORDS[change];
  return warning(title, `Of miner ${formatAddress(call.to, letter)}. ${detail}`);
}

function integerIn(fields: readonly DecodedField[], wanted: string): bigint | undefined {
  const value = fields.find(({ name }) => name === wanted)?.value;
  return value?.kind === 'integer' ? value.value : undefined;
}

function isTrue(fields: readonly DecodedField[], wanted: string): boolean {
  const value = fields.find(({ name }) => name === wanted)?.value;
  return value?.kind === 'boolean' && value.value;
}

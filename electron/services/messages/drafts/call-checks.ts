/** Checks of the calls inside a message, and of calls at any depth that grant lasting control. Pure. */
import { type Address, addressProtocol, formatAddress, type NetworkLetter } from '../../../../shared/domain/addresses/address.ts';
import { attoFil, formatFil } from '../../../../shared/domain/amounts/amount.ts';
import type { ContractCall, DecodedField, DecodedValue } from '../../../../shared/domain/encoding/decoded-value.ts';
import { type MessageCall, pledgeChange } from '../../../../shared/domain/messages/message-calls.ts';
import type { Check } from '../../../../shared/ipc/schemas/drafts.ts';
import { singletonOfActor } from '../../addresses/account-reader.ts';
import type { KnownAddress } from '../../addresses/known-addresses.ts';
import { type AddressOnChain, formsOf } from '../../addresses/resolve-address.ts';
import type { CallTree, InnerFacts, MultisigStep } from '../../multisig/call-tree.ts';
import { checksOf, type Finding, fail, warning } from './check-finding.ts';
import type { DraftFacts } from './draft-facts.ts';
import { innerFailure } from './failure-check.ts';
import { checkKnown, checkLookAlike, checkRecipient, checkRecipientKind, isToSender, type RecipientFacts } from './recipient-checks.ts';

/** Allowances of at least this amount count as unlimited: some tokens store them in 96 bits. */
const UNLIMITED_FROM = 2n ** 96n - 1n;

const TOO_DEEP = warning(
  'Some calls cannot be shown',
  'The calls inside this message are nested deeper than Sextant reads. What the innermost calls do is unknown.',
  { isSevere: true },
);

export interface CallCheckInput extends Pick<InnerFacts, 'resolved'>, Pick<DraftFacts, 'pinned'> {
  readonly tree: CallTree;
  readonly known: readonly KnownAddress[];
  readonly letter: NetworkLetter;
}

/** Return at most one finding of each kind; its detail names every call concerned. */
export function callChecks({ tree, resolved, pinned, known, letter }: CallCheckInput): Check[] {
  const inner = tree.calls.filter(({ depth }) => depth > 0);
  const findingOf = (read: (facts: RecipientFacts, call: MessageCall) => Finding | undefined) =>
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
    [
      'inside-recipient',
      findingOf((facts) => (isToSender(facts) && facts.fields.method !== 0n ? undefined : checkRecipient(facts, letter))),
    ],
    ['inside-kind', findingOf(checkRecipientKind)],
    ['inside-known', findingOf((facts) => checkKnown(facts, known))],
    ['inside-look-alike', findingOf((facts) => checkLookAlike(facts, known, letter))],
    ['inside-funds', findingOf((facts, call) => checkFunds(facts, call, letter))],
    ['allowance', merged(tree.calls.flatMap(({ params }) => contractCallsIn(params.value).map(checkAllowance)))],
    ['contract-control', merged(tree.calls.flatMap(({ params }) => contractCallsIn(params.value).map(checkContractControl)))],
    ['multisig-signer', merged(tree.calls.map((call) => checkNewSigners(call, resolved, letter)))],
    ['multisig-control', merged(tree.calls.map((call) => checkMultisigControl(call, tree.steps)))],
    ['miner-control', merged(tree.calls.map((call) => checkMinerControl(call, letter)))],
    ['miner-pledge', merged(tree.calls.map((call) => checkMinerPledge(call, letter)))],
  ]);
}

/** Return the first finding, severe ones first, with the details of all. */
function merged(findings: readonly (Finding | undefined)[]): Finding | undefined {
  const found = findings.filter((finding) => finding !== undefined && finding.result !== 'pass') as Finding[];
  const [first] = found.toSorted((one, other) => Number(other.isSevere === true) - Number(one.isSevere === true));
  return first === undefined ? undefined : { ...first, detail: [...new Set(found.map(({ detail }) => detail))].join(' ') };
}

/** A failure of an inner call is only a warning: the outer message may still be intended. */
function insideOf(to: Address, finding: Finding, letter: NetworkLetter): Finding | undefined {
  if (finding.result === 'pass') return undefined;
  const address = formatAddress(to, letter);
  const detail = finding.detail.includes(address) ? finding.detail : `${address}: ${finding.detail}`;
  return { ...finding, result: 'warning', detail: `Internal call: ${detail}` };
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
      ? { ...known, exists: false, problem: 'This address was not looked up.' }
      : { ...known, exists: true };
  };
  return {
    // Inner callers are never Ethereum keys, the only senders whose transfers have parameters.
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
    'Insufficient funds in the multisig',
    `The call sends ${formatFil(value)} FIL from ${formatAddress(from, letter)}, which has ${formatFil(attoFil(balance))} FIL.`,
  );
}

function checkHash({ act, match, id }: MultisigStep): Finding | undefined {
  if (match !== 'unhashed') return undefined;
  return fail(
    'The proposal hash is missing',
    `Without the hash, this ${act === 'cancel' ? 'cancellation' : 'approval'} applies to whatever transaction has ID ${id} when it is executed. Choose the transaction from the list of pending ones to fill in its hash.`,
  );
}

/** A proposal in the parameters is checked with the message itself. */
function checkApproved({ failure }: MultisigStep): Finding | undefined {
  return failure === undefined ? undefined : innerFailure('The approved call is certain to fail', failure);
}

const UNREAD_REASONS = {
  other: 'The node returned a transaction with a different hash.',
  absent: 'The node has no pending transaction with this ID.',
  unread: 'Could not read the transaction:',
} as const;

const HIDDEN_TITLES = {
  propose: 'The proposed transaction cannot be shown',
  approve: 'The approved transaction cannot be shown',
  cancel: 'The cancelled transaction cannot be shown',
} as const;

function checkHidden({ act, match, id, multisig, problem }: MultisigStep, letter: NetworkLetter): Finding | undefined {
  if (match === 'own' || match === 'same' || match === 'unhashed') return undefined;
  const reason = `${UNREAD_REASONS[match]}${problem === undefined ? '' : ` ${problem}`}`;
  return warning(
    HIDDEN_TITLES[act],
    `${id === undefined ? 'A transaction' : `Transaction ${id}`} of ${formatAddress(multisig, letter)}. ${reason} It may move any funds of the multisig. Sign only if someone you trust gave you the hash.`,
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
      // Inner calls are in the list of calls already.
      return [];
  }
}

function checkAllowance({ signature = '', arguments: fields = [] }: ContractCall): Finding | undefined {
  const name = signature.slice(0, signature.indexOf('('));
  const amount = integerIn(fields, { approve: 'amountOrId', increaseAllowance: 'addedValue', permit: 'value' }[name] ?? '');
  if (amount !== undefined && amount >= UNLIMITED_FROM) {
    return warning(
      'Unlimited token allowance',
      `${name} lets the spender take all of the caller’s tokens of this contract, now and in the future. Allow only the amount needed.`,
      { isSevere: true },
    );
  }
  if (name === 'setApprovalForAll' && isTrue(fields, 'approved')) {
    return warning(
      'Access to all tokens',
      'setApprovalForAll lets the operator move all of the caller’s tokens of this contract, now and in the future.',
      { isSevere: true },
    );
  }
  // The number of tokens depends on the decimals, which only the contract knows.
  return amount === undefined || amount === 0n
    ? undefined
    : warning(
        'Token allowance',
        `${name} lets the spender take the stated tokens at any time, without asking again. Check the spender and the amount.`,
      );
}

const NEW_CODE = [
  'Contract code is replaced',
  'The new code controls all funds and permissions of the contract. Check its address.',
] as const;

/** Functions that transfer control of a contract. */
const CONTRACT_CHANGES: Readonly<Record<string, readonly [title: string, detail: string]>> = {
  transferOwnership: [
    'Contract owner changes',
    'The new owner gets all rights that the contract reserves for its owner. Check the address.',
  ],
  renounceOwnership: ['Contract loses its owner', 'Functions reserved for the owner can never be called again. This cannot be undone.'],
  grantRole: ['Contract role is granted', 'The account gets all rights that the contract reserves for this role. Check the address.'],
  upgradeTo: NEW_CODE,
  upgradeToAndCall: NEW_CODE,
};

/** `operation` of a Safe that runs the code of another contract as the Safe itself. */
const DELEGATE_CALL = 1n;

function checkContractControl({ signature = '', arguments: fields = [] }: ContractCall): Finding | undefined {
  const name = signature.slice(0, signature.indexOf('('));
  if (name === 'execTransaction' && integerIn(fields, 'operation') === DELEGATE_CALL) {
    return warning(
      'Delegate call from a wallet contract',
      'The code of the target runs as the wallet contract: it can move all of its funds and change its owners.',
      { isSevere: true },
    );
  }
  const [title, detail] = CONTRACT_CHANGES[name] ?? [];
  return title === undefined || detail === undefined ? undefined : warning(title, `Function ${name}. ${detail}`, { isSevere: true });
}

/** The parameter with the new signers of a multisig, by method. */
const SIGNER_FIELDS: Readonly<Record<string, string>> = { Constructor: 'Signers', AddSigner: 'Signer', SwapSigner: 'To' };

/** Accounts of Ethereum keys can only call contracts, so they cannot propose or approve. */
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
        `${ethereum.map((address) => formatAddress(address, letter)).join(', ')}: accounts of Ethereum keys can only call contracts, so they cannot propose or approve. If the threshold depends on them, the funds of the multisig are lost. Use an f1 or f3 address.`,
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
  SwapSigner: 'replaces a signer',
};

const THRESHOLD_OF_ONE = warning('The threshold becomes 1', 'Every signer can then move all funds of the multisig alone.', {
  isSevere: true,
});

function checkMultisigControl(
  { actorType, methodName = '', params, to }: MessageCall,
  steps: readonly MultisigStep[],
): Finding | undefined {
  if (actorType !== 'multisig') return undefined;
  const fields = params.value.kind === 'record' ? params.value.fields : [];
  if (methodName === 'ChangeNumApprovalsThreshold') {
    const threshold = integerIn(fields, 'NewThreshold');
    return threshold === 1n
      ? THRESHOLD_OF_ONE
      : warning('The threshold changes', `Transactions of the multisig will need ${threshold ?? 'a different number of'} approvals.`);
  }
  const change = SIGNER_CHANGES[methodName];
  if (change === undefined) return undefined;
  const isLowered = isTrue(fields, 'Decrease');
  const threshold = steps.find(({ multisig }) => multisig === to)?.threshold;
  if (isLowered && threshold === 2) return { ...THRESHOLD_OF_ONE, detail: `The call ${change}. ${THRESHOLD_OF_ONE.detail}` };
  const also = isLowered ? ' and lowers the threshold by one' : isTrue(fields, 'Increase') ? ' and raises the threshold by one' : '';
  return warning('The signers change', `The call ${change}${also}. Signers control the funds of the multisig: check the address.`);
}

const MINER_CHANGES: Readonly<Record<string, readonly [title: string, detail: string, isSevere: boolean]>> = {
  ChangeOwnerAddress: ['The owner changes', 'The owner controls all funds of the miner and sets its worker and beneficiary.', true],
  ChangeBeneficiary: ['The beneficiary changes', 'The beneficiary receives all withdrawals from the miner.', true],
  ChangeWorkerAddress: [
    'The worker changes',
    'The worker and the control addresses send the proofs of the miner. With a wrong address it cannot prove its sectors.',
    false,
  ],
};

function checkMinerControl({ actorType, methodName = '', to }: MessageCall, letter: NetworkLetter): Finding | undefined {
  const change = actorType === 'storageminer' ? MINER_CHANGES[methodName] : undefined;
  if (change === undefined || to === undefined) return undefined;
  const [title, detail, isSevere] = change;
  return warning(title, `Miner ${formatAddress(to, letter)}: ${detail} Check the new address.`, isSevere ? { isSevere } : {});
}

const PLEDGE_WORDS = {
  locks: [
    'Locks pledge; cannot be undone',
    'The call locks more of the available balance as pledge of the sectors. Their daily fees, fault fees and termination fees rise too.',
  ],
  burns: ['Burns pledge; cannot be undone', 'The call terminates the sectors and burns a termination fee for each from its pledge.'],
} as const;

function checkMinerPledge(call: MessageCall, letter: NetworkLetter): Finding | undefined {
  const change = pledgeChange(call);
  if (change === undefined || call.to === undefined) return undefined;
  const [title, detail] = PLEDGE_WORDS[change];
  return warning(title, `Miner ${formatAddress(call.to, letter)}: ${detail}`);
}

function integerIn(fields: readonly DecodedField[], wanted: string): bigint | undefined {
  const value = fields.find(({ name }) => name === wanted)?.value;
  return value?.kind === 'integer' ? value.value : undefined;
}

function isTrue(fields: readonly DecodedField[], wanted: string): boolean {
  const value = fields.find(({ name }) => name === wanted)?.value;
  return value?.kind === 'boolean' && value.value;
}

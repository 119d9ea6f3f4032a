/** Calls that providers and signers make most, begun with what is known here. What is not known is left to be filled in. */

import { actorCodes } from '../../../shared/domain/actor-code.ts';
import { methodAvailability, methodForms, methodsOf } from '../../../shared/domain/actor-methods.ts';
import { type ActorType, actorsVersionOf, LAST_NETWORK_VERSION } from '../../../shared/domain/actor-type.ts';
import type { NetworkLetter } from '../../../shared/domain/address.ts';
import type { Json } from '../../../shared/domain/method-json.ts';
import { networkByGenesis } from '../../../shared/domain/networks.ts';
import { type DraftFields, EMPTY_DRAFT } from './draft.ts';
import { emptyParams, isRecord, writeJson } from './params/params-json.ts';
import { unreadable } from './params/scalar-text.ts';

export interface TemplateContext {
  readonly from: string;
  readonly letter: NetworkLetter;
  /** Id addresses, the likeliest first. */
  readonly ownMiners: readonly string[];
  /** Of the network that is connected. */
  readonly networkVersion?: number | undefined;
  readonly genesisCid?: string | undefined;
  /** Whether this release was not checked for the version. */
  readonly isUnverified?: boolean;
  /** Codes of actors by their names, from the manifest of the network. */
  readonly actorCodes?: Readonly<Record<string, string>> | undefined;
}

export interface Template {
  readonly id: string;
  readonly group: 'Storage provider' | 'Rewards' | 'Market' | 'Multisig' | 'DataCap' | 'Contracts';
  readonly title: string;
  readonly detail: string;
  readonly type: ActorType;
  readonly method: string;
  /** The id of an actor that is the same on every network; absent for a miner of one's own, or an address to be typed. */
  readonly actorId?: number;
  /** Fields that are known. */
  readonly known?: (context: TemplateContext) => { readonly [name: string]: Json };
}

const minerOrSender = ({ ownMiners, from }: TemplateContext): string => ownMiners[0] ?? from;

export const TEMPLATES: readonly Template[] = [
  {
    id: 'withdraw',
    group: 'Storage provider',
    title: 'Withdraw from a miner',
    detail: 'What is not locked, to the beneficiary.',
    type: 'storageminer',
    method: 'WithdrawBalance',
  },
  {
    id: 'control',
    group: 'Storage provider',
    title: 'Change the worker key or the control addresses',
    detail: 'One call sets both; begun with the present ones.',
    type: 'storageminer',
    method: 'ChangeWorkerAddress',
  },
  {
    id: 'confirm-worker',
    group: 'Storage provider',
    title: 'Confirm a new worker',
    detail: 'Once 900 epochs have passed: at once, instead of at the next proving deadline.',
    type: 'storageminer',
    method: 'ConfirmChangeWorkerAddress',
  },
  {
    id: 'owner',
    group: 'Storage provider',
    title: 'Hand a miner to a new owner',
    detail: 'The new owner sends the same call to accept.',
    type: 'storageminer',
    method: 'ChangeOwnerAddress',
  },
  {
    id: 'beneficiary',
    group: 'Storage provider',
    title: 'Change the beneficiary',
    detail: 'Who receives withdrawals, up to a quota and an epoch.',
    type: 'storageminer',
    method: 'ChangeBeneficiary',
  },
  {
    id: 'peer',
    group: 'Storage provider',
    title: 'Set the peer id',
    detail: 'Under which the provider is found.',
    type: 'storageminer',
    method: 'ChangePeerID',
  },
  {
    id: 'debt',
    group: 'Storage provider',
    title: 'Repay the fee debt',
    detail: 'From the value of the message and what is available.',
    type: 'storageminer',
    method: 'RepayDebt',
  },
  {
    id: 'quality',
    group: 'Storage provider',
    title: 'Upgrade sectors to full quality',
    detail: 'To 10 times their size in power, for a higher pledge.',
    type: 'storageminer',
    method: 'UpgradeSectorQuality',
  },
  {
    id: 'claim-rewards',
    group: 'Rewards',
    title: 'Claim from a reward stream',
    detail: 'Pays recipients what the stream owes them.',
    type: 'reward',
    method: 'Claim',
    actorId: 2,
    known: ({ from }) => ({ Wallets: from === '' ? [] : [from] }),
  },
  {
    id: 'escrow-add',
    group: 'Market',
    title: 'Add to the escrow of the market',
    detail: 'The amount of the message goes to a client or a miner.',
    type: 'storagemarket',
    method: 'AddBalance',
    actorId: 5,
    known: (context) => ({ ProviderOrClientAddress: minerOrSender(context) }),
  },
  {
    id: 'escrow-withdraw',
    group: 'Market',
    title: 'Withdraw from the escrow of the market',
    detail: 'What no deal holds.',
    type: 'storagemarket',
    method: 'WithdrawBalance',
    actorId: 5,
    known: (context) => ({ ProviderOrClientAddress: minerOrSender(context) }),
  },
  {
    id: 'settle',
    group: 'Market',
    title: 'Settle deal payments',
    detail: 'Pays what deals have earned so far.',
    type: 'storagemarket',
    method: 'SettleDealPayments',
    actorId: 5,
  },
  {
    id: 'new-multisig',
    group: 'Multisig',
    title: 'Make a multisig',
    detail: 'Signers, how many of them approve, and what is locked for how long.',
    type: 'init',
    method: 'Exec',
    actorId: 1,
    known: newMultisig,
  },
  {
    id: 'propose',
    group: 'Multisig',
    title: 'Propose a transaction',
    detail: 'Any call or transfer of the multisig.',
    type: 'multisig',
    method: 'Propose',
  },
  {
    id: 'approve',
    group: 'Multisig',
    title: 'Approve a transaction',
    detail: 'The last approval that is needed runs it.',
    type: 'multisig',
    method: 'Approve',
  },
  {
    id: 'cancel',
    group: 'Multisig',
    title: 'Cancel a transaction',
    detail: 'One that you have proposed.',
    type: 'multisig',
    method: 'Cancel',
  },
  {
    id: 'datacap-transfer',
    group: 'DataCap',
    title: 'Send DataCap',
    detail: 'With allocations, to the verified registry.',
    type: 'datacap',
    method: 'Transfer',
    actorId: 7,
    known: ({ letter }) => ({ To: `${letter}06` }),
  },
  {
    id: 'add-client',
    group: 'DataCap',
    title: 'Give DataCap to a client',
    detail: 'As a verifier.',
    type: 'verifiedregistry',
    method: 'AddVerifiedClient',
    actorId: 6,
  },
  {
    id: 'expired-allocations',
    group: 'DataCap',
    title: 'Take back expired allocations',
    detail: 'Their DataCap returns to the client.',
    type: 'verifiedregistry',
    method: 'RemoveExpiredAllocations',
    actorId: 6,
  },
  {
    id: 'extend-claims',
    group: 'DataCap',
    title: 'Let claims last longer',
    detail: 'As their client.',
    type: 'verifiedregistry',
    method: 'ExtendClaimTerms',
    actorId: 6,
  },
  {
    id: 'deploy',
    group: 'Contracts',
    title: 'Deploy a contract',
    detail: 'From its initcode.',
    type: 'eam',
    method: 'CreateExternal',
    actorId: 10,
  },
];

/**
 * Exec with the code of the network that is connected: practice chains run the actors of mainnet. A version that this release does not
 * know has other codes: without the manifest the code is left to be filled in. Nothing is locked unless typed.
 */
function newMultisig({ networkVersion = LAST_NETWORK_VERSION, genesisCid = '', isUnverified = false, actorCodes: given }: TemplateContext) {
  const network = networkByGenesis(genesisCid) === 'calibrationnet' ? 'calibration' : 'mainnet';
  const code = given?.multisig ?? (isUnverified ? undefined : actorCodes(network, actorsVersionOf(networkVersion)).multisig);
  const [form] = methodForms('multisig', 1n, networkVersion);
  const empty = form === undefined ? {} : emptyParams(form.params);
  return {
    CodeCID: code === undefined ? '' : { '/': code },
    ConstructorParams: unreadable(writeJson({ ...(isRecord(empty) ? empty : {}), UnlockDuration: 0, StartEpoch: 0 })),
  };
}

/** The templates whose calls a network version serves; all of them where it is not known. */
export function templatesAt(networkVersion: number | undefined): readonly Template[] {
  if (networkVersion === undefined) return TEMPLATES;
  return TEMPLATES.filter(({ type, method }) => {
    const number = methodsOf(type).find(({ name }) => name === method)?.number;
    return number !== undefined && methodAvailability(type, number, networkVersion).kind === 'served';
  });
}

/** The form that a template begins. The sender stays. */
export function fieldsOfTemplate(template: Template, context: TemplateContext): DraftFields {
  const number = methodsOf(template.type).find(({ name }) => name === template.method)?.number ?? 0n;
  const [form] = methodForms(template.type, number);
  const to =
    template.actorId !== undefined
      ? `${context.letter}0${template.actorId}`
      : template.type === 'storageminer'
        ? (context.ownMiners[0] ?? '')
        : '';
  return {
    ...EMPTY_DRAFT,
    from: context.from,
    to,
    method: number.toString(),
    expectedType: template.type,
    value: template.method === 'AddBalance' || template.method === 'RepayDebt' ? '' : '0',
    params:
      form === undefined || form.params.fields.length === 0
        ? { kind: 'none' }
        : { kind: 'fields', json: writeJson(withKnown(emptyParams(form.params), template.known?.(context), form.params.isRaw)) },
  };
}

function withKnown(empty: Json, known: { readonly [name: string]: Json } | undefined, isRaw: boolean): Json {
  if (known === undefined) return empty;
  const [only] = Object.values(known);
  if (isRaw) return only === undefined || only === '' ? empty : only;
  const filled = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== ''));
  return isRecord(empty) ? { ...empty, ...filled } : empty;
}

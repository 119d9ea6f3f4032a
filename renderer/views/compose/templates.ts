/** Templates of common calls of providers and signers, filled in with known values. */

import type { NetworkLetter } from '../../../shared/domain/addresses/address.ts';
import { networkByGenesis } from '../../../shared/domain/chain/networks.ts';
import { actorCodes } from '../../../shared/domain/methods/actor-code.ts';
import { methodAvailability, methodForms, methodsOf } from '../../../shared/domain/methods/actor-methods.ts';
import { type ActorType, actorsVersionOf, LAST_NETWORK_VERSION } from '../../../shared/domain/methods/actor-type.ts';
import type { Json } from '../../../shared/domain/methods/method-json.ts';
import { type DraftFields, EMPTY_DRAFT } from './draft.ts';
import { emptyParams, isRecord, writeJson } from './params/params-json.ts';
import { unreadable } from './params/scalar-text.ts';

export interface TemplateContext {
  readonly from: string;
  readonly letter: NetworkLetter;
  /** ID addresses, most likely first. */
  readonly ownMiners: readonly string[];
  /** Version of the connected network. */
  readonly networkVersion?: number | undefined;
  readonly genesisCid?: string | undefined;
  /** Whether this release does not support the version. */
  readonly isUnverified?: boolean;
  /** Actor code CIDs by name, from the manifest of the network. */
  readonly actorCodes?: Readonly<Record<string, string>> | undefined;
}

export interface Template {
  readonly id: string;
  readonly group: 'Storage provider' | 'Rewards' | 'Market' | 'Multisig' | 'DataCap' | 'Contracts';
  readonly title: string;
  readonly detail: string;
  readonly type: ActorType;
  readonly method: string;
  /** The ID of a singleton actor; undefined for own miners or typed addresses. */
  readonly actorId?: number;
  /** Known fields. */
  readonly known?: (context: TemplateContext) => { readonly [name: string]: Json };
}

const minerOrSender = ({ ownMiners, from }: TemplateContext): string => ownMiners[0] ?? from;

export const TEMPLATES: readonly Template[] = [
  {
    id: 'withdraw',
    group: 'Storage provider',
    title: 'Withdraw from a miner',
    detail: 'Send available balance to the beneficiary.',
    type: 'storageminer',
    method: 'WithdrawBalance',
  },
  {
    id: 'control',
    group: 'Storage provider',
    title: 'Change worker or control addresses',
    detail: 'Sets both, starting from the current addresses.',
    type: 'storageminer',
    method: 'ChangeWorkerAddress',
  },
  {
    id: 'confirm-worker',
    group: 'Storage provider',
    title: 'Confirm a new worker',
    detail: 'After 900 epochs: immediately instead of at the next proving deadline.',
    type: 'storageminer',
    method: 'ConfirmChangeWorkerAddress',
  },
  {
    id: 'owner',
    group: 'Storage provider',
    title: 'Change the owner',
    detail: 'The new owner sends the same call to accept.',
    type: 'storageminer',
    method: 'ChangeOwnerAddress',
  },
  {
    id: 'beneficiary',
    group: 'Storage provider',
    title: 'Change the beneficiary',
    detail: 'The receiver of withdrawals, up to a quota and an expiration epoch.',
    type: 'storageminer',
    method: 'ChangeBeneficiary',
  },
  {
    id: 'peer',
    group: 'Storage provider',
    title: 'Set the peer id',
    detail: 'The libp2p peer ID of the provider.',
    type: 'storageminer',
    method: 'ChangePeerID',
  },
  {
    id: 'debt',
    group: 'Storage provider',
    title: 'Repay the fee debt',
    detail: 'From the message value and the available balance.',
    type: 'storageminer',
    method: 'RepayDebt',
  },
  {
    id: 'quality',
    group: 'Storage provider',
    title: 'Upgrade sectors to full quality',
    detail: 'Power of 10 times their size, for a higher pledge.',
    type: 'storageminer',
    method: 'UpgradeSectorQuality',
  },
  {
    id: 'claim-rewards',
    group: 'Rewards',
    title: 'Claim from a reward stream',
    detail: 'Pay recipients their share of the stream.',
    type: 'reward',
    method: 'Claim',
    actorId: 2,
    known: ({ from }) => ({ Wallets: from === '' ? [] : [from] }),
  },
  {
    id: 'escrow-add',
    group: 'Market',
    title: 'Add to market escrow',
    detail: 'Credit the message value to a client or miner.',
    type: 'storagemarket',
    method: 'AddBalance',
    actorId: 5,
    known: (context) => ({ ProviderOrClientAddress: minerOrSender(context) }),
  },
  {
    id: 'escrow-withdraw',
    group: 'Market',
    title: 'Withdraw from market escrow',
    detail: 'Withdraw funds not locked in deals.',
    type: 'storagemarket',
    method: 'WithdrawBalance',
    actorId: 5,
    known: (context) => ({ ProviderOrClientAddress: minerOrSender(context) }),
  },
  {
    id: 'settle',
    group: 'Market',
    title: 'Settle deal payments',
    detail: 'Pay providers the earned deal payments.',
    type: 'storagemarket',
    method: 'SettleDealPayments',
    actorId: 5,
  },
  {
    id: 'new-multisig',
    group: 'Multisig',
    title: 'Create a multisig',
    detail: 'Set signers, approval threshold and vesting.',
    type: 'init',
    method: 'Exec',
    actorId: 1,
    known: newMultisig,
  },
  {
    id: 'propose',
    group: 'Multisig',
    title: 'Propose a transaction',
    detail: 'A call or transfer from the multisig.',
    type: 'multisig',
    method: 'Propose',
  },
  {
    id: 'approve',
    group: 'Multisig',
    title: 'Approve a transaction',
    detail: 'The approval that reaches the threshold executes it.',
    type: 'multisig',
    method: 'Approve',
  },
  {
    id: 'cancel',
    group: 'Multisig',
    title: 'Cancel a transaction',
    detail: 'Only for transactions you proposed.',
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
    title: 'Grant DataCap to a client',
    detail: 'As a verifier.',
    type: 'verifiedregistry',
    method: 'AddVerifiedClient',
    actorId: 6,
  },
  {
    id: 'expired-allocations',
    group: 'DataCap',
    title: 'Remove expired allocations',
    detail: 'Their DataCap returns to the client.',
    type: 'verifiedregistry',
    method: 'RemoveExpiredAllocations',
    actorId: 6,
  },
  {
    id: 'extend-claims',
    group: 'DataCap',
    title: 'Extend claim terms',
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
 * Exec with the actor code of the connected network; practice chains run mainnet actors. A network version that this release does
 * not support has other codes, so without the manifest the code must be entered. Nothing is locked unless entered.
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

/** The templates available at a network version; all of them if it is unknown. */
export function templatesAt(networkVersion: number | undefined): readonly Template[] {
  if (networkVersion === undefined) return TEMPLATES;
  return TEMPLATES.filter(({ type, method }) => {
    const number = methodsOf(type).find(({ name }) => name === method)?.number;
    return number !== undefined && methodAvailability(type, number, networkVersion).kind === 'served';
  });
}

/** The form fields of a template. Keeps the sender. */
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

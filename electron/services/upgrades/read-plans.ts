/** Decodes drafts, undecided messages and pending multisig transactions by the rules before and after an upgrade. */
import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import type { Decoded } from '../../../shared/domain/encoding/decoded-value.ts';
import { decodeParams } from '../../../shared/domain/methods/method-decode.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { SavedDraft } from '../../../shared/ipc/schemas/drafts.ts';
import type { PlannedMessage, UpgradeStep } from '../../../shared/upgrades/upgrade-facts.ts';
import { encodeDraftParams, type ParsedParams } from '../../../shared/validation/draft-params.ts';
import { parseDraft } from '../../../shared/validation/forms.ts';
import { isUndecided, type SentMessage } from '../../wallet/sent-message.ts';
import { type AddressOnChain, resolveOnChain } from '../addresses/resolve-address.ts';
import { attempt } from '../attempt.ts';
import { mapBounded } from '../bounded.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { readCallTree, readInnerFacts } from '../multisig/call-tree.ts';
import { readPending } from '../multisig/multisig-reader.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';

const CONCURRENT_READS = 4;

/** A call before its recipient is known. */
interface Plan extends Pick<PlannedMessage, 'subject' | 'method' | 'value'> {
  /** Undefined for an incomplete draft. */
  readonly call: { readonly from: Address; readonly to: Address; readonly params: ParsedParams } | undefined;
}

export interface Plans {
  readonly drafts: readonly SavedDraft[];
  readonly sent: readonly SentMessage[];
  /** Addresses of the user; pending transactions are read of those that are multisigs. */
  readonly watched: readonly Address[];
}

/** Plans for the connected network. @param calls receives every call made @param onGap is called for data that could not be read */
export async function readPlans(
  node: PinnedNode,
  active: ActiveConnection,
  step: UpgradeStep,
  plans: Plans,
  calls: CallRef[],
  onGap: (what: string, problem: SextantError) => void,
): Promise<readonly PlannedMessage[]> {
  const { genesisCid } = active.facts;
  const drafts = plans.drafts
    .filter(({ draft }) => draft.offline === undefined || draft.offline.genesisCid === genesisCid)
    .map(planOfDraft);
  const sent = plans.sent.filter((message) => message.intent.genesisCid === genesisCid && isUndecided(message)).map(planOfMessage);
  const recipients = new Map<Address, Promise<AddressOnChain>>();
  const recipientOf = (to: Address): Promise<AddressOnChain> => {
    const known = recipients.get(to);
    if (known !== undefined) return known;
    const asked = resolveOnChain(node, to, active).then((recipient) => {
      calls.push(...recipient.calls);
      return recipient;
    });
    recipients.set(to, asked);
    return asked;
  };
  const pending = await mapBounded(plans.watched, CONCURRENT_READS, async (address) => {
    const { actorType } = await recipientOf(address);
    return actorType === 'multisig' ? readTransactions(node, formatAddress(address, active.letter), address, calls, onGap) : [];
  });
  return mapBounded([...drafts, ...sent, ...pending.flat()], CONCURRENT_READS, async ({ call, ...plan }) => {
    if (call === undefined || plan.method === 0n) {
      const params = call === undefined ? 'The draft is incomplete.' : NO_PARAMS;
      return { ...plan, actorType: undefined, isHidden: false, params: { before: params, after: params } };
    }
    const recipient = await recipientOf(call.to);
    const read = (version: number) => readAt(node, active, { ...call, recipient, method: plan.method, value: plan.value, version }, calls);
    const [before, after] = [await read(step.before), await read(step.after)];
    return {
      ...plan,
      actorType: recipient.actorType,
      isHidden: before.isHidden || after.isHidden,
      params: { before: before.params, after: after.params },
    };
  });
}

/** Pending transactions of a multisig, as calls of the multisig. */
async function readTransactions(
  node: PinnedNode,
  name: string,
  from: Address,
  calls: CallRef[],
  onGap: (what: string, problem: SextantError) => void,
): Promise<readonly Plan[]> {
  const pending = await attempt(() => readPending(node, name));
  if (pending instanceof SextantError) {
    onGap(`Pending transactions of ${name}`, pending);
    return [];
  }
  calls.push({ ...pending.call, subject: name });
  return pending.value.map(({ ID, To: to, Value: value, Method: method, Params: bytes }) => {
    const id = ID.toString();
    const subject = { kind: 'transaction', address: name, id, name: `${id} of ${name}` } as const;
    return { subject, method, value, call: { from, to, params: { kind: 'bytes', bytes } } };
  });
}

const NO_PARAMS = decodeParams(undefined, 0n, new Uint8Array());

function planOfDraft({ id, name, draft }: SavedDraft): Plan {
  const subject = { kind: 'draft', id, name } as const;
  const parsed = parseDraft(draft);
  if (!parsed.ok) return { subject, method: BigInt(draft.method), value: undefined, call: undefined };
  const { from, to, params, method, value } = parsed.fields;
  return { subject, method, value, call: { from, to, params } };
}

function planOfMessage({ intent, message, isHeld }: SentMessage): Plan {
  const { from, to, nonce, method, value, params } = message;
  const name = `nonce ${nonce}${isHeld ? ', held' : ''}`;
  const subject = { kind: 'message', journalId: intent.id, name } as const;
  return { subject, method, value, call: { from, to, params: { kind: 'bytes', bytes: params } } };
}

interface CallAt {
  readonly from: Address;
  readonly to: Address;
  readonly recipient: AddressOnChain;
  readonly method: bigint;
  readonly value: bigint | undefined;
  readonly params: ParsedParams;
  readonly version: number;
}

/** Decodes the parameters by one network version; for an approval, those of the approved transaction. */
async function readAt(
  node: PinnedNode,
  active: ActiveConnection,
  { from, to, recipient, method, value = 0n, version: networkVersion, ...call }: CallAt,
  calls: CallRef[],
): Promise<{ readonly params: Decoded | string; readonly isHidden: boolean }> {
  const { actorType } = recipient;
  try {
    const params = encodeDraftParams(call.params, { actorType, method, networkVersion });
    const message = { from, to, value: attoFil(value), method, params };
    const inner = await readInnerFacts(node, active, { message, recipient, networkVersion });
    calls.push(...inner.calls);
    const { innerActors, actorTypeOfCode, multisigs } = inner;
    const actorTypeOf = (address: Address) => innerActors.get(address);
    const tree = readCallTree(message, { actorType, networkVersion, actorTypeOf, actorTypeOfCode, multisigs });
    const approvals = tree.steps.filter(({ act }) => act === 'approve');
    const approved = approvals.find(({ depth, transaction }) => depth === 0 && transaction !== undefined)?.transaction;
    return {
      params: approved ?? tree.calls[0]?.params ?? decodeParams(actorType, method, params, { networkVersion }),
      isHidden: approvals.some(({ transaction }) => transaction === undefined),
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { params: error.message, isHidden: false };
  }
}

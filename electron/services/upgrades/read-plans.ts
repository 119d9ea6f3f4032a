/** Drafts and undecided messages as the rules before and after an upgrade read them. Recipients are asked of the node, once each. */
import type { Address } from '../../../shared/domain/address.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import type { Decoded } from '../../../shared/domain/decoded-value.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { decodeParams } from '../../../shared/domain/method-decode.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { SavedDraft } from '../../../shared/ipc/schemas/drafts.ts';
import type { PlannedMessage, UpgradeStep } from '../../../shared/upgrades/upgrade-facts.ts';
import { encodeDraftParams, type ParsedParams } from '../../../shared/validation/draft-params.ts';
import { parseDraft } from '../../../shared/validation/forms.ts';
import { isUndecided, type SentMessage } from '../../wallet/sent-message.ts';
import { type AddressOnChain, resolveOnChain } from '../addresses/resolve-address.ts';
import { mapBounded } from '../bounded.ts';
import type { PinnedNode } from '../chain/pinned-node.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { readCallTree, readInnerFacts } from '../messages/call-tree.ts';

const AT_ONCE = 4;

/** A call before its recipient is known. */
interface Plan extends Pick<PlannedMessage, 'subject' | 'isSigned' | 'method' | 'value'> {
  /** Undefined for a draft that is not complete. */
  readonly call: { readonly from: Address; readonly to: Address; readonly params: ParsedParams } | undefined;
}

/** Those of the connected network. @param calls is given every call that was made */
export async function readPlans(
  node: PinnedNode,
  active: ActiveConnection,
  step: UpgradeStep,
  plans: { readonly drafts: readonly SavedDraft[]; readonly sent: readonly SentMessage[] },
  calls: CallRef[],
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
  return mapBounded([...drafts, ...sent], AT_ONCE, async ({ call, ...plan }) => {
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

const NO_PARAMS = decodeParams(undefined, 0n, new Uint8Array());

function planOfDraft({ id, name, draft }: SavedDraft): Plan {
  const subject = { kind: 'draft', id, name } as const;
  const parsed = parseDraft(draft);
  if (!parsed.ok) return { subject, isSigned: false, method: BigInt(draft.method), value: undefined, call: undefined };
  const { from, to, params, method, value } = parsed.fields;
  return { subject, isSigned: false, method, value, call: { from, to, params } };
}

function planOfMessage({ intent, message, isHeld }: SentMessage): Plan {
  const { from, to, nonce, method, value, params } = message;
  const name = `nonce ${nonce}${isHeld ? ', held' : ''}`;
  const subject = { kind: 'message', journalId: intent.id, name } as const;
  return { subject, isSigned: true, method, value, call: { from, to, params: { kind: 'bytes', bytes: params } } };
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

/** The parameters as one network version reads them; of an approval those of the transaction whose hash it has. */
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

/** Facts of a draft built offline: typed values and what follows from them. Sends no calls. */
import { attoFil } from '../../../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import { actorTypeFromCode } from '../../../../shared/domain/methods/actor-code.ts';
import type { ParsedDraft } from '../../../../shared/validation/forms.ts';
import { formsOf } from '../../addresses/resolve-address.ts';
import { type DraftFacts, encodeFor, recipientInMessage, transactionProblem } from '../drafts/draft-facts.ts';

/**
 * @param fields fields of a draft with `offline`: `parseDraft` requires nonce, gas and value
 * @param networkVersion by the upgrade schedule and this machine's clock; undefined if the schedule is unknown
 */
export function offlineFacts(fields: ParsedDraft, networkVersion: number | undefined): DraftFacts {
  const { offline, nonce, gasLimit, gasFeeCap, gasPremium, value } = fields;
  if (offline === undefined || nonce === undefined || gasLimit === undefined || gasFeeCap === undefined || gasPremium === undefined) {
    throw new DomainError('draft', 'A draft built without a node needs a nonce and gas values.');
  }
  const sender = { ...formsOf(fields.from), exists: false, problem: 'Built without a node.', calls: [] };
  const actorType = offline.actorType;
  const recipient = {
    ...formsOf(fields.to),
    exists: false,
    ...(actorType === undefined ? {} : { actorType }),
    problem: 'Built without a node.',
    calls: [],
  };
  const { params, errors } = encodeFor(fields, actorType, networkVersion);
  const to = recipientInMessage(fields, recipient);
  const known = {
    fields: { ...fields, value: value ?? attoFil(0n), params, isMaximumValue: false },
    fieldErrors:
      to === undefined ? { ...errors, to: 'Without a node, an f410f account can only send to f410f, 0x and f0 addresses.' } : errors,
    ...(networkVersion === undefined ? {} : { networkVersion }),
    // The version is from the built-in schedule, which may be outdated.
    hasKnownRules: false,
    sender,
    recipient,
    innerActors: new Map(),
    actorTypeOfCode: actorTypeFromCode,
    resolved: new Map(),
    multisigs: new Map(),
    reserved: 0n,
    isFeeLimited: false,
    simulationProblem: { text: 'Simulation needs a node.', isNotServed: true },
    calls: [],
  } satisfies DraftFacts;
  if (to === undefined || Object.keys(known.fieldErrors).length > 0) return known;
  const message: Message = {
    version: 0,
    to,
    from: fields.from,
    nonce,
    value: known.fields.value,
    gasLimit,
    gasFeeCap,
    gasPremium,
    method: fields.method,
    params,
  };
  const misfit = transactionProblem(message);
  return misfit === undefined ? { ...known, message } : { ...known, estimateProblem: misfit };
}

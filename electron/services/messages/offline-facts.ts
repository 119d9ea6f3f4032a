/** What a draft is that is built without a node: what was typed, and what follows from it. Contacts nobody. */
import { actorTypeFromCode } from '../../../shared/domain/actor-code.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import type { Message } from '../../../shared/domain/message.ts';
import type { ParsedDraft } from '../../../shared/validation/forms.ts';
import { formsOf } from '../addresses/resolve-address.ts';
import { type DraftFacts, encodeFor, recipientInMessage, transactionProblem } from './draft-facts.ts';

/**
 * @param fields of a draft with `offline`: nonce, gas and value are there, or `parseDraft` would have refused it
 * @param networkVersion by the schedule of the network and the clock of this machine; undefined where no schedule is known
 */
export function offlineFacts(fields: ParsedDraft, networkVersion: number | undefined): DraftFacts {
  const { offline, nonce, gasLimit, gasFeeCap, gasPremium, value } = fields;
  if (offline === undefined || nonce === undefined || gasLimit === undefined || gasFeeCap === undefined || gasPremium === undefined) {
    throw new DomainError('draft', 'A draft without a node needs a nonce and gas values.');
  }
  const sender = { ...formsOf(fields.from), exists: false, problem: 'No node was asked.', calls: [] };
  const actorType = offline.actorType;
  const recipient = {
    ...formsOf(fields.to),
    exists: false,
    ...(actorType === undefined ? {} : { actorType }),
    problem: 'No node was asked.',
    calls: [],
  };
  const { params, errors } = encodeFor(fields, actorType, networkVersion);
  const to = recipientInMessage(fields, recipient);
  const known = {
    fields: { ...fields, value: value ?? attoFil(0n), params, isMaximumValue: false },
    fieldErrors:
      to === undefined ? { ...errors, to: 'Without a node an f410f account can only send to f410f, 0x and f0 addresses.' } : errors,
    ...(networkVersion === undefined ? {} : { networkVersion }),
    // The version is that of the schedule known here, which an upgrade may have overtaken.
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

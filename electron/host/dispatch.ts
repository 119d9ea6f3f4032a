/**
 * The one way from a document into the services, whatever the host.
 *
 * Trusts its caller, a host, for the zone: hosts take it from where a message came from, never from the message.
 * Refuses names that are not calls of the contract, calls of another zone, and input that does not parse.
 * Expected failures cross as they are; anything else that is thrown is a bug, logged here with its stack and told as one
 * generic sentence, because a stack or a stray message may hold what no document should see.
 */
import type { z } from 'zod';
import type { Contract, Zone } from '../../shared/ipc/define.ts';
import type { HandlersOf } from '../../shared/ipc/derive.ts';
import { findDefinition } from '../../shared/ipc/derive.ts';
import type { ErrorEnvelope, Reply } from '../../shared/ipc/envelope.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { Logger } from '../platform/ports.ts';

export interface DispatchOptions<C extends Contract> {
  readonly contract: C;
  readonly handlers: HandlersOf<C>;
  readonly logger: Logger;
  /** In development and tests a reply that does not fit its schema is a bug like any other. */
  readonly isOutputChecked: boolean;
}

export type Dispatch = (zone: Zone, name: string, input: unknown) => Promise<Reply>;

type Handler = (input: unknown) => Promise<unknown>;
type HandlerTable = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

const INTERNAL: ErrorEnvelope = {
  code: 'internal',
  message: 'Something went wrong inside Sextant. The log has the details.',
  retryable: false,
};

export function createDispatch<C extends Contract>(options: DispatchOptions<C>): Dispatch {
  const handlers = options.handlers as HandlerTable;
  return async (zone, name, input) => {
    const found = findDefinition(options.contract, name);
    if (found === undefined || found.definition.kind === 'topic') {
      return refuse('unknown-call', 'Sextant has no such call.');
    }
    const { definition, group, leaf } = found;
    if (definition.zone !== zone) return refuse('forbidden', 'This document may not make that call.');
    try {
      const parsed = definition.input.safeParse(input);
      if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
      const handler = handlers[group]?.[leaf];
      if (handler === undefined) throw new Error('the contract has this call, but nothing handles it');
      const value = await handler(parsed.data);
      if (options.isOutputChecked) checkOutput(definition.output, value);
      return { ok: true, value };
    } catch (error) {
      if (error instanceof SextantError) return { ok: false, error: error.toEnvelope() };
      // The input is left out on purpose: it may hold a passphrase.
      options.logger.error('A call failed with a bug', { call: name, stack: stackOf(error) });
      return { ok: false, error: INTERNAL };
    }
  };
}

function refuse(code: ErrorEnvelope['code'], message: string): Reply {
  return { ok: false, error: { code, message, retryable: false } };
}

function invalidInput(error: z.ZodError): ErrorEnvelope {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.map(String).join('.');
    fields[path] ??= issue.message;
  }
  const [first] = Object.entries(fields);
  const message =
    first === undefined ? 'The input does not fit.' : `The input does not fit: ${first[0] === '' ? '' : `${first[0]}: `}${first[1]}`;
  return { code: 'invalid-input', message, details: { fields }, retryable: false };
}

function checkOutput(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`the reply does not fit its schema: ${parsed.error.message}`);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

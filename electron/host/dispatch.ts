/**
 * The only entry from documents to the services, on every host.
 *
 * Trusts the host for the zone, which hosts derive from the sender and never from the message. Rejects calls that are not in the
 * contract, calls of another zone, and invalid input. Expected failures are returned as they are; any other error is a bug, logged here
 * with its stack and returned as a generic message, since its text may contain data that documents must not see.
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
  /** Whether replies are validated, in development and tests; an invalid reply counts as a bug. */
  readonly isOutputChecked: boolean;
}

export type Dispatch = (zone: Zone, name: string, input: unknown) => Promise<Reply>;

type Handler = (input: unknown) => Promise<unknown>;
type HandlerTable = Readonly<Record<string, Readonly<Record<string, Handler>>>>;

const INTERNAL: ErrorEnvelope = {
  code: 'internal',
  message: 'Internal error in Sextant. See the log for details.',
  retryable: false,
};

export function createDispatch<C extends Contract>(options: DispatchOptions<C>): Dispatch {
  const handlers = options.handlers as HandlerTable;
  return async (zone, name, input) => {
    const found = findDefinition(options.contract, name);
    if (found === undefined || found.definition.kind === 'topic') {
      return refuse('unknown-call', 'Unknown call.');
    }
    const { definition, group, leaf } = found;
    if (definition.zone !== zone) return refuse('forbidden', 'This document is not allowed to make this call.');
    try {
      const parsed = definition.input.safeParse(input);
      if (!parsed.success) return { ok: false, error: invalidInput(parsed.error) };
      const handler = handlers[group]?.[leaf];
      if (handler === undefined) throw new Error('the call has no handler');
      const value = await handler(parsed.data);
      if (options.isOutputChecked) checkOutput(definition.output, value);
      return { ok: true, value };
    } catch (error) {
      if (error instanceof SextantError) return { ok: false, error: error.toEnvelope() };
      // Without the input, which may contain a passphrase.
      options.logger.error('A call failed with an unexpected error', { call: name, stack: stackOf(error) });
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
  const message = first === undefined ? 'Invalid input.' : `Invalid input: ${first[0] === '' ? '' : `${first[0]}: `}${first[1]}`;
  return { code: 'invalid-input', message, details: { fields }, retryable: false };
}

function checkOutput(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`the reply does not match its schema: ${parsed.error.message}`);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What a person is told of an update that the endpoint cannot serve, or that failed. */
import { SextantError } from '../../../shared/ipc/envelope.ts';

/** Whether the endpoint does not have, or does not give, the blocks of the market: the market file is the only way. */
export function cannotServeBlocks(error: unknown): boolean {
  return (
    error instanceof SextantError && ['method-not-served', 'endpoint-unauthorised', 'not-found', 'capability-missing'].includes(error.code)
  );
}

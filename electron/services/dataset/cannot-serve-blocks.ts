import { SextantError } from '../../../shared/ipc/envelope.ts';

/** Whether the endpoint cannot serve the blocks of the market, so that only the market file can update a dataset. */
export function cannotServeBlocks(error: unknown): boolean {
  return (
    error instanceof SextantError && ['method-not-served', 'endpoint-unauthorised', 'not-found', 'capability-missing'].includes(error.code)
  );
}

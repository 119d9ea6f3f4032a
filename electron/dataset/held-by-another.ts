/** Whether another program has the file of a dataset open, so that it cannot be changed, or changes it, so that it cannot be opened. */
export function isHeldByAnother(error: unknown): boolean {
  return error instanceof Error && /could not set lock|conflicting lock|being used by another process/i.test(error.message);
}

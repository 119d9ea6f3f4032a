/** Whether an error means that another program has the dataset's file open (cannot be changed) or is changing it (cannot be opened). */
export function isHeldByAnother(error: unknown): boolean {
  return error instanceof Error && /could not set lock|conflicting lock|being used by another process/i.test(error.message);
}

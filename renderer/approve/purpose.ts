/** What the trusted document was opened for, as its own address says it. */
import type { TrustedPurpose } from '../../shared/ipc/schemas/app.ts';

/**
 * Reads the purpose from the address: `?purpose=create-vault`, `?purpose=unlock`, `?purpose=approve&approvalId=…`,
 * in the query or behind the hash. Undefined when the address names none.
 */
export function readPurpose(location: { readonly search: string; readonly hash: string }): TrustedPurpose | undefined {
  for (const text of [location.hash.replace(/^#\/?\??/, ''), location.search]) {
    const fields = new URLSearchParams(text);
    const name = fields.get('purpose');
    if (name === 'create-vault' || name === 'unlock') return { name };
    const approvalId = fields.get('approvalId');
    if (name === 'approve' && approvalId !== null && approvalId !== '') return { name, approvalId };
  }
  return undefined;
}

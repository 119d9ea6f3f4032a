import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import type { Miner } from '../../../shared/ipc/schemas/providers.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { type ProofFacts, runwayWords } from '../../lib/runway-words.ts';
import { formatDate } from '../../lib/shown-time.ts';
import type { KeyRow } from './KeysTable.tsx';

type Info = Extract<Miner['info'], { value: unknown }>['value'];

/** One row for each address, with all its roles, in the order of the roles. */
export function keyRows(info: Info, isOwn: boolean, own: OwnMiner | undefined, proofs?: ProofFacts): KeyRow[] {
  const rows = new Map<string, KeyRow>();
  for (const role of info.roles) {
    const before = rows.get(role.address);
    const note = noteOf(role.role, info);
    const runway = runwayWords({
      role: role.role,
      balance: role.balance,
      isOwn,
      proofs,
      runway: own?.standing?.keys.find(({ address }) => address === role.address)?.runway,
    });
    if (before === undefined) {
      rows.set(role.address, { ...role, note, runway });
    } else {
      const name = role.role.charAt(0).toLowerCase() + role.role.slice(1);
      rows.set(role.address, { ...before, role: `${before.role}, ${name}`, note: before.note ?? note, runway: before.runway ?? runway });
    }
  }
  return [...rows.values()];
}

function noteOf(role: string, { beneficiaryTerm: term, workerChange }: Info): string | undefined {
  if (role === 'New worker' && workerChange !== undefined) return `from epoch ${formatInteger(workerChange.epoch)}`;
  if (role !== 'Beneficiary' || term === undefined) return undefined;
  return term.expirationTimeMs === undefined ? 'no expiration' : `until ${formatDate(term.expirationTimeMs)}`;
}

import type { Value } from '../../../shared/domain/ipld/codec.ts';
import { EXIT } from '../state/exit.ts';
import type { LocalHamt } from '../state/local-hamt.ts';
import type { batchReturn } from './requests.ts';

/** BatchReturn of exit codes, as actors return it. */
export function batchOf(codes: readonly number[]): Value<typeof batchReturn> {
  const failCodes = codes.flatMap((code, index) => (code === EXIT.ok ? [] : [{ index, code }]));
  return { successCount: codes.length - failCodes.length, failCodes };
}

/** Return which IDs have expired; with no IDs all expired ones (builtin-actors v16, actors/verifreg/src/expiration.rs). */
export function judgeExpired<V>(
  map: LocalHamt<number, V>,
  named: readonly number[],
  expirationOf: (value: V) => number,
  epoch: number,
): { readonly considered: readonly number[]; readonly codes: readonly number[]; readonly removed: readonly number[] } {
  const codeOf = (value: V | undefined): number => {
    if (value === undefined) return EXIT.notFound;
    return epoch >= expirationOf(value) ? EXIT.ok : EXIT.forbidden;
  };
  const expired = (): number[] => map.entries().flatMap(([id, value]) => (codeOf(value) === EXIT.ok ? [id] : []));
  const considered = named.length > 0 ? named : expired().sort((left, right) => left - right);
  const codes = considered.map((id) => codeOf(map.get(id)));
  return { considered, codes, removed: [...new Set(considered.filter((_, index) => codes[index] === EXIT.ok))] };
}

import { METHODS, type MethodFacts } from '../../../../shared/rpc/methods.ts';

const MAX_SHOWN = 40;

/** Methods of the catalogue that a typed text can mean, the likeliest first: `minerp` finds StateMinerPower. */
export function findMethods(typed: string): readonly MethodFacts[] {
  const wanted = typed
    .slice(typed.lastIndexOf('.') + 1)
    .trim()
    .toLowerCase();
  if (wanted === '') return METHODS.slice(0, MAX_SHOWN);
  return METHODS.flatMap((method) => {
    const rank = rankOf(method.name, wanted);
    return rank === undefined ? [] : [{ method, rank }];
  })
    .sort((left, right) => left.rank - right.rank || left.method.name.length - right.method.name.length)
    .slice(0, MAX_SHOWN)
    .map(({ method }) => method);
}

function rankOf(name: string, wanted: string): number | undefined {
  const lower = name.toLowerCase();
  if (lower === wanted) return 0;
  if (lower.startsWith(wanted)) return 1;
  if (lower.includes(wanted)) return 2;
  // Initials and letters in order: `sgmp` finds StateGetMinerPower.
  let at = -1;
  for (const letter of wanted) {
    at = lower.indexOf(letter, at + 1);
    if (at === -1) return undefined;
  }
  return 3;
}

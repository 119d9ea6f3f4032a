/** Set operations on bitfields, run by run: the cost depends on the number of runs, not of members. */
import { type Bitfield, bitfieldMembers } from '../encoding/bitfield.ts';

/** Intersection. */
export function intersection(left: Bitfield, right: Bitfield): Bitfield {
  const ranges: { start: bigint; end: bigint }[] = [];
  let at = 0;
  let other = 0;
  for (;;) {
    const one = left.ranges[at];
    const two = right.ranges[other];
    if (one === undefined || two === undefined) return of(ranges);
    const start = one.start > two.start ? one.start : two.start;
    const end = one.end < two.end ? one.end : two.end;
    if (start < end) ranges.push({ start, end });
    if (one.end < two.end) at += 1;
    else other += 1;
  }
}

/** Difference. */
export function difference(left: Bitfield, right: Bitfield): Bitfield {
  const ranges: { start: bigint; end: bigint }[] = [];
  let other = 0;
  for (const { start: first, end } of left.ranges) {
    let start = first;
    for (; start < end; ) {
      while ((right.ranges[other]?.end ?? end) <= start) other += 1;
      const cut = right.ranges[other];
      const stop = cut === undefined || cut.start >= end ? end : cut.start;
      if (start < stop) ranges.push({ start, end: stop });
      start = stop === end ? end : (cut?.end ?? end);
    }
  }
  return of(ranges);
}

/** Union. */
export function union(sets: Iterable<Bitfield>): Bitfield {
  const all = [...sets].flatMap(({ ranges }) => ranges).sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  const ranges: { start: bigint; end: bigint }[] = [];
  for (const { start, end } of all) {
    const last = ranges.at(-1);
    if (last === undefined || start > last.end) ranges.push({ start, end });
    else if (end > last.end) last.end = end;
  }
  return of(ranges);
}

/** Return `limit` members in ascending order, after the first `from`. Throws `DomainError` `bitfield` beyond 2^53 − 1. */
export function membersAt({ ranges }: Bitfield, from: number, limit: number): number[] {
  const members: number[] = [];
  let skip = BigInt(from);
  for (const { start, end } of ranges) {
    if (end - start <= skip) {
      skip -= end - start;
      continue;
    }
    const first = start + skip;
    skip = 0n;
    const found = bitfieldMembers(of([{ start: first, end }]), limit - members.length);
    for (const member of found) members.push(member);
    if (members.length >= limit) break;
  }
  return members;
}

function of(ranges: readonly { readonly start: bigint; readonly end: bigint }[]): Bitfield {
  return { ranges, count: ranges.reduce((sum, { start, end }) => sum + (end - start), 0n) };
}

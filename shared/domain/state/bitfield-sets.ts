/** Sets of sectors put together and taken apart; run by run, so that the cost is that of the runs and not of their members. */
import { type Bitfield, bitfieldMembers } from '../bitfield.ts';

/** What is in both. */
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

/** What is in the first and not in the second. */
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

/** What is in any. */
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

/** `limit` members in ascending order, after the first `from` of them. Throws `DomainError` `bitfield` for one that is no exact number. */
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

/** Sets of numbers: sectors, partitions, deadlines. */
export type Numbers = ReadonlySet<number>;

export const union = (left: Numbers, right: Numbers): Numbers => new Set([...left, ...right]);
export const without = (whole: Numbers, part: Numbers): Numbers => new Set([...whole].filter((number) => !part.has(number)));
export const common = (left: Numbers, right: Numbers): Numbers => new Set([...left].filter((number) => right.has(number)));
export const isWithin = (part: Numbers, whole: Numbers): boolean => [...part].every((number) => whole.has(number));
export const areApart = (left: Numbers, right: Numbers): boolean => ![...left].some((number) => right.has(number));

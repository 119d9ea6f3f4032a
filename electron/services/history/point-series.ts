/** A series of exact figures by epoch, oldest first, and its text format. Pure. */

export interface Point {
  readonly height: number;
  /** An integer as text, since figures of the chain exceed 2^53. */
  readonly value: string;
}

export class PointSeries {
  #points: Point[];

  constructor(points: readonly Point[] = []) {
    this.#points = [...points];
  }

  get points(): readonly Point[] {
    return this.#points;
  }

  /** Insert a figure by epoch; one of the same epoch is replaced. */
  put(height: number, value: string): void {
    const last = this.#points.at(-1);
    if (last === undefined || last.height < height) {
      this.#points.push({ height, value });
      return;
    }
    const index = firstFrom(this.#points, height);
    this.#points.splice(index, this.#points[index]?.height === height ? 1 : 0, { height, value });
  }

  /** Return the last figure at or before an epoch. */
  before(height: number): Point | undefined {
    return this.#points[firstFrom(this.#points, height + 1) - 1];
  }

  /** Return the figures from epoch `from` on. */
  since(from: number): readonly Point[] {
    return this.#points.slice(firstFrom(this.#points, from));
  }

  /** Drop figures older than `oldest`; of those older than `thinBefore` keep one per `everyEpochs`. */
  thin({ oldest, thinBefore, everyEpochs }: { readonly oldest: number; readonly thinBefore: number; readonly everyEpochs: number }): void {
    let lastSlot = Number.NaN;
    this.#points = this.#points.filter(({ height }) => {
      if (height < oldest) return false;
      if (height >= thinBefore) return true;
      const slot = Math.floor(height / everyEpochs);
      const isFirst = slot !== lastSlot;
      lastSlot = slot;
      return isFirst;
    });
  }
}

function firstFrom(points: readonly Point[], height: number): number {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.height ?? 0) < height) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Write epochs as differences, each with its figure: `6562208 100 1 102 3 99`. Half the size of JSON. */
export function writePoints(points: readonly Point[]): string {
  let before = 0;
  const words: string[] = [];
  for (const { height, value } of points) {
    words.push(String(height - before), value);
    before = height;
  }
  return words.join(' ');
}

/** @throws Error for a text that `writePoints` does not write */
export function readPoints(text: string): Point[] {
  if (text === '') return [];
  const words = text.split(' ');
  const points: Point[] = [];
  let height = 0;
  for (let index = 0; index < words.length; index += 2) {
    const step = words[index] ?? '';
    const value = words[index + 1] ?? '';
    if (!/^\d{1,10}$/.test(step) || !/^-?\d{1,80}$/.test(value) || (points.length > 0 && step === '0')) {
      throw new Error('The series is not in the format of differences and figures.');
    }
    height += Number(step);
    points.push({ height, value });
  }
  return points;
}

/**
 * Reduce a series for drawing: it is divided into equal spans of epochs, of which the lowest and the highest figure are kept. The last point
 * is always kept.
 */
export function drawnPoints(points: readonly Point[], maximum: number): readonly Point[] {
  const [first] = points;
  const last = points.at(-1);
  if (points.length <= maximum || first === undefined || last === undefined) return points;
  const spanCount = Math.max(1, Math.floor((maximum - 1) / 2));
  const width = (last.height - first.height + 1) / spanCount;
  const kept: Point[] = [];
  let start = 0;
  for (let span = 1; span <= spanCount; span++) {
    const end = span === spanCount ? points.length : firstFrom(points, first.height + span * width);
    const members = points.slice(start, end);
    start = end;
    const sorted = members.toSorted((left, right) => compare(BigInt(left.value), BigInt(right.value)));
    const ends = [sorted[0], sorted.at(-1)].filter((point) => point !== undefined);
    kept.push(...[...new Set(ends)].sort((left, right) => left.height - right.height));
  }
  return kept.at(-1) === last ? kept : [...kept, last];
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Checks and violations of all parts of a state, with the name of each part. */
export class Findings {
  readonly #violations: string[];
  readonly #prefix: string;
  readonly #counts: Map<string, number>;

  constructor(prefix = '', violations: string[] = [], counts = new Map<string, number>()) {
    this.#prefix = prefix;
    this.#violations = violations;
    this.#counts = counts;
  }

  get violations(): readonly string[] {
    return this.#violations;
  }

  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }

  within(part: string): Findings {
    return new Findings(`${this.#prefix}${part}: `, this.#violations, this.#counts);
  }

  count(what: string, number = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + number);
  }

  require(holds: boolean, text: string, ...details: readonly unknown[]): void {
    this.count('checks');
    if (!holds) this.#violations.push(`${this.#prefix}${text}${details.length === 0 ? '' : ` (${details.map(show).join(', ')})`}`);
  }

  equal(actual: unknown, expected: unknown, text: string): void {
    const isSame = actual === expected || show(actual) === show(expected);
    this.require(isSame, isSame ? text : `${text}: ${show(actual)} where ${show(expected)} is right`);
  }

  /** Run a part of the check; its errors (such as an unexpected block) are violations too. */
  attempt<T>(part: string, check: (findings: Findings) => T): T | undefined {
    const inside = this.within(part);
    try {
      return check(inside);
    } catch (error) {
      inside.require(false, error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }
}

function show(value: unknown): string {
  if (value instanceof Set) return `{${[...value].sort((left, right) => left - right).join(' ')}}`;
  if (Array.isArray(value)) return `[${value.map(show).join(' ')}]`;
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.entries(value)
      .map(([name, inner]) => `${name} ${show(inner)}`)
      .join(', ');
  }
  return String(value);
}

/**
 * Compares ours with an outside client on random inputs. A disagreement passes only as a known one (`disagreements.ts`), and
 * every known one has to occur: what a client mended, or we broke, cannot hide behind the list.
 *
 * `SEXTANT_TESTS=full` runs 10,000 cases of the slow operations too; `SEXTANT_DIFFERENTIAL_SEED` takes another seed.
 */
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { IS_FULL_RUN } from '../builders/full-run.ts';
import { type Client, DISAGREEMENTS, type DisagreementId } from '../clients/disagreements.ts';

const CASES = 10_000;
const FULL_TIMEOUT_MS = 3_600_000;
const SEED = Number(process.env.SEXTANT_DIFFERENTIAL_SEED ?? 461);

/** What came of an input: a value as text, or the code (ours) or the message (theirs) of a refusal. */
export type Outcome = { readonly value: string; readonly refusal?: never } | { readonly value?: never; readonly refusal: string };

/** One operation of one client beside ours. */
export interface Comparison<Input> {
  readonly what: string;
  readonly inputs: fc.Arbitrary<Input>;
  /** How many cases without `SEXTANT_TESTS=full`, where 10,000 take too long for every run. */
  readonly cases?: number;
  /** Ours; may refuse with a `DomainError` only. */
  readonly ours: (input: Input) => string | Promise<string>;
  readonly theirs: (input: Input) => string | Promise<string>;
  /** The known disagreement that a difference falls under, if any. */
  readonly explain?: (input: Input, ours: Outcome, theirs: Outcome) => DisagreementId | undefined;
}

/** The comparisons with one client, and which of the known disagreements they met. */
export class Differential {
  readonly #client: Client;
  readonly #met = new Map<DisagreementId, number>();
  #compared = 0;

  constructor(client: Client) {
    this.#client = client;
    if (IS_FULL_RUN) vi.setConfig({ testTimeout: FULL_TIMEOUT_MS });
  }

  /** Compares on as many inputs as asked for, prints what was compared, and fails on the first unknown disagreements. */
  async compare<Input>({ what, inputs, cases = CASES, ours, theirs, explain }: Comparison<Input>): Promise<void> {
    const count = IS_FULL_RUN ? CASES : cases;
    const classes = new Map<DisagreementId, number>();
    const unknown = new Map<string, string[]>();
    let values = 0;
    let refusals = 0;
    for (const input of fc.sample(inputs, { seed: SEED, numRuns: count })) {
      const our = await outcomeOfOurs(() => ours(input));
      const their = await outcomeOfTheirs(() => theirs(input));
      if (our.value !== undefined && our.value === their.value) values += 1;
      else if (our.refusal !== undefined && their.refusal !== undefined) refusals += 1;
      else {
        const id = explain?.(input, our, their);
        if (id === undefined) {
          const kind = `${our.refusal ?? 'a value'} beside ${their.refusal?.replace(/\d+/g, 'N').slice(0, 60) ?? 'a value'}`;
          const sample = `${fc.stringify(input)}\n  ours:   ${textOf(our)}\n  theirs: ${textOf(their)}`;
          unknown.set(kind, [...(unknown.get(kind) ?? []), sample]);
        } else classes.set(id, (classes.get(id) ?? 0) + 1);
      }
    }
    const listed = [...classes].map(([id, times]) => `${id} ${times}`).join(', ');
    process.stdout.write(
      `${this.#client}: ${what}: ${count} cases of seed ${SEED}${count < CASES ? ' (10000 with SEXTANT_TESTS=full)' : ''}: ` +
        `${values} the same value, ${refusals} refused by both${listed === '' ? '' : `, known disagreements: ${listed}`}\n`,
    );
    this.#compared += count;
    for (const [id, times] of classes) this.#met.set(id, (this.#met.get(id) ?? 0) + times);
    const report = [...unknown].map(([kind, samples]) => `${samples.length} of ${kind}, such as ${samples[0]}`);
    expect(report, `unknown disagreements with ${this.#client} about ${what}`).toEqual([]);
    // Two programs that refuse everything agree too.
    expect(values, `cases of ${what} with a value`).toBeGreaterThan(0);
  }

  /** Fails where a known disagreement with this client did not occur; prints the sum. */
  finish(): void {
    const listed = DISAGREEMENTS.filter(({ client }) => client === this.#client).map(({ id }) => id);
    expect([...this.#met.keys()].sort(), `known disagreements with ${this.#client} that occurred`).toEqual([...listed].sort());
    process.stdout.write(`${this.#client}: ${this.#compared} cases compared, ${listed.length} known disagreements\n`);
  }
}

async function outcomeOfOurs(run: () => string | Promise<string>): Promise<Outcome> {
  try {
    return { value: await run() };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error.code };
    throw error;
  }
}

async function outcomeOfTheirs(run: () => string | Promise<string>): Promise<Outcome> {
  try {
    return { value: await run() };
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : String(error) };
  }
}

function textOf({ value, refusal }: Outcome): string {
  return value ?? `refused: ${refusal}`;
}

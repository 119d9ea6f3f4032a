/** Collects cleanup steps and runs them once, in reverse order, even if one fails. */
export class Disposables {
  #steps: (() => void | Promise<void>)[] = [];
  #isDisposed = false;

  /** Runs the step at once if already disposed. */
  add(step: () => void | Promise<void>): void {
    if (this.#isDisposed) {
      void step();
      return;
    }
    this.#steps.push(step);
  }

  /** @throws AggregateError with all failures, after every step has run */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    const steps = this.#steps.reverse();
    this.#steps = [];
    const failures: unknown[] = [];
    for (const step of steps) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, 'Some parts failed to stop.');
    }
  }
}

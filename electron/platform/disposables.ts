/** Collects what must be undone and undoes it in reverse order, once, even where one step fails. */
export class Disposables {
  #steps: (() => void | Promise<void>)[] = [];
  #isDisposed = false;

  /** Runs at once when everything was already undone. */
  add(step: () => void | Promise<void>): void {
    if (this.#isDisposed) {
      void step();
      return;
    }
    this.#steps.push(step);
  }

  /** @throws AggregateError with what failed, after every step was tried */
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
      throw new AggregateError(failures, 'Some parts could not be stopped cleanly.');
    }
  }
}

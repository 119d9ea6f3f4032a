import { describe, expect, it } from 'vitest';
import { type AttemptStore, type Attempts, PassphraseAttempts } from '../../../../electron/wallet/passphrase-attempts.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import { KeepingLogger } from '../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../builders/manual-clock.ts';

class MemoryStore implements AttemptStore {
  kept: Attempts = { failures: 0, lastAtMs: 0 };
  load = async () => this.kept;
  save = async (attempts: Attempts) => {
    this.kept = attempts;
  };
}

const wrong = async (): Promise<never> => {
  throw new SextantError('wrong-passphrase', 'no');
};
const right = async () => 'open';

async function started(store: AttemptStore, clock: ManualClock) {
  const attempts = new PassphraseAttempts({ clock, store, logger: new KeepingLogger() });
  await attempts.start();
  return attempts;
}

async function failTimes(attempts: PassphraseAttempts, times: number) {
  const results = await Promise.allSettled(Array.from({ length: times }, () => attempts.run(wrong)));
  expect(results.every(({ status }) => status === 'rejected')).toBe(true);
}

describe('attempts', () => {
  it('wait twice as long each time after the third, at most a minute', async () => {
    const clock = new ManualClock();
    const attempts = await started(new MemoryStore(), clock);
    await failTimes(attempts, 3);
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await expect(attempts.run(right)).rejects.toThrow(`in ${seconds} s`);
      clock.advance(seconds * 1000 - 1);
      await expect(attempts.run(right)).rejects.toThrow('in 1 s');
      clock.advance(1);
      await failTimes(attempts, 1);
    }
  });

  it('run one after the other, so that many at once gain nothing', async () => {
    const attempts = await started(new MemoryStore(), new ManualClock());
    let tried = 0;
    await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        attempts.run(() => {
          tried += 1;
          return wrong();
        }),
      ),
    );
    expect(tried).toBe(3);
  });

  it('are counted over a restart, and forgiven after a right one', async () => {
    const clock = new ManualClock();
    const store = new MemoryStore();
    await failTimes(await started(store, clock), 3);
    clock.advance(400);
    const second = await started(store, clock);
    await expect(second.run(right)).rejects.toThrow('in 1 s');
    clock.advance(600);
    await failTimes(second, 1);
    await expect((await started(store, clock)).run(right)).rejects.toThrow('in 2 s');
    clock.advance(2000);
    expect(await (await started(store, clock)).run(right)).toBe('open');
    expect(store.kept.failures).toBe(0);
  });

  it('never wait longer than they would have, whatever the wall clock says', async () => {
    const store = new MemoryStore();
    store.kept = { failures: 4, lastAtMs: 9_000_000_000_000 };
    await expect((await started(store, new ManualClock())).run(right)).rejects.toThrow('in 2 s');
  });

  it('go on where the count cannot be read or kept, and the log says so', async () => {
    const broken: AttemptStore = {
      load: async () => {
        throw new SextantError('disk-failure', 'no');
      },
      save: async () => {
        throw new SextantError('disk-failure', 'no');
      },
    };
    const logger = new KeepingLogger();
    const clock = new ManualClock();
    const attempts = new PassphraseAttempts({ clock, store: broken, logger });
    await attempts.start();
    await failTimes(attempts, 3);
    await expect(attempts.run(right)).rejects.toThrow('in 1 s');
    clock.advance(1000);
    expect(await attempts.run(right)).toBe('open');
    expect(logger.lines.length).toBe(5);
  });

  it('count wrong passphrases only', async () => {
    const attempts = await started(new MemoryStore(), new ManualClock());
    for (let index = 0; index < 5; index += 1) {
      await expect(attempts.run(async () => Promise.reject(new SextantError('wrong-network', 'no')))).rejects.toMatchObject({
        code: 'wrong-network',
      });
    }
    expect(await attempts.run(right)).toBe('open');
  });
});

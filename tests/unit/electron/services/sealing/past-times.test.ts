import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PastTimes } from '../../../../../electron/services/sealing/past-times.ts';
import { START_TO_PROVING } from '../../../../../electron/services/sealing/sector-log.ts';
import { memoryLogger } from '../../../../builders/memory-logger.ts';
import { quietLogger } from '../../../../builders/quiet-logger.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

const DAY_MS = 86_400_000;
const NOW_MS = 1_700_000_000_000;
const GENESIS = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';

let profile: Awaited<ReturnType<typeof temporaryProfile>>;
beforeEach(async () => {
  profile = await temporaryProfile();
});
afterEach(() => profile.remove());

const open = () => new PastTimes({ paths: profile.paths, logger: quietLogger });
const left = (state: string, tookMs: number, daysAgo: number) => ({ state, tookMs, leftAtMs: NOW_MS - daysAgo * DAY_MS });

describe('times of sealing', () => {
  it('outlive a restart, each once, by network and miner', async () => {
    const before = open();
    for (let again = 0; again < 3; again++) {
      await before.add(GENESIS, 'f01000', 7, [left('PreCommit1', 9000, 1), left('WaitSeed', 4000, 1)]);
    }
    await before.add(GENESIS, 'f01000', 8, [left('PreCommit1', 3000, 2)]);
    await before.add(GENESIS, 'f02000', 7, [left('PreCommit1', 1000, 1)]);
    await before.save();
    const after = open();
    expect(await after.timesOf(GENESIS, 'f01000', NOW_MS)).toEqual({ PreCommit1: [3000, 9000], WaitSeed: [4000] });
    expect(await after.timesOf('another', 'f01000', NOW_MS)).toEqual({});
  });

  it('are forgotten after ninety days, and bounded', async () => {
    const times = open();
    await times.add(GENESIS, 'f01000', 1, [left('PreCommit1', 5000, 91), left('PreCommit1', 6000, 89)]);
    expect(await times.timesOf(GENESIS, 'f01000', NOW_MS)).toEqual({ PreCommit1: [6000] });
    const many = Array.from({ length: 500 }, (_, index) => left('WaitSeed', index * 1000, 80 - index / 10));
    await times.add(GENESIS, 'f01000', 2, many);
    await times.add(GENESIS, 'f01000', 2, many);
    const { WaitSeed = [] } = await times.timesOf(GENESIS, 'f01000', NOW_MS);
    // The newest of them stay.
    expect(WaitSeed.length).toBe(200);
    expect(WaitSeed[0]).toBe(300_000);
    await times.save();
    expect((await readFile(profile.paths.file('sealing-times.json'), 'utf8')).length).toBeLessThan(20_000);
  });

  it('count every sector that was sealed in a day, however many', async () => {
    const before = open();
    for (let sector = 0; sector < 450; sector++) {
      await before.add(GENESIS, 'f01000', sector, [left(START_TO_PROVING, 9000, sector / 400), left('WaitSeed', 4000, sector / 400)]);
    }
    await before.save();
    const after = open();
    expect(await after.countSealed(GENESIS, 'f01000', NOW_MS - DAY_MS)).toBe(401);
    expect((await after.timesOf(GENESIS, 'f01000', NOW_MS)).WaitSeed?.length).toBe(200);
  });

  it('leave a file alone that cannot be read, and last as long as the run', async () => {
    const file = profile.paths.file('sealing-times.json');
    const newer = JSON.stringify({ version: 99, data: {} });
    await writeFile(file, newer);
    const { logger, lines } = memoryLogger();
    const times = new PastTimes({ paths: profile.paths, logger });
    await times.add(GENESIS, 'f01000', 1, [left('PreCommit1', 5000, 1)]);
    expect(await times.timesOf(GENESIS, 'f01000', NOW_MS)).toEqual({ PreCommit1: [5000] });
    await times.save();
    expect(await readFile(file, 'utf8')).toBe(newer);
    expect(lines.join('\n')).toContain('sealing times');
  });
});

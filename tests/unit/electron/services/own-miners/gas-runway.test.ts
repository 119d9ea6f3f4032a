import { describe, expect, it } from 'vitest';
import { gasRunway } from '../../../../../electron/services/own-miners/gas-runway.ts';

const DAY = 2880;

describe('gasRunway', () => {
  it('divides what is left by what fell a day, without what came in', () => {
    const seen = [
      { height: 0, value: '100' },
      { height: DAY, value: '90' },
      { height: DAY + 10, value: '500' },
      { height: 2 * DAY, value: '470' },
    ];
    // 10 and 30 in two days.
    expect(gasRunway(seen, '470')).toEqual({ spentADay: '20', daysLeft: 23.5, seenDays: 2 });
  });

  it('says nothing where less than six hours were seen, or nothing was spent', () => {
    expect(gasRunway([], '5')).toBeUndefined();
    expect(
      gasRunway(
        [
          { height: 0, value: '9' },
          { height: 100, value: '5' },
        ],
        '5',
      ),
    ).toBeUndefined();
    expect(
      gasRunway(
        [
          { height: 0, value: '5' },
          { height: DAY, value: '5' },
        ],
        '5',
      ),
    ).toBeUndefined();
  });

  it('is exact beyond what a double holds', () => {
    const seen = [
      { height: 0, value: '100000000000000000001' },
      { height: DAY, value: '99000000000000000001' },
    ];
    expect(gasRunway(seen, '99000000000000000001')).toEqual({ spentADay: '1000000000000000000', daysLeft: 99, seenDays: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { pinOf, withPin } from '../../../../renderer/hooks/use-pin.ts';

describe('the pin of a route', () => {
  it('is the epoch that the query names', () => {
    expect(pinOf('at=6562208')).toBe(6_562_208);
    expect(pinOf('filter=state%3Afaulty&at=0')).toBe(0);
  });

  it.each(['', 'at=', 'at=-1', 'at=1.5', 'at=1e3', 'at=now', 'at=12345678901', 'other=5'])(
    'is none where there is no epoch: %s',
    (search) => {
      expect(pinOf(search)).toBeUndefined();
    },
  );

  it('leaves the rest of the query as it is', () => {
    expect(withPin('/miners/f01000', 'source=state', 7)).toBe('/miners/f01000?source=state&at=7');
    expect(withPin('/miners/f01000', 'source=state&at=7', 8)).toBe('/miners/f01000?source=state&at=8');
    expect(withPin('/miners/f01000', 'at=7', undefined)).toBe('/miners/f01000');
  });
});

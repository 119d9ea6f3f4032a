import { expect, test } from 'vitest';
import { minerAddress, minerSource } from '../../../../../renderer/views/miner/miner-address.ts';

test('the source of the figures is kept in the route; the node answers where it says nothing known', () => {
  for (const source of ['node', 'state'] as const) {
    const [path, search = ''] = minerAddress('f0100/0', source).split('?');
    expect(path).toBe('/miners/f0100%2F0');
    expect(minerSource(search)).toBe(source);
  }
  expect(minerSource('source=elsewhere')).toBe('node');
});

import { expect, test } from 'vitest';
import { readMinerRoute, writeMinerRoute } from '../../../../../renderer/views/miner/miner-route.ts';

const PLAIN = {
  source: 'node',
  filter: '-state:terminated',
  deadline: undefined,
  sector: undefined,
  hasExpiries: false,
  isUpgrading: false,
  change: undefined,
} as const;

test('what is shown is kept in the route, and what others keep there stays', () => {
  const shown = {
    source: 'state',
    filter: 'deadline:15 state:faulty',
    deadline: 15,
    sector: 0,
    hasExpiries: true,
    isUpgrading: true,
    change: 'extend',
  } as const;
  const [path, search = ''] = writeMinerRoute('f0100/0', shown, 'at=123').split('?');
  expect(path).toBe('/miners/f0100%2F0');
  expect(readMinerRoute(search)).toEqual(shown);
  expect(new URLSearchParams(search).get('at')).toBe('123');
  expect(writeMinerRoute('f01000', PLAIN, search)).toBe('/miners/f01000?at=123');
});

test('what a route cannot mean is left out', () => {
  expect(readMinerRoute('source=elsewhere&deadline=48&sector=-1&expiries=2')).toEqual(PLAIN);
  expect(readMinerRoute('deadline=47&sector=9007199254740993')).toMatchObject({ deadline: 47, sector: undefined });
});

test('the list opens on live sectors, and all of them can be asked for', () => {
  expect(readMinerRoute('').filter).toBe('-state:terminated');
  const [, search = ''] = writeMinerRoute('f01000', { ...PLAIN, filter: '' }, '').split('?');
  expect(readMinerRoute(search).filter).toBe('');
  expect(readMinerRoute('change=close').change).toBeUndefined();
});

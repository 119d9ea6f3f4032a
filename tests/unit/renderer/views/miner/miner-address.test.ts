import { expect, test } from 'vitest';
import { readMinerAddress, writeMinerAddress } from '../../../../../renderer/views/miner/miner-address.ts';

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
  const [path, search = ''] = writeMinerAddress('f0100/0', shown, 'at=123').split('?');
  expect(path).toBe('/miners/f0100%2F0');
  expect(readMinerAddress(search)).toEqual(shown);
  expect(new URLSearchParams(search).get('at')).toBe('123');
  expect(writeMinerAddress('f01000', PLAIN, search)).toBe('/miners/f01000?at=123');
});

test('what a route cannot mean is left out', () => {
  expect(readMinerAddress('source=elsewhere&deadline=48&sector=-1&expiries=2')).toEqual(PLAIN);
  expect(readMinerAddress('deadline=47&sector=9007199254740993')).toMatchObject({ deadline: 47, sector: undefined });
});

test('the list opens on live sectors, and all of them can be asked for', () => {
  expect(readMinerAddress('').filter).toBe('-state:terminated');
  const [, search = ''] = writeMinerAddress('f01000', { ...PLAIN, filter: '' }, '').split('?');
  expect(readMinerAddress(search).filter).toBe('');
  expect(readMinerAddress('change=close').change).toBeUndefined();
});

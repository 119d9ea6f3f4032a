import { expect, test } from 'vitest';
import { isUrlChanged, listMethods, verdictWords } from '../../../../../renderer/views/endpoints/passport-words.ts';
import type { Connection, Passport, PassportMethod } from '../../../../../shared/ipc/schemas/connections.ts';

const method = (name: string, status: PassportMethod['status'], api: PassportMethod['api'] = 'full'): PassportMethod => ({
  name,
  api,
  status,
  via: 'call',
});

const METHODS = [
  method('ChainHead', 'served'),
  method('StateMinerSectors', 'missing'),
  method('MpoolPush', 'denied'),
  method('NetPeers', 'missing'),
  method('ActorAddress', 'served', 'miner'),
];

const names = (text: string): readonly string[] => listMethods(METHODS, text).map(({ name }) => name);

test('missing methods first, then by name', () => {
  expect(names('')).toEqual(['NetPeers', 'StateMinerSectors', 'MpoolPush', 'ActorAddress', 'ChainHead']);
});

test.each([
  ['miss', ['NetPeers', 'StateMinerSectors']],
  ['  NOT PERMITTED ', ['MpoolPush']],
  ['miner', ['StateMinerSectors', 'ActorAddress']],
  ['nothing', []],
])('filtered by %j', (text, expected) => {
  expect(names(text)).toEqual(expected);
});

test('an endpoint that serves a part: which part', () => {
  const row = (id: string, status: Passport['verdict']): Passport['rows'][number] => ({
    id,
    status,
    group: 'access',
    label: '',
    value: '',
    calls: [],
  });
  const stream = method('ChainNotify', 'failed');
  const passport = (rows: Passport['rows'], methods: PassportMethod[], verdict: Passport['verdict'] = 'limited') =>
    verdictWords({ verdict, rows, methods: [...methods, stream] });
  expect(passport([row('push', 'limited')], METHODS)).toBe('Read-only, 1 of 4 methods');
  expect(passport([row('push', 'good')], METHODS)).toBe('Serves 1 of 4 methods');
  expect(passport([], [method('ChainHead', 'served')])).toBe('Serves with limits');
  expect(passport([row('push', 'limited')], [method('ChainHead', 'served')])).toBe('Read-only');
  expect(passport([], METHODS, 'good')).toBe('Serves everything');
});

test('another address makes a passport old, except that of the embedded node', () => {
  const passport = { httpUrl: 'http://one/' } as Passport;
  const connection = (httpUrl: string, kind: Connection['kind']) => ({ httpUrl, kind }) as Connection;
  expect(isUrlChanged(passport, connection('http://one/', 'custom'))).toBe(false);
  expect(isUrlChanged(passport, connection('http://two/', 'custom'))).toBe(true);
  expect(isUrlChanged(passport, connection('http://two/', 'embedded'))).toBe(false);
});

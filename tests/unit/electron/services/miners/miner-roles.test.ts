import { expect, test } from 'vitest';
import { newWorkerOf, rolesOf } from '../../../../../electron/services/miners/miner-roles.ts';

const people = { Owner: 'f0100', Worker: 'f0101', ControlAddresses: ['f0102'] };

test.each(['f0101', '<empty>', '', null, undefined])('a new worker of %s is none: no change is pending', (NewWorker) => {
  expect(newWorkerOf({ ...people, NewWorker })).toBeUndefined();
  expect(rolesOf({ ...people, NewWorker }).map(({ role }) => role)).toEqual(['Owner', 'Worker', 'Control 0']);
});

test('another address is the new worker', () => {
  expect(rolesOf({ ...people, NewWorker: 'f0103' })).toContainEqual({ role: 'New worker', address: 'f0103' });
});

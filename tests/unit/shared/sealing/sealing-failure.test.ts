import { describe, expect, it } from 'vitest';
import { knownSectorStates } from '../../../../shared/domain/sectors/sector-state.ts';
import { explainSealingFailure, wordsOfFailedState } from '../../../../shared/sealing/sealing-failure.ts';

describe('explainSealingFailure', () => {
  it.each([
    ['seal pre commit(1) failed: storage call error 0: insufficient space in the sealing folder', 'No space left on sealing storage'],
    ['write /seal/cache/s-t01000-12/sc-02-data-layer-3.dat: no space left on device', 'No space left on sealing storage'],
    ['computing seal proof failed(2): storage call error 0: proof worker lost its connection', 'Worker lost during a task'],
    ['verify seal: invalid porep', 'Proof verification failed'],
    ['ticket expired: seal height: 5000, head: 9000', 'Ticket expired'],
    ['on-chain CommD differs from sector: baga6 != baga6', 'Data does not match the pre-commit'],
    ['open /storage/sealed/s-t01000-4: no such file or directory', 'A file of the sector is missing'],
  ])('knows %s', (error, reason) => {
    expect(explainSealingFailure(error)?.reason).toBe(reason);
    expect(explainSealingFailure(error)?.advice.length).toBeGreaterThan(20);
  });

  it('claims nothing of what it does not know', () => {
    expect(explainSealingFailure('the moon is full')).toBeUndefined();
    expect(explainSealingFailure('')).toBeUndefined();
  });
});

it('has words for every failed state', () => {
  const failed = knownSectorStates().filter(({ group }) => group === 'failed');
  expect(failed.length).toBe(23);
  const unsaid = wordsOfFailedState('no such state');
  expect(wordsOfFailedState('constructor')).toBe(unsaid);
  expect(failed.filter(({ name }) => wordsOfFailedState(name) === unsaid)).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { groupOfSectorState, isUpgradeState, knownSectorStates } from '../../../../shared/domain/sectors/sector-state.ts';
import { retryCommand, sectorCommands } from '../../../../shared/sealing/sector-commands.ts';

const commandsOf = (state: string, isOnChain = false): string[] =>
  sectorCommands({ number: 17, state, isOnChain }).map(({ command }) => command);

describe('what can be done about a sector', () => {
  it('begins a failed step again where the miner itself would, and removes only what is not on chain', () => {
    expect(commandsOf('SealPreCommit1Failed')).toEqual([
      'lotus-miner sectors update-state --really-do-it 17 PreCommit1',
      'lotus-miner sectors remove --really-do-it 17',
    ]);
    expect(commandsOf('FinalizeFailed', true)).toEqual(['lotus-miner sectors update-state --really-do-it 17 FinalizeSector']);
    expect(commandsOf('FailedUnrecoverable')).toEqual(['lotus-miner sectors remove --really-do-it 17']);
  });

  it('gives an upgrade up in place of the sector', () => {
    expect(commandsOf('ReplicaUpdateFailed', true)).toEqual([
      'lotus-miner sectors update-state --really-do-it 17 SubmitReplicaUpdate',
      'lotus-miner sectors abort-upgrade --really-do-it 17',
    ]);
    // Its message is being sent: it is too late.
    expect(commandsOf('SubmitReplicaUpdate', true)).toEqual([]);
    expect(commandsOf('UpdateReplica', true)).toEqual(['lotus-miner sectors abort-upgrade --really-do-it 17']);
  });

  it('ends waiting', () => {
    expect(commandsOf('WaitDeals')).toEqual(['lotus-miner sectors seal 17']);
    expect(commandsOf('SubmitCommitAggregate')).toEqual(['lotus-miner sectors batching commit --publish-now']);
  });

  it('is nothing for a sector that is well, or in a state of another release', () => {
    for (const state of ['PreCommit1', 'WaitSeed', 'Proving', 'Available', 'Quantum', '', 'constructor', '1; reboot'])
      expect(commandsOf(state)).toEqual([]);
  });

  it('names only states that there are, which are not failures themselves', () => {
    const states = knownSectorStates().map(({ name }) => name);
    const retried = states.flatMap((state) => {
      const from = retryCommand({ number: 1, state })?.split(' ').at(-1);
      return from === undefined ? [] : [[state, from] as const];
    });
    expect(retried).toHaveLength(13);
    for (const [state, from] of retried) {
      expect(states).toContain(from);
      expect(groupOfSectorState(from)).not.toBe('failed');
      expect(isUpgradeState(state), `${state} begins at ${from}`).toBe(/Snap|Replica|ReleaseSectorKey/.test(from));
    }
  });
});

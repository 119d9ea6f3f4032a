import type { PipelineSector } from './pipeline-sector.ts';

/** What the storage-miner process remembers of sectors that were sealed before the chain began. */
export function sealedAtGenesis(number: number): PipelineSector {
  return {
    number,
    state: 'Proving',
    since: 0,
    dealIds: [],
    ticketEpoch: 0,
    seedEpoch: 0,
    preCommitMessage: undefined,
    commitMessage: undefined,
    retries: 0,
    lastError: '',
    log: [{ kind: 'event;sealing.SectorFinalized', epoch: 0, message: '{"User":{}}', trace: '' }],
  };
}

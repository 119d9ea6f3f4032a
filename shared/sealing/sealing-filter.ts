/**
 * The filter language of the sealing board.
 *
 *   is:stuck   group:commit   state:WaitSeed   sector:148169   deal:94   since:>2h   lands:<+6h   error:space   worker:sealer-1
 */

import { knownSectorStates } from '../domain/sector-state.ts';
import { filterLanguage } from '../filter/filter.ts';
import { zSealingGroup } from '../ipc/schemas/sealing.ts';

export const SEALING_FILTER = filterLanguage(
  [
    {
      name: 'is',
      kind: 'choice',
      example: 'is:stuck',
      meaning: 'how it does',
      choices: ['stuck', 'slow', 'failed', 'moving', 'onchain', 'active', 'upgrade', 'cc', 'data'],
    },
    { name: 'group', kind: 'choice', example: 'group:commit', meaning: 'column of the board', choices: zSealingGroup.options },
    {
      name: 'state',
      kind: 'pattern',
      example: 'state:WaitSeed',
      meaning: 'state of the sector',
      offers: knownSectorStates().map(({ name }) => name),
    },
    { name: 'sector', kind: 'number', example: 'sector:148169', meaning: 'number of the sector', aliases: ['id', 'number'] },
    { name: 'deal', kind: 'pattern', example: 'deal:=94', meaning: 'deal in it' },
    { name: 'since', kind: 'duration', example: 'since:>2h', meaning: 'time in its state', offers: ['>1h', '>1d'] },
    { name: 'lands', kind: 'epoch', example: 'lands:<+6h', meaning: 'epoch by which it must land', offers: ['<+6h', '<+1d'] },
    { name: 'ends', kind: 'epoch', example: 'ends:<+30d', meaning: 'epoch at which it ends', aliases: ['expires'], offers: ['<+30d'] },
    { name: 'worker', kind: 'pattern', example: 'worker:sealer-1', meaning: 'worker that has it' },
    { name: 'error', kind: 'pattern', example: 'error:space', meaning: 'its last error' },
  ],
  {
    adviceOnName: (name) => (/^p-?set$/i.test(name) ? 'pSet is today’s column Active: write is:active.' : undefined),
  },
);

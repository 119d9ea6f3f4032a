/**
 * The filter language of the sealing board.
 *
 *   is:stuck   group:commit   state:WaitSeed   sector:148169   deal:94   since:>2h   lands:<+6h   error:space   worker:sealer-1
 */

import { knownSectorStates } from '../domain/sectors/sector-state.ts';
import { filterLanguage } from '../filter/filter.ts';
import { zSealingGroup } from '../ipc/schemas/sealing.ts';

export const SEALING_FILTER = filterLanguage(
  [
    {
      name: 'is',
      kind: 'choice',
      example: 'is:stuck',
      meaning: 'condition',
      choices: ['stuck', 'slow', 'failed', 'moving', 'onchain', 'active', 'upgrade', 'cc', 'data'],
    },
    { name: 'group', kind: 'choice', example: 'group:commit', meaning: 'lane of the board', choices: zSealingGroup.options },
    {
      name: 'state',
      kind: 'pattern',
      example: 'state:WaitSeed',
      meaning: 'state of the sector',
      offers: knownSectorStates().map(({ name }) => name),
    },
    { name: 'sector', kind: 'number', example: 'sector:148169', meaning: 'sector number', aliases: ['id', 'number'] },
    { name: 'deal', kind: 'pattern', example: 'deal:=94', meaning: 'deal ID' },
    { name: 'since', kind: 'duration', example: 'since:>2h', meaning: 'time in state', offers: ['>1h', '>1d'] },
    { name: 'lands', kind: 'epoch', example: 'lands:<+6h', meaning: 'must land by epoch', offers: ['<+6h', '<+1d'] },
    { name: 'ends', kind: 'epoch', example: 'ends:<+30d', meaning: 'expiration epoch', aliases: ['expires'], offers: ['<+30d'] },
    { name: 'worker', kind: 'pattern', example: 'worker:sealer-1', meaning: 'worker' },
    { name: 'error', kind: 'pattern', example: 'error:space', meaning: 'last error' },
  ],
  {
    adviceOnName: (name) => (/^p-?set$/i.test(name) ? 'pSet is now called Active. Use is:active.' : undefined),
  },
);

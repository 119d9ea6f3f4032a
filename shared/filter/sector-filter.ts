/**
 * The filter language of a miner's sectors.
 *
 *   deadline:15   state:faulty   expires:<30d   quality:<10   pledge:>0.4   sector:1000..1999   data:no   fee:>100   cid:bagboea4*
 */
import { filterLanguage } from './filter.ts';

const YES_OR_NO = ['yes', 'no'];

export const SECTOR_STATES = ['active', 'faulty', 'recovering', 'unproven', 'terminated'] as const;
export type SectorStateWord = (typeof SECTOR_STATES)[number];

export const SECTOR_FILTER_LANGUAGE = filterLanguage(
  [
    { name: 'state', kind: 'choice', example: 'state:faulty', meaning: 'what it counts as now', choices: SECTOR_STATES },
    { name: 'deadline', kind: 'number', example: 'deadline:15', meaning: 'deadline, 0 to 47', aliases: ['dl'] },
    { name: 'partition', kind: 'number', example: 'partition:0', meaning: 'partition of its deadline' },
    {
      name: 'expires',
      kind: 'epoch',
      example: 'expires:<30d',
      meaning: 'when its commitment ends',
      offers: ['<30d', '<180d', '>1y'],
      aliases: ['expiration'],
    },
    { name: 'activated', kind: 'epoch', example: 'activated:>-30d', meaning: 'when it became active', offers: ['>-7d', '>-30d', '<-1y'] },
    { name: 'quality', kind: 'number', example: 'quality:<10', meaning: 'power in times its size, 1 to 10', offers: ['<10', '>=10'] },
    { name: 'full', kind: 'choice', example: 'full:yes', meaning: 'has 10× quality by its flag, whatever it holds', choices: YES_OR_NO },
    {
      name: 'verified',
      kind: 'choice',
      example: 'verified:yes',
      meaning: 'has more than 1× quality from verified deals',
      choices: YES_OR_NO,
    },
    { name: 'data', kind: 'choice', example: 'data:no', meaning: 'has any data; without, it is committed capacity', choices: YES_OR_NO },
    { name: 'upgraded', kind: 'choice', example: 'upgraded:yes', meaning: 'data was put into committed capacity', choices: YES_OR_NO },
    { name: 'size', kind: 'size', example: 'size:>=16GiB', meaning: 'bytes of data in it', offers: ['>0', '>=16GiB', '>=32GiB'] },
    { name: 'power', kind: 'size', example: 'power:>32GiB', meaning: 'bytes that it counts for', aliases: ['qap'] },
    { name: 'pledge', kind: 'number', example: 'pledge:>0.4', meaning: 'initial pledge in FIL' },
    { name: 'fee', kind: 'number', example: 'fee:>100', meaning: 'daily fee in nanoFIL' },
    { name: 'sector', kind: 'number', example: 'sector:1000..1999', meaning: 'number of the sector', aliases: ['number', 'id'] },
    { name: 'deal', kind: 'pattern', example: 'deal:=1234', meaning: 'deal of the market that its record names' },
    { name: 'cid', kind: 'pattern', example: 'cid:bagboea4*', meaning: 'sealed CID' },
  ],
  {
    adviceOnChoice: (field, value) =>
      field === 'state' && value === 'proving' ? 'A sector that is proving is active: write state:active.' : undefined,
  },
);

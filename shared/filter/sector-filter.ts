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
    { name: 'state', kind: 'choice', example: 'state:faulty', meaning: 'current state', choices: SECTOR_STATES },
    { name: 'deadline', kind: 'number', example: 'deadline:15', meaning: 'deadline index, 0 to 47', aliases: ['dl'] },
    { name: 'partition', kind: 'number', example: 'partition:0', meaning: 'partition in its deadline' },
    {
      name: 'expires',
      kind: 'epoch',
      example: 'expires:<30d',
      meaning: 'expiration',
      offers: ['<30d', '<180d', '>1y'],
      aliases: ['expiration'],
    },
    { name: 'activated', kind: 'epoch', example: 'activated:>-30d', meaning: 'activation', offers: ['>-7d', '>-30d', '<-1y'] },
    { name: 'quality', kind: 'number', example: 'quality:<10', meaning: 'quality multiplier, 1 to 10', offers: ['<10', '>=10'] },
    {
      name: 'full',
      kind: 'choice',
      example: 'full:yes',
      meaning: 'has the full-quality flag (10×), whatever its data',
      choices: YES_OR_NO,
    },
    {
      name: 'verified',
      kind: 'choice',
      example: 'verified:yes',
      meaning: 'has more than 1× quality from verified deals',
      choices: YES_OR_NO,
    },
    { name: 'data', kind: 'choice', example: 'data:no', meaning: 'has data; otherwise committed capacity', choices: YES_OR_NO },
    { name: 'upgraded', kind: 'choice', example: 'upgraded:yes', meaning: 'snap-upgraded committed capacity', choices: YES_OR_NO },
    { name: 'size', kind: 'size', example: 'size:>=16GiB', meaning: 'bytes of data', offers: ['>0', '>=16GiB', '>=32GiB'] },
    { name: 'power', kind: 'size', example: 'power:>32GiB', meaning: 'quality-adjusted power', aliases: ['qap'] },
    { name: 'pledge', kind: 'number', example: 'pledge:>0.4', meaning: 'initial pledge in FIL' },
    { name: 'fee', kind: 'number', example: 'fee:>100', meaning: 'daily fee in nanoFIL' },
    { name: 'sector', kind: 'number', example: 'sector:1000..1999', meaning: 'sector number', aliases: ['number', 'id'] },
    { name: 'deal', kind: 'pattern', example: 'deal:=1234', meaning: 'deal ID in its on-chain info' },
    { name: 'cid', kind: 'pattern', example: 'cid:bagboea4*', meaning: 'sealed CID' },
  ],
  {
    adviceOnChoice: (field, value) =>
      field === 'state' && value === 'proving' ? 'A proving sector is active: use state:active.' : undefined,
  },
);

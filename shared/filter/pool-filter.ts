/**
 * The filter language of the mempool.
 *
 *   from:f1abc*   to:f01000   method:PublishStorageDeals   nonce:12   cap:<1   premium:>0.1   value:>5   is:stuck   age:>10min
 */
import { filterLanguage } from './filter.ts';

export const POOL_FILTER_LANGUAGE = filterLanguage([
  { name: 'from', kind: 'pattern', example: 'from:f1abc*', meaning: 'sender, by address or label' },
  { name: 'to', kind: 'pattern', example: 'to:f01000', meaning: 'receiver, by address or label' },
  { name: 'method', kind: 'pattern', example: 'method:Submit*', meaning: 'method, by name or number' },
  { name: 'nonce', kind: 'number', example: 'nonce:>=12', meaning: 'nonce' },
  { name: 'cap', kind: 'number', example: 'cap:<1', meaning: 'fee cap in nanoFIL', aliases: ['feecap'] },
  { name: 'premium', kind: 'number', example: 'premium:>0.1', meaning: 'premium in nanoFIL' },
  { name: 'value', kind: 'number', example: 'value:>5', meaning: 'value in FIL' },
  { name: 'gas', kind: 'number', example: 'gas:>1000000', meaning: 'gas limit' },
  { name: 'age', kind: 'duration', example: 'age:>10min', meaning: 'time since Sextant first saw it' },
  { name: 'cid', kind: 'pattern', example: 'cid:bafy2bz*', meaning: 'CID of the message' },
  {
    name: 'is',
    kind: 'choice',
    example: 'is:stuck',
    meaning: 'own messages, or why it is pending',
    choices: ['own', 'stuck', 'ready', 'gap', 'underpriced', 'behind'],
  },
]);

/** The filter of a tipset's messages. */
import { compileFilter, type RowTest } from '../../../shared/filter/compile-filter.ts';
import { type FilterLanguage, filterLanguage, parseFilter } from '../../../shared/filter/filter.ts';
import type { MessageRow } from '../../../shared/ipc/schemas/chain.ts';

const ATTO_PER_FIL = 1e18;

export const MESSAGE_FILTER: FilterLanguage = filterLanguage([
  { name: 'method', kind: 'pattern', example: 'method:Submit*', meaning: 'method, by name or number' },
  { name: 'from', kind: 'pattern', example: 'from:f1abc*', meaning: 'sender' },
  { name: 'to', kind: 'pattern', example: 'to:f01000', meaning: 'receiver' },
  { name: 'exit', kind: 'number', example: 'exit:>0', meaning: 'exit code', offers: ['>0', '0'] },
  { name: 'is', kind: 'choice', example: 'is:failed', meaning: 'execution state', choices: ['failed', 'executed', 'waiting'] },
  { name: 'value', kind: 'number', example: 'value:>5', meaning: 'value in FIL' },
  { name: 'gas', kind: 'number', example: 'gas:>1000000', meaning: 'gas used' },
  { name: 'nonce', kind: 'number', example: 'nonce:12', meaning: 'nonce' },
  { name: 'cid', kind: 'pattern', example: 'cid:bafy2bz*', meaning: 'message CID' },
]);

export function messageTest(text: string): RowTest<MessageRow> {
  return compileFilter(parseFilter(text, MESSAGE_FILTER), {
    texts: (row) => [row.cid, row.from, row.to, row.methodName ?? ''],
    wholes: (row) => [row.method],
    fields: {
      method: { pattern: (row) => row.methodName, whole: (row) => row.method },
      from: { pattern: (row) => row.from },
      to: { pattern: (row) => row.to },
      exit: { number: (row) => row.receipt?.exitCode },
      is: { choice: (row) => (row.receipt === undefined ? 'waiting' : row.receipt.exitCode === 0 ? 'executed' : ['executed', 'failed']) },
      value: { number: (row) => Number(row.value) / ATTO_PER_FIL },
      gas: { number: (row) => (row.receipt === undefined ? undefined : Number(row.receipt.gasUsed)) },
      nonce: { number: (row) => BigInt(row.nonce) },
      cid: { pattern: (row) => row.cid },
    },
  });
}

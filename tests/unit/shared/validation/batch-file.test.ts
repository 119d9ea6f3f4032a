import { describe, expect, it } from 'vitest';
import { readBatchFile } from '../../../../shared/validation/batch-file.ts';

describe('a batch file', () => {
  it('reads its columns by name, in any order', () => {
    expect(
      readBatchFile('Value, TO ,comment,params,method\n1.5,f01234,rent,8101,16\n"2 FIL",f01,,"{""AmountRequested"": ""1""}",16\n').lines,
    ).toEqual([
      { line: 2, to: 'f01234', value: '1.5', method: '16', params: { kind: 'bytes', encoding: 'hex', text: '8101' }, comment: 'rent' },
      { line: 3, to: 'f01', value: '2 FIL', method: '16', params: { kind: 'fields', json: '{"AmountRequested": "1"}' } },
    ]);
    expect(readBatchFile('to;value\nf01;1,5').lines).toEqual([{ line: 2, to: 'f01', value: '1,5', method: '0', params: { kind: 'none' } }]);
    expect(readBatchFile('to,value,params\nf01,1,gUMAA+g=').lines[0]?.params).toEqual({
      kind: 'bytes',
      encoding: 'base64',
      text: 'gUMAA+g=',
    });
  });

  it.each([
    ['', 'The file is empty'],
    ['f01234,1', 'no column to and value; it is “f01234”, “1”'],
    ['to,amount\nf01,1', 'no column value; it is “to”, “amount”'],
    ['to,value', 'no lines after the header line'],
    ['to,value,price\nf01,1,2', 'Unknown column “price”'],
    ['to,value,to\nf01,1,f02', 'a column twice'],
    ['to,value\n"f01,1', 'Line 2: '],
  ])('says what is wrong with %j', (csv, words) => {
    expect(readBatchFile(csv)).toMatchObject({ lines: [], problem: expect.stringContaining(words) });
  });

  it('says which line is wrong, and reads the others', () => {
    const { lines, problem } = readBatchFile('to,value\nf01,1\n,1\nf01,\nf01,1,2\n');
    expect(problem).toBeUndefined();
    expect(lines.map(({ problem: what }) => what?.slice(0, 24))).toEqual([
      undefined,
      'The recipient is missing',
      'The value is missing. En',
      'The line has 3 cells for',
    ]);
  });

  it('has at most 1000 lines', () => {
    const { lines, problem } = readBatchFile(`to,value\n${'f01,1\n'.repeat(1001)}`);
    expect(lines).toHaveLength(1000);
    expect(problem).toMatch(/at most 1000 lines; this one has 1001/);
  });
});

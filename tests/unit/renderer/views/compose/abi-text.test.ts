import { describe, expect, it } from 'vitest';
import { readAbi } from '../../../../../renderer/views/compose/params/abi-text.ts';

const names = (text: string) => readAbi(text).functions.map(({ declared }) => declared.signature);

describe('the interface of a contract', () => {
  it('is read from the JSON of compilers, tuples inside of lists included', () => {
    const abi = [
      { type: 'constructor', inputs: [] },
      { type: 'event', name: 'Transfer', inputs: [] },
      {
        type: 'function',
        name: 'transfer',
        stateMutability: 'nonpayable',
        inputs: [
          { name: 'to', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
      },
      {
        type: 'function',
        name: 'many',
        stateMutability: 'view',
        inputs: [
          {
            name: 'calls',
            type: 'tuple[]',
            components: [
              { name: 'target', type: 'address' },
              { name: 'data', type: 'bytes' },
            ],
          },
        ],
      },
    ];
    for (const text of [JSON.stringify(abi), JSON.stringify({ abi })]) {
      expect(names(text)).toEqual(['transfer(address,uint256)', 'many((address,bytes)[])']);
      expect(readAbi(text).functions.map(({ isReadOnly }) => isReadOnly)).toEqual([false, true]);
    }
  });

  it('is read from declarations, one a line or as a list of texts', () => {
    const lines = 'function transfer(address to, uint amount) external returns (bool)\nevent E(uint a)\nbalanceOf(address) view';
    expect(names(lines)).toEqual(['transfer(address,uint256)', 'balanceOf(address)']);
    expect(names(JSON.stringify(lines.split('\n')))).toEqual(['transfer(address,uint256)', 'balanceOf(address)']);
  });

  it('counts what it cannot read, and says where there is nothing', () => {
    expect(readAbi('transfer(address to)\nwrong(uint7 x)')).toMatchObject({ unreadCount: 1 });
    expect(readAbi('hello')).toMatchObject({ problem: expect.stringMatching(/no callable functions/) });
    expect(readAbi('{"a":1}')).toMatchObject({ problem: expect.stringMatching(/Invalid ABI/) });
    expect(readAbi(' ')).toEqual({ functions: [], unreadCount: 0 });
  });
});

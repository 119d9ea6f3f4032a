import { expect, test } from 'vitest';
import { apiOfLine, isApiInfoText } from '../../../../shared/rpc/api-info-text.ts';

test.each(['', 'export ', 'set ', 'setx ', 'declare -x ', '$env:'])(
  'a line that sets the variable by “%s” is told, for node and miner',
  (prefix) => {
    for (const [name, api] of [
      ['FULLNODE_API_INFO', 'node'],
      ['MINER_API_INFO', 'miner'],
      ['STORAGE_API_INFO', 'miner'],
    ] as const) {
      const line = `  ${prefix}${name}="abc:/ip4/127.0.0.1/tcp/1/http"`;
      expect([isApiInfoText(line), apiOfLine(line)]).toEqual([true, api]);
    }
  },
);

test.each(['/ip4/127.0.0.1/tcp/1234/http', 'a.b.c:/ip4/1.1.1.1/tcp/1', 'abc:http://x', 'abc:wss://x'])('%s is no URL', (text) => {
  expect([isApiInfoText(text), apiOfLine(text)]).toEqual([true, 'node']);
});

test.each(['http://127.0.0.1:1234/rpc/v1', 'node.example:1234', 'wss://x', '', 'https://x/MINER_API_INFO=1'])('%j is none', (text) => {
  expect([isApiInfoText(text), apiOfLine(text)]).toEqual([false, 'node']);
});

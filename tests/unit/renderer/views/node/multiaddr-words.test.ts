import { describe, expect, test } from 'vitest';
import { agentName, tallyAgents } from '../../../../../renderer/views/node/agent-tally.ts';
import { multiaddrWords } from '../../../../../renderer/views/node/multiaddr-words.ts';

describe('multiaddresses in words', () => {
  test.each([
    ['/ip4/52.36.61.156/tcp/1347', { host: '52.36.61.156', port: 'TCP 1347', isRelayed: false }],
    ['/ip6/2001:db8::1/udp/4001/quic-v1', { host: '[2001:db8::1]', port: 'UDP 4001 QUIC', isRelayed: false }],
    [
      '/dns4/node.example.org/tcp/443/wss/p2p/12D3KooWA',
      { host: 'node.example.org', port: 'TCP 443 WebSocket over TLS', isRelayed: false },
    ],
    ['/ip4/10.0.0.1/tcp/4001/p2p/12D3KooWRelay/p2p-circuit/p2p/12D3KooWPeer', { host: '10.0.0.1', port: 'TCP 4001', isRelayed: true }],
    ['/ip4/1.2.3.4', { host: '1.2.3.4', port: '', isRelayed: false }],
  ])('%s', (text, words) => {
    expect(multiaddrWords(text)).toEqual(words);
  });

  test.each(['', 'tcp/1347', '/tcp/1347', '/p2p/12D3KooWA', '/ip4', '/ip6/', '/'.repeat(1000)])('%j has no host to name', (text) => {
    expect(multiaddrWords(text)).toBeUndefined();
  });
});

describe('software of peers', () => {
  test('name and version without the build', () => {
    expect(agentName('lotus-1.34.0+mainnet+git.8e94fb0')).toBe('lotus-1.34.0');
    expect(agentName('forest-0.29 mainnet')).toBe('forest-0.29');
    expect(agentName('  ')).toBe('not reported');
  });

  test('the most frequent first', () => {
    expect(tallyAgents(['a+1', 'b', 'a+2', ''])).toEqual([
      { name: 'a', count: 2 },
      { name: 'b', count: 1 },
      { name: 'not reported', count: 1 },
    ]);
  });
});

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lotusCommand } from '../../../../shared/rpc/lotus-command.ts';
import { methodDocs } from '../../../../shared/rpc/method-docs.ts';
import { METHODS } from '../../../../shared/rpc/methods.ts';
import { checked } from '../../../builders/checked.ts';

const CID = 'bafy2bzacedo7hjsumaajt6sbor42qycvjyk6goqe4oi4o4ddsjxkdeqrqf42c';
const LINK = { '/': CID };
const PEER = '12D3KooWBF8cpp65hp2u9LK5mh19x67ftAam84z9LsfaquTDSBpt';

describe('the reference client’s command', () => {
  it.each([
    ['ChainHead', [], 'lotus chain head'],
    ['ChainGetBlock', [LINK], `lotus chain get-block ${CID}`],
    ['ChainGetMessage', [LINK], `lotus chain getmessage ${CID}`],
    ['ChainReadObj', [LINK], `lotus chain read-obj ${CID}`],
    ['ChainStatObj', [LINK, null], `lotus chain stat-obj ${CID}`],
    ['ChainStatObj', [LINK, LINK], `lotus chain stat-obj --base ${CID} ${CID}`],
    ['ChainGetTipSetByHeight', [100, null], 'lotus chain list --epoch 100 --count 1'],
    ['StateGetActor', ['f01000', null], 'lotus state get-actor f01000'],
    ['StateGetActor', ['t01000', [LINK, LINK]], `lotus state --tipset ${CID},${CID} get-actor t01000`],
    ['StateMinerInfo', ['f01000', []], 'lotus state miner-info f01000'],
    ['StateMinerPower', [null, null], 'lotus state power'],
    ['StateMinerPower', ['f01000', null], 'lotus state power f01000'],
    ['StateSectorGetInfo', ['f01000', 9_007_199_254_740_993n, null], 'lotus state sector f01000 9007199254740993'],
    ['StateMarketStorageDeal', [42, null], 'lotus state get-deal 42'],
    ['StateListMessages', [{ To: 'f01000' }, null, 5], 'lotus state list-messages --to f01000 --toheight 5 --cids'],
    ['StateDecodeParams', ['f01000', 2, 'gUI=', null], 'lotus chain decode params f01000 2 gUI='],
    ['WalletBalance', ['f01000'], 'lotus wallet balance f01000'],
    ['MpoolPending', [null], 'lotus mpool pending'],
    ['NetPeers', [], 'lotus net peers'],
    ['NetFindPeer', [PEER], `lotus net find-peer ${PEER}`],
    ['SyncState', undefined, 'lotus sync status'],
    ['NodeStatus', [true], 'lotus status --chain'],
    ['Filecoin.ID', [], 'lotus net id'],
    ['SectorsStatus', [7, true], 'lotus-miner sectors status --log --on-chain-info 7'],
  ] as const)('of %s %o is %s', (method, params, command) => {
    expect(lotusCommand(method, params)).toEqual({ command });
  });

  it.each([
    ['no command', 'EthChainId', []],
    ['no such method', 'Nothing', []],
    ['a pool at a tipset', 'MpoolPending', [[LINK]]],
    ['a tipset by height from a key', 'ChainGetTipSetByHeight', [1, [LINK]]],
    ['a missing parameter', 'StateGetActor', []],
    ['too many parameters', 'ChainHead', [1]],
    ['parameters by name', 'StateGetActor', { address: 'f01000' }],
    ['a negative number', 'StateMarketStorageDeal', [-1, null]],
    ['a fraction', 'StateMarketStorageDeal', [1.5, null]],
    ['a key that is none', 'StateGetActor', ['f01000', 'x']],
    ['a tipset of more blocks than one has', 'StateGetActor', ['f01000', Array.from({ length: 65 }, () => LINK)]],
    ['what would be an option', 'NetFindPeer', ['--help']],
    ['some of a miner’s sectors', 'StateMinerSectors', ['f01000', [0, 5], null]],
    ['hostile text for an address', 'WalletBalance', ['f01000; rm -rf ~']],
    ['hostile text for a CID', 'ChainGetBlock', [{ '/': '$(reboot)' }]],
    ['hostile text for a peer', 'NetFindPeer', ['a`id`']],
    ['hostile text for a scope', 'NetStat', ["x'\n; id"]],
  ])('there is none for %s', (_what, method, params) => {
    expect(lotusCommand(method, params)).toBeUndefined();
  });

  it('is found for the examples of the documentation', () => {
    const found = METHODS.filter(({ name }) => lotusCommand(name, JSON.parse(methodDocs(name)?.example ?? '[]')) !== undefined);
    checked(found.length, 90, 'methods with a command');
  });

  it('is one line in which a shell sees nothing but words, whatever was sent', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '-rf',
        '--repo=/',
        "'",
        '"',
        '$(id)',
        '`id`',
        'a b',
        'a\nb',
        '\\',
        '*',
        '~',
        '!',
        '#',
        'f01000',
        PEER,
        'peer:x',
        '/ipfs/x',
      ),
      fc.jsonValue(),
      fc.constant(LINK),
      fc.array(fc.constantFrom<unknown>(LINK, 'x', null), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...METHODS.map(({ name }) => name)), fc.array(hostile, { maxLength: 4 }), (method, params) => {
        const command = lotusCommand(method, params)?.command;
        if (command !== undefined)
          expect(command).toMatch(/^lotus(?:-miner)?(?: (?:-{1,2}[a-z][a-z-]*|[A-Za-z0-9/][A-Za-z0-9._:/,=@+-]*))+$/);
      }),
      { numRuns: 5000 },
    );
    const shown = execFileSync('/bin/sh', ['-c', `printf '%s|' ${lotusCommand('NetStat', ['proto:/ipfs/id/1.0.0'])?.command ?? ''}`]);
    expect(shown.toString()).toBe('lotus|net|stat|proto:/ipfs/id/1.0.0|');
  });

  it('throws for nothing that can be sent', () => {
    const trap = new Proxy([], {
      get: () => {
        throw new Error('read');
      },
    });
    for (const { name } of METHODS) {
      for (const params of [trap, [trap, trap], null, 5, 'x', [[[[]]]], [{ '/': 5 }]])
        expect(() => lotusCommand(name, params)).not.toThrow();
    }
  });
});

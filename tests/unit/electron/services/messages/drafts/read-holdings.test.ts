import { describe, expect, it } from 'vitest';
import { readHoldings } from '../../../../../../electron/services/messages/drafts/read-holdings.ts';
import { SextantError } from '../../../../../../shared/ipc/envelope.ts';
import { scriptedConnection } from '../scripted-node.ts';

const CODE = { '/': 'bafk2bzacealnlegxsxmmzyhqvgrmgr2ea2ylqmzr54ldfnmqvyotksplvlhoi' };
const actor = { Code: CODE, Head: CODE, Nonce: 7, Balance: '1500000000000000000' };
const absent = new SextantError('node-error', 'No.', { details: { nodeMessage: 'actor not found' } });

describe('holdings', () => {
  it('are the balance and the nonce of each address, in order; one that never received anything holds nothing', async () => {
    const { active, asked } = scriptedConnection({
      StateGetActor: ([address]: readonly unknown[]) => (address === 't1new' ? absent : actor),
    });
    expect(await readHoldings({ getActive: () => active }, ['t1new', 't1old'])).toEqual([
      { exists: false, balance: '0', nonce: '0' },
      { exists: true, balance: '1500000000000000000', nonce: '7' },
    ]);
    expect(asked.map(({ params }) => params)).toEqual([
      ['t1new', null],
      ['t1old', null],
    ]);
  });

  it('are left out where nobody can be asked, and a node that does not answer is left alone', async () => {
    expect(await readHoldings({ getActive: () => undefined }, ['t1a', 't1b'])).toEqual([{}, {}]);
    const { active, asked } = scriptedConnection({ StateGetActor: new SextantError('endpoint-timeout', 'No answer.') });
    const addresses = Array.from({ length: 100 }, (_, index) => `t1${index}`);
    expect(await readHoldings({ getActive: () => active }, addresses)).toEqual(addresses.map(() => ({})));
    expect(asked.length).toBeLessThan(30);
  });

  it('are left out where the node lies about them', async () => {
    const { active } = scriptedConnection({ StateGetActor: new SextantError('endpoint-bad-reply', 'No actor.') });
    expect(await readHoldings({ getActive: () => active }, ['t1a'])).toEqual([{}]);
  });
});

import { describe, expect, it } from 'vitest';
import { NetworkHistory, zHistoryDocument } from '../../../../../electron/services/history/network-history.ts';

const DAY = 2880;

describe('what is kept of a network', () => {
  it('can be read again of a miner that won in every epoch of a year', () => {
    const history = new NetworkHistory('genesis cid');
    const head = 366 * DAY;
    for (let height = 0; height <= head; height += 1) history.put({ kind: 'wins', miner: 'f01000' }, height, '1');
    for (let height = 0; height <= head; height += DAY) history.put({ kind: 'raw-power', miner: 'f01000' }, height, '1');
    const { network } = zHistoryDocument.parse({ network: history.toDocument(head, 1) });
    const again = new NetworkHistory('genesis cid', network);
    // Ninety days of blocks, both ends included, and a year of power.
    expect(again.points({ kind: 'wins', miner: 'f01000' })).toHaveLength(90 * DAY + 1);
    expect(again.points({ kind: 'wins', miner: 't01000' })[0]).toEqual({ height: head - 90 * DAY, value: '1' });
    expect(again.points({ kind: 'raw-power', miner: 'f01000' })).toHaveLength(367);
  });
});

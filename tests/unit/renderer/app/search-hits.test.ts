import { describe, expect, it } from 'vitest';
import { HIT_GROUPS, shownHits } from '../../../../renderer/app/search-hits.ts';
import type { SearchHit } from '../../../../shared/ipc/schemas/chain.ts';

const CID = 'bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w';
const shownOf = (hit: SearchHit) => shownHits([hit])[0];

describe('where a hit leads', () => {
  it.each<[SearchHit, string | undefined]>([
    [{ kind: 'tipset', height: 12 }, '/tipsets/12'],
    [{ kind: 'tipset-key', key: [CID], height: 12 }, `/tipsets/${CID}`],
    [{ kind: 'tipset-key', key: [CID], height: 12, block: CID }, `/tipsets/${CID}/${CID}`],
    [{ kind: 'message', cid: CID }, `/messages/${CID}`],
    [{ kind: 'miner', address: 'f01000' }, '/miners/f01000'],
    [{ kind: 'actor', address: 'f05' }, '/actors/f05'],
    [{ kind: 'deal', dealId: 7 }, '/deals/7'],
    [{ kind: 'sector', miner: 'f01000', sector: 12 }, '/miners/f01000?sector=12'],
    [{ kind: 'claim', provider: 'f01000', claimId: 3 }, '/deals/claim-1000-3'],
    [{ kind: 'allocation', client: 'f0100', allocationId: 3 }, '/deals/allocation-100-3'],
    [{ kind: 'deals-of', what: 'piece', cid: CID }, `/deals?filter=piece%3A${CID}`],
    [{ kind: 'deals-of', what: 'proposal', cid: CID }, `/deals/proposal-${CID}`],
    [{ kind: 'object', cid: CID, what: 'a message', callId: 9 }, '/inspector/9'],
    [{ kind: 'method', method: 'ChainHead' }, '/inspector/call/ChainHead'],
    [{ kind: 'actor-method', method: 'Send', actors: 'account', number: '0' }, '/mempool?filter=method%3ASend'],
    [{ kind: 'exit-code', code: 18, name: 'ErrForbidden', meaning: 'No.', fix: 'Ask.' }, undefined],
  ])('%j', (hit, path) => {
    expect(shownOf(hit)?.path).toBe(path);
    expect(shownOf(hit)?.title).not.toBe('');
  });
});

it('stands in groups in their order, each thing once', () => {
  const hits = shownHits([
    { kind: 'exit-code', code: 18, name: 'ErrForbidden', meaning: 'No.', fix: 'Ask.' },
    { kind: 'deal', dealId: 18 },
    { kind: 'actor', address: 'f05', label: 'Market' },
    { kind: 'tipset', height: 18 },
    { kind: 'deal', dealId: 18 },
  ]);
  expect(hits.map(({ group }) => group)).toEqual(['Addresses', 'Chain', 'Storage', 'Exit codes']);
  expect(HIT_GROUPS).toEqual(expect.arrayContaining(hits.map(({ group }) => group)));
});

it('shows nothing of a node as it is written', () => {
  const hostile = 'a\u202eb\u0000<b>'.repeat(50);
  for (const hit of [
    { kind: 'actor', address: hostile, type: hostile, label: hostile, note: hostile },
    { kind: 'object', cid: hostile, what: hostile, callId: 1 },
    { kind: 'exit-code', code: 1, name: hostile, meaning: hostile, fix: hostile },
  ] as const) {
    const { title = '', detail = '' } = shownOf(hit) ?? {};
    for (const hidden of ['\u202e', '\u0000']) expect(`${title}${detail}`).not.toContain(hidden);
    expect(title.length + detail.length).toBeLessThan(4000);
  }
});

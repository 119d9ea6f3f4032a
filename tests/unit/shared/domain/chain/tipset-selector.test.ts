import { describe, expect, it } from 'vitest';
import { tipsetSelectorToJson } from '../../../../../shared/domain/chain/tipset-selector.ts';
import { parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

const CID = 'bafy2bzacedo7hjsumaajt6sbor42qycvjyk6goqe4oi4o4ddsjxkdeqrqf42c';

describe('tipset selectors', () => {
  it('are written as the documented examples', () => {
    const { params } = readSharedJson<{ params: { examples: unknown[] }[] }>('nv29/state-reward-distribution.json');
    expect([
      tipsetSelectorToJson({ tag: 'latest' }),
      tipsetSelectorToJson({ key: [parseCid(CID)] }),
      tipsetSelectorToJson({ height: { at: 6_566_640, previous: true, anchor: { tag: 'latest' } } }),
    ]).toEqual([params[0]?.examples[0], { key: [{ '/': CID }] }, params[0]?.examples[2]]);
  });

  it('leave the anchor out where none is given, and write its key as links', () => {
    expect(tipsetSelectorToJson({ height: { at: 5, previous: false } })).toEqual({ height: { at: 5, previous: false } });
    expect(tipsetSelectorToJson({ height: { at: 5, previous: true, anchor: { key: [parseCid(CID)] } } })).toEqual({
      height: { at: 5, previous: true, anchor: { key: [{ '/': CID }] } },
    });
  });
});

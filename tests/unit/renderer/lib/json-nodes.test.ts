import { describe, expect, it } from 'vitest';
import { childPath, treeOfText } from '../../../../renderer/lib/json-nodes.ts';
import { readBodyPath } from '../../../../shared/inspector/body-path.ts';

describe('a text as a tree', () => {
  it('opens level by level, values as they were written', async () => {
    const tree = treeOfText('{"id":90071992547409931, "list":["a",null,true]}');
    const whole = await tree?.open({ limit: 10 });
    expect(whole?.node).toMatchObject({ kind: 'object', count: 2 });
    expect(whole?.children[0]).toMatchObject({ key: 'id', kind: 'number', text: '90071992547409931' });
    const list = await tree?.open({ at: whole?.children[1]?.start, limit: 2 });
    expect(list?.children.map(({ kind, text }) => [kind, text])).toEqual([
      ['string', '"a"'],
      ['null', 'null'],
    ]);
    expect((await tree?.open({ at: whole?.children[1]?.start, from: list?.next, limit: 2 }))?.children).toHaveLength(1);
    expect(await tree?.read(list?.node ?? (whole?.node as never))).toBe('["a",null,true]');
  });

  it('is none where the text is no JSON', () => {
    expect(treeOfText('<html>')).toBeUndefined();
  });

  it('names children by paths that are read back', () => {
    const path = childPath(childPath(childPath('', 'object', 'result'), 'object', '/'), 'array', '7');
    expect(path).toBe('result["/"][7]');
    expect(readBodyPath(path)).toEqual(['result', '/', 7]);
    expect(childPath('result.Blocks[0]', 'object', 'Height')).toBe('result.Blocks[0].Height');
  });
});

import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { JsonTree, type TreeMark } from '../../../../../renderer/components/values/JsonTree.tsx';
import type { TreeTroubles } from '../../../../../renderer/components/values/use-json-tree.ts';
import { type TreeQuestion, type TreeSource, treeOfText } from '../../../../../renderer/lib/json-nodes.ts';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;

afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

/** A text's tree that also takes paths, and counts what it was asked. */
function sourceOf(text: string): TreeSource & { readonly questions: TreeQuestion[] } {
  const tree = treeOfText(text);
  if (tree === undefined) throw new Error('Not JSON.');
  const questions: TreeQuestion[] = [];
  return {
    questions,
    read: tree.read,
    async open(question) {
      questions.push(question);
      if (question.path === undefined) return tree.open(question);
      if (question.path !== 'result[150].Height') throw new Error('No such value.');
      const whole = await tree.open({ limit: 10 });
      const [result] = whole.children;
      const items = await tree.open({ at: result?.start, from: 150, limit: 1 });
      const [item] = items.children;
      const fields = await tree.open({ at: item?.start, limit: 10 });
      const [height] = fields.children;
      if (result === undefined || item === undefined || height === undefined) throw new Error('Nothing there.');
      return { node: height, children: [], ancestors: [whole.node, result, item] };
    },
  };
}

async function draw(source: TreeSource, path?: string, marks?: ReadonlyMap<string, TreeMark>, troubles?: TreeTroubles) {
  const more = { ...(marks === undefined ? {} : { marks }), ...(troubles === undefined ? {} : { troubles }) };
  rendered = await render(<JsonTree label="Response" source={source} path={path} {...more} />);
  await act(async () => {});
  const tree = rendered.container.querySelector('[role="tree"]');
  if (tree === null) throw new Error('There is no tree.');
  return tree;
}

const lines = (tree: Element): string[] => [...tree.querySelectorAll('[role="treeitem"]')].map((line) => line.textContent ?? '');

async function press(tree: Element, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await act(async () => {
      tree.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
  }
}

describe('the lazy tree', () => {
  it('shows a short answer at once, as it was written', async () => {
    const tree = await draw(sourceOf('{"result":{"Height":123456789012345678901,"Key":["a"]}}'));
    expect(lines(tree)).toEqual(['{', '"result": {', '"Height": 123456789012345678901,', '"Key": [', '"a"']);
  });

  it('asks for no more than is open, and for more when it is wanted', async () => {
    const items = Array.from({ length: 250 }, (_, index) => ({ Height: index }));
    const source = sourceOf(JSON.stringify({ result: items, id: 1 }));
    const tree = await draw(source);
    expect(source.questions.every((question) => question.limit <= 100)).toBe(true);
    expect(lines(tree).at(-2)).toBe('100 of 250, show more');
    await press(tree, 'End', 'ArrowUp', 'Enter');
    expect(lines(tree).at(-2)).toBe('200 of 250, show more');
  });

  it('moves by keys, closes and opens, and copies a value and its path', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
    const tree = await draw(sourceOf('{"result":{"Cids":[{"/":"bafy\\n"}]}}'));
    await press(tree, 'End', 'c', 'p');
    expect(writeText.mock.calls).toEqual([['bafy\n'], ['result.Cids[0]["/"]']]);
    await press(tree, 'ArrowLeft', 'ArrowLeft');
    expect(lines(tree).at(-1)).toBe('{ 1 field }');
    await press(tree, 'ArrowRight');
    expect(lines(tree).at(-1)).toContain('"/": "bafy\\n"');
    writeText.mockRestore();
  });

  it('opens, marks and makes current what a path names, also behind what was fetched', async () => {
    const items = Array.from({ length: 250 }, (_, index) => ({ Height: index }));
    const tree = await draw(sourceOf(JSON.stringify({ result: items })), 'result[150].Height');
    const shown = [...tree.querySelectorAll('[role="treeitem"]')].find((line) => line.className.includes('revealed'));
    expect(shown?.textContent).toBe('"Height": 150');
    expect(shown?.getAttribute('aria-selected')).toBe('true');
  });

  it('tells when a path leads nowhere', async () => {
    const troubles = { failed: vi.fn(), missing: vi.fn() };
    await draw(sourceOf('{"result":1}'), 'result.Nothing', undefined, troubles);
    expect(troubles.failed).toHaveBeenCalledOnce();
  });

  it('marks a line with words and shows hostile text as marks', async () => {
    const marks = new Map<string, TreeMark>([['params[1]', { tone: 'danger', words: 'not a tipsetKey' }]]);
    const tree = await draw(sourceOf('{"params":["\u202e<b>",0]}'), undefined, marks);
    const marked = tree.querySelector('[data-tone="danger"]');
    expect(marked?.textContent).toBe('0not a tipsetKey');
    expect(tree.textContent).toContain('U+202E');
    expect(tree.querySelector('b')).toBeNull();
  });
});

/** What is typed stays, however late the screen is with drawing it. */
import { EditorView } from '@codemirror/view';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JsonEditor } from '../../../../../../renderer/views/inspector/console/JsonEditor.tsx';

describe('the editor of parameters', () => {
  let root: Root;
  let told: string[];

  beforeEach(() => {
    (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
    document.body.innerHTML = '<div></div>';
    root = createRoot(document.body.firstElementChild as Element);
    told = [];
  });

  afterEach(() => act(() => root.unmount()));

  function show(value: string): Promise<void> {
    return act(async () =>
      root.render(
        <JsonEditor
          label="Parameters"
          describedBy="about"
          value={value}
          findings={[]}
          params={[]}
          onChange={(text) => told.push(text)}
          onFix={() => undefined}
          onSend={() => undefined}
        />,
      ),
    );
  }

  function editor(): EditorView {
    const found = EditorView.findFromDOM(document.body.querySelector('.cm-editor') as HTMLElement);
    if (found === null) throw new Error('There is no editor.');
    return found;
  }

  const text = (): string => editor().state.doc.toString();

  function type(whole: string): void {
    editor().dispatch({ changes: { from: 0, to: editor().state.doc.length, insert: whole } });
  }

  it('keeps what was typed since when an older text comes back', async () => {
    await show('');
    type('[');
    type('[1');
    expect(told).toEqual(['[', '[1']);
    await show('[');
    expect(text()).toBe('[1');
    await show('[1');
    expect(text()).toBe('[1');
    expect(told).toHaveLength(2);
  });

  it('takes a text from outside without telling it again, also one that was typed before', async () => {
    await show('');
    type('[1]');
    await show('[1]');
    await show('[2, null]');
    expect(text()).toBe('[2, null]');
    await show('[1]');
    expect(text()).toBe('[1]');
    expect(told).toEqual(['[1]']);
  });
});

/** Text of a node is text wherever it is shown: no view can turn a string into markup, and the one component for it does not. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { UntrustedText } from '../../renderer/components/values/UntrustedText.tsx';

const RENDERER = fileURLToPath(new URL('../../renderer', import.meta.url));

describe('markup', () => {
  test('no source of the documents makes markup, code or a frame of a string', () => {
    const files = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const text = readFileSync(path.join(RENDERER, file), 'utf8');
      expect(text, file).not.toMatch(
        /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|DOMParser|srcdoc/i,
      );
      expect(text, file).not.toMatch(/\beval\(|new Function\(|createContextualFragment|renderMode: 'html'/);
    }
  });

  test('charts have no tooltip of markup', () => {
    const canvas = readFileSync(path.join(RENDERER, 'components/values/ChartCanvas.tsx'), 'utf8');
    expect(canvas).toContain("renderMode: 'richText'");
  });

  test.each(['<img src=x onerror=alert(1)>', '<script>alert(1)</script>', '"><svg onload=alert(1)>', '&lt;b&gt;', 'javascript:alert(1)'])(
    '%s is shown as it is written',
    (hostile) => {
      const markup = renderToStaticMarkup(<UntrustedText text={hostile} />);
      expect(markup).not.toMatch(/<(?!\/?(?:bdi|span)\b)/);
      const shown = markup.replace(/<[^>]*>/g, '');
      expect(shown).toBe(hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'));
    },
  );
});

describe('what cannot be seen', () => {
  test('is drawn as a mark, and the rest keeps its own direction and length', () => {
    const markup = renderToStaticMarkup(<UntrustedText text={`f1abc\u202Ecba1f\u200B${'x'.repeat(10_000)}`} maximumLength={100} />);
    expect(markup).toMatch(/^<bdi/);
    expect(markup).toContain('U+202E');
    expect(markup).toContain('U+200B');
    expect(markup).not.toMatch(/[\u202E\u200B]/);
    expect(markup.length).toBeLessThan(2000);
  });
});

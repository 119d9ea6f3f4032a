import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitise, sanitiseToText } from '../../../../shared/text/sanitise.ts';

describe('sanitise', () => {
  it('leaves plain text of any script alone', () => {
    expect(sanitise('Łódź, 東京, ‑ 100%').segments).toEqual([{ kind: 'text', text: 'Łódź, 東京, ‑ 100%' }]);
  });

  it('marks what reorders, hides or moves', () => {
    for (const hostile of ['\u202e', '\u2066', '\u200b', '\ufeff', '\u0000', '\u001b', '\n', '\u2028', '\u{e0041}', '\ud800']) {
      const { segments } = sanitise(`a${hostile}b`);
      expect(segments.map((segment) => segment.kind)).toEqual(['text', 'mark', 'text']);
    }
    expect(sanitiseToText('safe\u202egpj.exe')).toBe('safe⟨U+202E⟩gpj.exe');
  });

  it('keeps line breaks where several lines are shown, and marks them elsewhere', () => {
    const text = (keepsLines: boolean) => sanitise('a\r\nb\u0007\nc', 100, keepsLines).segments.map((segment) => segment.text);
    expect(text(true)).toEqual(['a\nb', 'U+0007', '\nc']);
    expect(text(false)).toEqual(['a', 'U+000D', 'U+000A', 'b', 'U+0007', 'U+000A', 'c']);
  });

  it('cuts piles of combining marks', () => {
    const { segments } = sanitise(`o${'\u0301'.repeat(6)}`);
    expect(segments[0]).toEqual({ kind: 'text', text: 'o\u0301\u0301\u0301' });
    expect(segments).toHaveLength(4);
  });

  it('caps the length and says how much is missing', () => {
    const { segments, cutCount } = sanitise('x'.repeat(50), 10);
    expect(segments).toEqual([{ kind: 'text', text: 'x'.repeat(10) }]);
    expect(cutCount).toBe(40);
  });

  it('never shows a hidden character, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sanitiseToText(text, 200)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appliedTextOf,
  EMPTY_DRAFT,
  type FilterDraft,
  filterPieces,
  filterTextOf,
  quotedValue,
  settleDraft,
  takeUpAfter,
  takeUpBefore,
  takeUpPiece,
  withDraft,
  withField,
  withoutPiece,
  withTerms,
} from '../../../../renderer/lib/filter-pieces.ts';
import { CALL_FILTER_LANGUAGE, parseCallFilter } from '../../../../shared/inspector/call-filter.ts';

const wordsOf = (text: string): string[] => filterPieces(text, CALL_FILTER_LANGUAGE).map((piece) => text.slice(piece.from, piece.to));

describe('the pieces of a filter', () => {
  it('are terms with the not before them, and joining words', () => {
    expect(wordsOf('dur:>10ms not method:net* (status:error or "two words") -plain')).toEqual([
      'dur:>10ms',
      'not method:net*',
      '(',
      'status:error',
      'or',
      '"two words"',
      ')',
      '-plain',
    ]);
    expect(filterPieces('not method:x or y', CALL_FILTER_LANGUAGE).map((piece) => piece.isTerm)).toEqual([true, false, true]);
  });

  it('say why they were not understood', () => {
    const [good, bad] = filterPieces('method:State* took>soon', CALL_FILTER_LANGUAGE);
    expect(good?.problem).toBeUndefined();
    expect(bad?.problem).toMatch(/soon/);
  });

  it('cover everything but spaces, whatever was typed', () => {
    const typed = fc.array(
      fc.constantFrom('not', '-', '(', ')', 'or', 'and', 'a', 'method:x', '"q r"', '"', 'dur:>1s', 'status:', ' ', '=', 'é'),
    );
    fc.assert(
      fc.property(typed, (parts) => {
        const text = parts.join(' ');
        const covered = filterPieces(text, CALL_FILTER_LANGUAGE);
        let at = 0;
        for (const piece of covered) {
          expect(text.slice(at, piece.from).trim()).toBe('');
          expect(piece.to).toBeGreaterThan(piece.from);
          at = piece.to;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
    );
  });
});

describe('a filter while it is typed', () => {
  it('settles a term that is finished with a space, but not half of one', () => {
    expect(withDraft(EMPTY_DRAFT, 'method:State* ', CALL_FILTER_LANGUAGE)).toMatchObject({ before: 'method:State*', draft: '', after: '' });
    expect(withDraft(EMPTY_DRAFT, 'not ', CALL_FILTER_LANGUAGE)).toEqual({ before: '', draft: 'not ', after: '' });
    expect(withDraft(EMPTY_DRAFT, '"two ', CALL_FILTER_LANGUAGE)).toEqual({ before: '', draft: '"two ', after: '' });
    expect(withDraft(EMPTY_DRAFT, 'a b c', CALL_FILTER_LANGUAGE)).toMatchObject({ before: 'a b', draft: 'c', after: '' });
  });

  it('asks for what is understood, and leaves half a term out until it is settled', () => {
    expect(appliedTextOf({ before: 'status:error', draft: 'endpoint:', after: '' }, CALL_FILTER_LANGUAGE)).toBe('status:error');
    expect(appliedTextOf({ before: 'status:error', draft: 'endpoint:x', after: 'a' }, CALL_FILTER_LANGUAGE)).toBe(
      'status:error endpoint:x a',
    );
    expect(appliedTextOf(settleDraft({ before: '', draft: 'dur:>soon', after: '' }, CALL_FILTER_LANGUAGE), CALL_FILTER_LANGUAGE)).toBe(
      'dur:>soon',
    );
  });

  it('keeps alternatives that are typed behind a token apart from it', () => {
    const type = (state: FilterDraft, text: string): FilterDraft =>
      [...text].reduce((draft, letter) => withDraft(draft, draft.draft + letter, CALL_FILTER_LANGUAGE), state);
    const standing = { ...EMPTY_DRAFT, before: 'status:error' };
    const typed = type(standing, 'a or b');
    expect(appliedTextOf(typed, CALL_FILTER_LANGUAGE)).toBe('status:error (a or b)');
    expect(settleDraft(typed, CALL_FILTER_LANGUAGE)).toEqual({ before: 'status:error (a or b)', draft: '', after: '' });
    const applied = (state: FilterDraft, text: string) => appliedTextOf(type(state, text), CALL_FILTER_LANGUAGE);
    expect(applied(standing, 'a or b or c ')).toBe('status:error (a or b or c)');
    expect(applied(standing, 'a b')).toBe('status:error a b');
    expect(applied(standing, '(a or b) c')).toBe('status:error (a or b ) c');
    expect(applied(standing, 'or b')).toBe('status:error or b');
    expect(applied(EMPTY_DRAFT, 'a b or c')).toBe('a b or c');
    const again = takeUpBefore({ ...type(standing, 'a or b '), draft: '' }, CALL_FILTER_LANGUAGE);
    expect(applied(again, 'x')).toBe('status:error (a or bx)');
  });

  it('takes pieces up on either side of the caret and puts them back as they were', () => {
    const text = 'a not b:c (d or e)';
    for (let index = 0; index < filterPieces(text, CALL_FILTER_LANGUAGE).length; index += 1)
      expect(wordsOf(filterTextOf(takeUpPiece(text, index, CALL_FILTER_LANGUAGE)))).toEqual(wordsOf(text));
    const second = takeUpPiece('a b c', 1, CALL_FILTER_LANGUAGE);
    expect(second).toEqual({ before: 'a', draft: 'b', after: 'c' });
    expect(takeUpBefore(second, CALL_FILTER_LANGUAGE)).toEqual({ before: '', draft: 'a', after: 'b c' });
    expect(takeUpAfter(second, CALL_FILTER_LANGUAGE)).toMatchObject({ before: 'a b', draft: 'c', after: '' });
    expect(takeUpBefore({ before: '', draft: 'x', after: '' }, CALL_FILTER_LANGUAGE)).toEqual({ before: '', draft: 'x', after: '' });
  });

  it('takes a term away with the word that joined it', () => {
    expect(withoutPiece('a or b', 2, CALL_FILTER_LANGUAGE)).toBe('a');
    expect(withoutPiece('a or b', 0, CALL_FILTER_LANGUAGE)).toBe('b');
    expect(withoutPiece('a not b c', 1, CALL_FILTER_LANGUAGE)).toBe('a c');
  });

  it('says one thing about a field', () => {
    expect(withField('method:State* status:error', 'method', 'Filecoin.ChainHead', CALL_FILTER_LANGUAGE)).toBe(
      'status:error method:Filecoin.ChainHead',
    );
    expect(withField('took:>1s is:ok', 'dur', '>5s', CALL_FILTER_LANGUAGE)).toBe('is:ok dur:>5s');
    expect(withField('not method:x', 'method', 'y', CALL_FILTER_LANGUAGE)).toBe('not method:x method:y');
    expect(withField('method:x or status:error', 'method', 'y', CALL_FILTER_LANGUAGE)).toBe('(method:x or status:error) method:y');
    expect(withField('not (dur:>1s or method:x)', 'method', 'y', CALL_FILTER_LANGUAGE)).toBe('(not (dur:>1s or method:x)) method:y');
    for (const filter of ['method:x or method:z', '(method:x)', 'not (dur:>1s or method:x)']) {
      expect(parseCallFilter(withField(filter, 'method', 'y', CALL_FILTER_LANGUAGE)).problems).toEqual([]);
    }
  });

  it('takes more terms that must hold too, once', () => {
    const more = 'dur:>1s (is:ok or is:error)';
    expect(withTerms(' ', more, CALL_FILTER_LANGUAGE)).toBe(more);
    expect(withTerms('method:x', more, CALL_FILTER_LANGUAGE)).toBe(`method:x ${more}`);
    expect(withTerms('method:x or method:y', more, CALL_FILTER_LANGUAGE)).toBe(`(method:x or method:y) ${more}`);
    expect(withTerms(`method:x ${more}`, more, CALL_FILTER_LANGUAGE)).toBe(`method:x ${more}`);
  });

  it('writes values so that they are read as they are', () => {
    expect(quotedValue('Embedded node')).toBe('"Embedded node"');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (value) => {
        fc.pre(value.trim() === value && !value.includes('*'));
        const { problems, node } = parseCallFilter(`endpoint:=${quotedValue(value)}`);
        expect(problems).toEqual([]);
        expect(node).toMatchObject({ kind: 'pattern', pattern: value.replaceAll('"', '*').toLowerCase() });
      }),
    );
  });
});

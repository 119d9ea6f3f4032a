import { type FilterLanguage, type FilterToken, parseFilter } from '../../shared/filter/filter.ts';

/** A part of a filter that is removed or edited as a unit: a term with its `not`, or a joining word. */
export interface FilterPiece {
  /** Offsets in the text. */
  readonly from: number;
  readonly to: number;
  readonly isTerm: boolean;
  readonly parts: readonly { readonly kind: FilterToken['kind']; readonly text: string; readonly from: number }[];
  /** Why it is invalid, in one sentence. */
  readonly problem: string | undefined;
}

/** The pieces of a filter, in order. The text between pieces is white space. */
export function filterPieces(text: string, language: FilterLanguage): readonly FilterPiece[] {
  const { tokens, problems } = parseFilter(text, language);
  const pieces: FilterPiece[] = [];
  let open: FilterToken[] = [];
  const close = (): void => {
    const [first] = open;
    const last = open.at(-1);
    if (first === undefined || last === undefined) return;
    const { from } = first;
    const { to } = last;
    pieces.push({
      from,
      to,
      isTerm: last.kind !== 'keyword' && last.kind !== 'parenthesis',
      parts: open.map((token) => ({ kind: token.kind, text: text.slice(token.from, token.to), from: token.from })),
      problem: problems.find((problem) => problem.from < to && problem.to > from)?.message,
    });
    open = [];
  };
  for (const token of tokens) {
    const before = open.at(-1);
    const isSameTerm = before !== undefined && before.kind !== 'keyword' && before.to === token.from && token.kind !== 'parenthesis';
    const isNegated =
      before !== undefined && isNegation(text.slice(before.from, before.to)) && token.kind !== 'parenthesis' && !isJoining(text, token);
    if (!isSameTerm && !isNegated) close();
    open.push(token);
    if (token.kind === 'parenthesis' || isJoining(text, token)) close();
  }
  close();
  return pieces;
}

function isNegation(word: string): boolean {
  return word === '-' || word === '!' || word.toLowerCase() === 'not';
}

function isJoining(text: string, token: FilterToken): boolean {
  return token.kind === 'keyword' && !isNegation(text.slice(token.from, token.to));
}

/** A filter while it is typed: the finished text on either side of the caret, and the draft. */
export interface FilterDraft {
  readonly before: string;
  readonly draft: string;
  readonly after: string;
  /** Length of `before` when typing began; absent before anything is typed. */
  readonly standing?: number;
}

export const EMPTY_DRAFT: FilterDraft = { before: '', draft: '', after: '' };

/** The whole text. */
export function filterTextOf({ before, draft, after }: FilterDraft): string {
  return [before, draft, after]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

/** `or` typed after other terms joins only the typed terms: `standing (a or b)`. */
export function groupedTextOf(state: FilterDraft, language: FilterLanguage): string {
  return filterTextOf(grouped(state, language));
}

function grouped(state: FilterDraft, language: FilterLanguage): FilterDraft {
  const { before, draft, after, standing = before.length } = state;
  const stood = before.slice(0, standing).trim();
  const typed = joined(before.slice(standing).trim(), draft.trim());
  const isOpen = parseFilter(stood, language).problems.length > 0;
  if (stood === '' || isOpen || !isAlternatives(typed, language)) return state;
  return { before: joined(stood, `(${typed})`), draft: '', after };
}

/** Whether a whole filter has an `or` outside of parentheses. */
function isAlternatives(text: string, language: FilterLanguage): boolean {
  const { tokens, problems } = parseFilter(text, language);
  let depth = 0;
  return (
    problems.length === 0 &&
    tokens.some(({ kind, from, to }) => {
      const word = text.slice(from, to).toLowerCase();
      if (kind === 'parenthesis') depth += word === '(' ? 1 : -1;
      return kind === 'keyword' && word === 'or' && depth === 0;
    })
  );
}

/** The filter to apply while typing: without the unfinished term. */
export function appliedTextOf(state: FilterDraft, language: FilterLanguage): string {
  if (state.draft.trim() === '') return groupedTextOf(state, language);
  const from = state.before === '' ? 0 : state.before.length + 1;
  const to = from + state.draft.trim().length;
  const { problems } = parseFilter(filterTextOf(state), language);
  const isUnderstood = !problems.some((problem) => problem.from < to && problem.to > from);
  return groupedTextOf(isUnderstood ? state : { ...state, draft: '' }, language);
}

/** The draft as typed; terms that are finished with a space are settled. */
export function withDraft(state: FilterDraft, draft: string, language: FilterLanguage): FilterDraft {
  const pieces = filterPieces(draft, language);
  const last = pieces.at(-1);
  if (last === undefined) return { ...state, draft };
  const isQuoteOpen = draft.split('"').length % 2 === 0;
  const isLastOver = /\s$/.test(draft) && !isQuoteOpen && !isNegation(draft.slice(last.from).trim());
  const settledTo = isLastOver ? draft.length : last.from;
  const settled = draft.slice(0, settledTo).trim();
  if (settled === '') return { ...state, draft };
  return {
    ...state,
    before: joined(state.before, settled),
    draft: draft.slice(settledTo),
    standing: state.standing ?? state.before.length,
  };
}

/** Commit the draft and end typing: text typed afterwards starts another group. */
export function settleDraft(state: FilterDraft, language: FilterLanguage): FilterDraft {
  const { before, draft, after } = grouped(state, language);
  return { before: joined(before, draft.trim()), draft: '', after };
}

/** Edit the piece left of the caret; the current draft is committed after it. */
export function takeUpBefore(state: FilterDraft, language: FilterLanguage): FilterDraft {
  const last = filterPieces(state.before, language).at(-1);
  if (last === undefined) return state;
  return {
    before: state.before.slice(0, last.from).trim(),
    draft: state.before.slice(last.from, last.to),
    after: joined(state.draft.trim(), state.after),
    ...(state.standing === undefined ? {} : { standing: Math.min(state.standing, last.from) }),
  };
}

/** Edit the piece right of the caret. */
export function takeUpAfter(state: FilterDraft, language: FilterLanguage): FilterDraft {
  const [first] = filterPieces(state.after, language);
  if (first === undefined) return state;
  return {
    before: joined(state.before, state.draft.trim()),
    draft: state.after.slice(first.from, first.to),
    after: state.after.slice(first.to).trim(),
  };
}

/** Edit a piece of the whole text, by index. */
export function takeUpPiece(text: string, index: number, language: FilterLanguage): FilterDraft {
  const piece = filterPieces(text, language)[index];
  if (piece === undefined) return { ...EMPTY_DRAFT, before: text };
  return { before: text.slice(0, piece.from).trim(), draft: text.slice(piece.from, piece.to), after: text.slice(piece.to).trim() };
}

/** Remove a piece from a text, together with a joining word that loses one side. */
export function withoutPiece(text: string, index: number, language: FilterLanguage): string {
  const pieces = filterPieces(text, language);
  const isOr = (at: number): boolean => pieces[at]?.isTerm === false && /^(?:or|and)$/i.test(text.slice(pieces[at]?.from, pieces[at]?.to));
  const dropped = new Set([index]);
  if (isOr(index - 1)) dropped.add(index - 1);
  else if (isOr(index + 1)) dropped.add(index + 1);
  return pieces
    .filter((_, at) => !dropped.has(at))
    .map((piece) => text.slice(piece.from, piece.to))
    .join(' ');
}

/** Quote a value for use after a colon. */
export function quotedValue(value: string): string {
  const plain = value.replaceAll('"', '*');
  return /[\s()]/.test(plain) ? `"${plain}"` : plain;
}

/** Set the value of a field in a filter: replaces the terms of that field, or is added if the filter joins terms with `or`. */
export function withField(text: string, field: string, value: string, language: FilterLanguage): string {
  const term = `${field}:${quotedValue(value)}`;
  const pieces = filterPieces(text, language);
  if (pieces.some((piece) => !piece.isTerm)) return `(${text.trim()}) ${term}`;
  const kept = pieces.filter((piece) => {
    const name = piece.parts.find((part) => part.kind === 'field');
    return name === undefined || language.findField(name.text)?.name !== field || piece.parts[0]?.kind === 'keyword';
  });
  return [...kept.map((piece) => text.slice(piece.from, piece.to)), term].join(' ');
}

/** Add terms to a filter with "and", unless the filter already ends with them. */
export function withTerms(text: string, terms: string, language: FilterLanguage): string {
  const plain = text.trim();
  if (plain === '' || plain.endsWith(terms)) return plain === '' ? terms : plain;
  return filterPieces(plain, language).some((piece) => !piece.isTerm) ? `(${plain}) ${terms}` : `${plain} ${terms}`;
}

function joined(left: string, right: string): string {
  return [left, right].filter((part) => part !== '').join(' ');
}

/** Parses words, groups and operators into a tree; `filter-term.ts` parses the terms. */
import type { Filter, FilterLanguage, FilterNode, FilterProblem, FilterToken } from './filter.ts';
import { readFieldTerm, TERM_HEAD, unitsOf, unquoted } from './filter-term.ts';

const MAX_DEPTH = 40;
/** Limit, because each term is tested on all rows and a filter may come with a link. */
const MAX_TERMS = 200;

interface Word {
  readonly kind: 'word' | '(' | ')' | '-' | '!';
  readonly from: number;
  readonly to: number;
}

/** Splits a text at spaces and parentheses, except in quotes. */
function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    const letter = text.charAt(at);
    if (/\s/.test(letter)) {
      at += 1;
      continue;
    }
    const from = at;
    if (letter === '(' || letter === ')') {
      at += 1;
      words.push({ kind: letter, from, to: at });
      continue;
    }
    // A minus before a digit is part of a number.
    if ((letter === '-' && /[^\s\d)]/.test(text.charAt(at + 1))) || (letter === '!' && /[^\s)]/.test(text.charAt(at + 1)))) {
      at += 1;
      words.push({ kind: '-', from, to: at });
      continue;
    }
    // A parenthesis within a word is text, as in `eth_call(0x`, and so is its closing one.
    let openCount = 0;
    while (at < text.length && !/\s/.test(text.charAt(at))) {
      const inside = text.charAt(at);
      if (inside === ')' && openCount === 0) break;
      if (inside === '(' && /[:=<>]/.test(text.charAt(at - 1))) break;
      if (inside === '(') openCount += 1;
      if (inside === ')') openCount -= 1;
      if (inside === '"') {
        const end = text.indexOf('"', at + 1);
        at = end === -1 ? text.length : end + 1;
      } else {
        at += 1;
      }
    }
    words.push({ kind: 'word', from, to: at });
  }
  return withTextParentheses(words, text);
}

/** An unclosed parenthesis is part of the next word, as in `(0x08c379a0`, unless a field follows. */
function withTextParentheses(words: readonly Word[], text: string): Word[] {
  const result: Word[] = [];
  let closing = 0;
  for (const word of words.toReversed()) {
    const [next] = result;
    if (word.kind === ')') closing += 1;
    if (word.kind === '(') {
      const isText = closing === 0 && next?.kind === 'word' && next.from === word.to && !TERM_HEAD.test(text.slice(next.from, next.to));
      closing = Math.max(0, closing - 1);
      if (isText) {
        result[0] = { kind: 'word', from: word.from, to: next.to };
        continue;
      }
    }
    result.unshift(word);
  }
  return result;
}

/** Parses one filter text. */
export class FilterReader {
  readonly #text: string;
  readonly #language: FilterLanguage;
  readonly #words: readonly Word[];
  readonly #tokens: FilterToken[] = [];
  readonly #problems: FilterProblem[] = [];
  #at = 0;
  #termCount = 0;

  constructor(text: string, language: FilterLanguage) {
    this.#text = text;
    this.#language = language;
    this.#words = splitWords(text);
  }

  read(): Filter {
    const nodes: FilterNode[] = [];
    while (this.#at < this.#words.length) {
      const node = this.#readAny(0);
      if (node !== undefined) {
        nodes.push(node);
      }
      const stray = this.#words[this.#at];
      if (stray !== undefined) {
        // Only a closing parenthesis ends an expression early.
        this.#at += 1;
        this.#token('parenthesis', stray.from, stray.to, true);
        nodes.push(this.#problem('Closing parenthesis without an opening one.', stray.from, stray.to));
      }
    }
    const node = joined('all', nodes);
    return { text: this.#text, tokens: this.#tokens, problems: this.#problems, ...(node === undefined ? {} : { node }) };
  }

  #readAny(depth: number): FilterNode | undefined {
    const nodes: FilterNode[] = [];
    for (;;) {
      const node = this.#readAll(depth);
      const next = this.#words[this.#at];
      const isOr = this.#isKeyword(next, 'or');
      if (node !== undefined) {
        nodes.push(node);
      } else if (next !== undefined && isOr) {
        nodes.push(this.#problem('"or" needs a term before it.', next.from, next.to));
      }
      if (next === undefined || !isOr) {
        return joined('any', nodes);
      }
      this.#at += 1;
      this.#token('keyword', next.from, next.to);
      const behind = this.#words[this.#at];
      if (behind === undefined || behind.kind === ')') {
        nodes.push(this.#problem('"or" needs a term after it.', next.from, next.to));
        return joined('any', nodes);
      }
    }
  }

  #readAll(depth: number): FilterNode | undefined {
    const nodes: FilterNode[] = [];
    for (let word = this.#words[this.#at]; word !== undefined && word.kind !== ')'; word = this.#words[this.#at]) {
      if (this.#isKeyword(word, 'or')) {
        break;
      }
      if (this.#isKeyword(word, 'and')) {
        this.#at += 1;
        this.#token('keyword', word.from, word.to);
        const behind = this.#words[this.#at];
        const isJoining = nodes.length > 0 && behind !== undefined && behind.kind !== ')' && !this.#isKeyword(behind, 'or');
        if (!isJoining) {
          nodes.push(this.#problem('"and" needs a term on both sides.', word.from, word.to));
        }
        continue;
      }
      nodes.push(this.#readTerm(word, depth));
    }
    return joined('all', nodes);
  }

  #readTerm(first: Word, depth: number): FilterNode {
    this.#termCount += 1;
    if (this.#termCount > MAX_TERMS) {
      this.#at = this.#words.length;
      this.#token('text', first.from, this.#text.length, true);
      return this.#problem(`The filter has more than ${MAX_TERMS} terms.`, first.from, this.#text.length);
    }
    let word: Word | undefined = first;
    let isNegated = false;
    while (word !== undefined && (word.kind === '-' || word.kind === '!' || this.#isKeyword(word, 'not'))) {
      this.#token('keyword', word.from, word.to);
      isNegated = !isNegated;
      this.#at += 1;
      word = this.#words[this.#at];
    }
    if (word === undefined || word.kind === ')' || this.#isKeyword(word, 'or') || this.#isKeyword(word, 'and')) {
      return this.#problem('"not" needs a term after it.', first.from, first.to);
    }
    this.#at += 1;
    const node = word.kind === '(' ? this.#readGroup(word, depth) : this.#readWord(word);
    return isNegated ? { kind: 'not', node } : node;
  }

  #readGroup(open: Word, depth: number): FilterNode {
    if (depth >= MAX_DEPTH) {
      this.#token('parenthesis', open.from, open.to, true);
      return this.#problem('Groups are nested too deeply.', open.from, open.to);
    }
    this.#token('parenthesis', open.from, open.to);
    const node = this.#readAny(depth + 1);
    const close = this.#words[this.#at];
    if (close === undefined) {
      return this.#problem('Unclosed parenthesis.', open.from, open.to);
    }
    this.#at += 1;
    this.#token('parenthesis', close.from, close.to);
    return node ?? this.#problem('Empty parentheses.', open.from, close.to);
  }

  #readWord(word: Word): FilterNode {
    const { from } = word;
    const to = this.#unitBehind(word) ?? word.to;
    const written = this.#text.slice(from, to);
    if ((written.split('"').length - 1) % 2 === 1) {
      this.#token('text', from, to, true);
      return this.#problem('Unclosed quote.', from, to);
    }
    const head = TERM_HEAD.exec(written);
    const name = head?.[1];
    if (head === null || name === undefined) {
      const text = unquoted(written);
      const isEmpty = text === '';
      this.#token('text', from, to, isEmpty);
      return isEmpty ? this.#problem('Empty quotes.', from, to) : { kind: 'text', text: text.toLowerCase() };
    }
    const valueFrom = from + head[0].length;
    const result = readFieldTerm({ name, operator: head[2] ?? ':', value: written.slice(head[0].length) }, this.#language);
    const isProblem = typeof result === 'string';
    this.#token('field', from, from + name.length, isProblem);
    this.#token('operator', from + name.length, valueFrom, isProblem);
    if (valueFrom < to) {
      this.#token('value', valueFrom, to, isProblem);
    }
    return typeof result === 'string' ? this.#problem(result, from, to) : result;
  }

  /** The end of a number with a space and a unit after it; undefined without a unit. */
  #unitBehind({ from, to }: Word): number | undefined {
    const next = this.#words[this.#at];
    const head = TERM_HEAD.exec(this.#text.slice(from, to));
    const units = unitsOf(this.#language.findField(head?.[1] ?? '')?.kind);
    if (head === null || units === undefined || next?.kind !== 'word' || !/\d$/.test(this.#text.slice(from + head[0].length, to))) {
      return undefined;
    }
    if (!units.has(this.#text.slice(next.from, next.to).toLowerCase())) return undefined;
    this.#at += 1;
    return next.to;
  }

  #isKeyword(word: Word | undefined, keyword: string): boolean {
    return word !== undefined && word.kind === 'word' && this.#text.slice(word.from, word.to).toLowerCase() === keyword;
  }

  #token(kind: FilterToken['kind'], from: number, to: number, isProblem = false): void {
    this.#tokens.push({ kind, from, to, isProblem });
  }

  #problem(message: string, from: number, to: number): FilterNode {
    this.#problems.push({ message, from, to });
    return { kind: 'nothing' };
  }
}

function joined(kind: 'all' | 'any', nodes: readonly FilterNode[]): FilterNode | undefined {
  return nodes.length > 1 ? { kind, nodes } : nodes[0];
}

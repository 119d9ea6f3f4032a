/**
 * A filter as a test of single calls.
 *
 * Made for lists of a hundred thousand: texts with few different values (methods, connections, causes) are compared once each and
 * looked up after that; all others are searched without making a copy in small letters.
 */
import type { CallSummary } from '../ipc/schemas/inspector.ts';
import type { CallFilter, Comparison, FilterNode } from './call-filter.ts';

export type CallTest = (call: CallSummary) => boolean;

/** Different texts that are remembered for one term; beyond these they are compared each time. */
const MAX_REMEMBERED = 2000;

/** The test that a filter stands for. A filter that asks for nothing lets every call through. */
export function compileCallFilter(filter: CallFilter): CallTest {
  return filter.node === undefined ? () => true : compile(filter.node, false);
}

function compile(node: FilterNode, isNegated: boolean): CallTest {
  switch (node.kind) {
    case 'nothing':
      return () => false;
    case 'not':
      return compile(node.node, !isNegated);
    case 'all':
    case 'any': {
      const tests = node.nodes.map((entry) => compile(entry, isNegated));
      return (node.kind === 'all') === isNegated ? anyOf(tests) : allOf(tests);
    }
    case 'text':
      return turned(textTest(node.text), isNegated);
    case 'pattern':
      return turned(patternTest(node.field, node.pattern, node.isWhole), isNegated);
    case 'choice':
      return turned(choiceTest(node.field, node.choice), isNegated);
    case 'number':
      return turned(numberTest(node.field, node.comparison, node.value, node.to), isNegated);
    default:
      return node satisfies never;
  }
}

function turned(test: CallTest, isNegated: boolean): CallTest {
  return isNegated ? (call) => !test(call) : test;
}

function allOf(tests: readonly CallTest[]): CallTest {
  return (call) => {
    for (const test of tests) {
      if (!test(call)) return false;
    }
    return true;
  };
}

function anyOf(tests: readonly CallTest[]): CallTest {
  return (call) => {
    for (const test of tests) {
      if (test(call)) return true;
    }
    return false;
  };
}

type TextTest = (text: string) => boolean;

/** Answers from memory where the text was seen before. */
function remembered(test: TextTest): TextTest {
  const known = new Map<string, boolean>();
  return (text) => {
    const answer = known.get(text);
    if (answer !== undefined) {
      return answer;
    }
    const found = test(text);
    if (known.size < MAX_REMEMBERED) {
      known.set(text, found);
    }
    return found;
  };
}

/** Whether a text holds another, whatever the case of its letters. */
function holds(wanted: string): TextTest {
  const pattern = new RegExp(escaped(wanted), 'i');
  return (text) => pattern.test(text);
}

/** Whether all of a text fits a pattern, in which * stands for anything. */
function fits(pattern: string): TextTest {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  const last = pieces.length > 1 ? (pieces[pieces.length - 1] ?? '') : '';
  const between = pieces.slice(1, -1);
  return (written) => {
    const text = written.toLowerCase();
    if (pieces.length === 1) return text === first;
    if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
    let from = first.length;
    const end = text.length - last.length;
    for (const piece of between) {
      const at = text.indexOf(piece, from);
      if (at === -1 || at + piece.length > end) return false;
      from = at + piece.length;
    }
    return true;
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

function textTest(wanted: string): CallTest {
  const test = holds(wanted);
  const few = remembered(test);
  const id = /^\d{1,15}$/.test(wanted) ? Number(wanted) : undefined;
  return (call) =>
    few(call.method) ||
    few(call.connectionName) ||
    few(call.cause) ||
    test(call.paramsPreview) ||
    (call.errorMessage !== undefined && test(call.errorMessage)) ||
    call.id === id;
}

function patternTest(field: string, pattern: string, isWhole: boolean): CallTest {
  const test = isWhole ? fits(pattern) : holds(pattern);
  switch (field) {
    case 'method': {
      const few = remembered((method) => test(method) || test(method.slice(method.indexOf('.') + 1)));
      return (call) => few(call.method);
    }
    case 'endpoint': {
      const few = remembered(test);
      return (call) => few(call.connectionName) || call.connectionId === pattern;
    }
    case 'cause': {
      const few = remembered(test);
      return (call) => few(call.cause);
    }
    case 'param':
      return (call) => test(call.paramsPreview);
    case 'tipset':
      return (call) => call.tipsetKey?.some(test) ?? false;
    case 'error': {
      const few = remembered(test);
      return (call) => call.errorMessage !== undefined && few(call.errorMessage);
    }
    default:
      throw new Error(`The filter has no test for the field ${field}.`);
  }
}

function choiceTest(field: string, choice: string): CallTest {
  switch (field) {
    case 'status':
      return (call) => call.status === choice;
    case 'layer':
      return (call) => call.layer === choice;
    case 'kind':
      return (call) => call.kind === choice;
    case 'via':
      return (call) => call.transport === choice;
    case 'is':
      return markTest(choice);
    case 'has':
      return partTest(choice);
    default:
      throw new Error(`The filter has no test for the field ${field}.`);
  }
}

function markTest(mark: string): CallTest {
  switch (mark) {
    case 'pinned':
      return (call) => call.isPinned === true;
    case 'cached':
      return (call) => call.transport === 'cache';
    case 'repeated':
      return (call) => (call.attempt ?? 1) > 1;
    default:
      return (call) => call.status === mark;
  }
}

function partTest(part: string): CallTest {
  switch (part) {
    case 'note':
      return (call) => call.hasNote === true;
    case 'error':
      return (call) => call.status === 'error';
    case 'answer':
      return (call) => call.responseBytes !== undefined;
    case 'tipset':
      return (call) => call.tipsetKey !== undefined;
    case 'parent':
      return (call) => call.parentId !== undefined;
    default:
      throw new Error(`The filter has no test for has:${part}.`);
  }
}

const NUMBERS: Readonly<Record<string, (call: CallSummary) => number | undefined>> = {
  dur: (call) => call.tookMs,
  size: (call) => call.responseBytes,
  sent: (call) => call.requestBytes,
  code: (call) => call.errorCode,
  http: (call) => call.httpStatus,
  id: (call) => call.id,
  parent: (call) => call.parentId,
  attempt: (call) => call.attempt ?? 1,
};

function numberTest(field: string, comparison: Comparison, wanted: number, to: number | undefined): CallTest {
  const numberOf = NUMBERS[field];
  if (numberOf === undefined) {
    throw new Error(`The filter has no test for the field ${field}.`);
  }
  if (to !== undefined) {
    return (call) => {
      const actual = numberOf(call);
      return actual !== undefined && actual >= wanted && actual <= to;
    };
  }
  const test = comparisonTest(comparison, wanted);
  return (call) => {
    const actual = numberOf(call);
    return actual !== undefined && test(actual);
  };
}

function comparisonTest(comparison: Comparison, wanted: number): (actual: number) => boolean {
  switch (comparison) {
    case '=':
      return (actual) => actual === wanted;
    case '>':
      return (actual) => actual > wanted;
    case '>=':
      return (actual) => actual >= wanted;
    case '<':
      return (actual) => actual < wanted;
    case '<=':
      return (actual) => actual <= wanted;
    default:
      return comparison satisfies never;
  }
}

/** A JSON value that is at hand as text, cut into the nodes that a tree shows: the same questions as to a recorded body. */
import { writeBodyPath } from '../../shared/inspector/body-path.ts';
import type { BodyNode } from '../../shared/ipc/schemas/inspector.ts';
import { type JsonNode, readJsonText } from '../../shared/rpc/json-text.ts';

export interface TreeQuestion {
  /** The start of a value that is known; absent for the whole. */
  readonly at?: number | undefined;
  readonly path?: string | undefined;
  readonly from?: number | undefined;
  readonly limit: number;
}

export interface TreeBranch {
  readonly node: BodyNode;
  readonly children: readonly BodyNode[];
  /** Ask again from here for the children behind these. */
  readonly next?: number | undefined;
  /** From the whole to the value that a path named. */
  readonly ancestors: readonly BodyNode[];
  /** Why this is not all: the text breaks off, or a path leads no further. */
  readonly problem?: string | undefined;
}

export interface TreeSource {
  open(question: TreeQuestion): Promise<TreeBranch>;
  /** JSON text of one value; rejects where it is too large. */
  read(node: BodyNode): Promise<string>;
}

/** The tree of a short text; undefined where it is not JSON. */
export function treeOfText(text: string): TreeSource | undefined {
  const reading = readJsonText(text);
  if ('problem' in reading) return undefined;
  const known = new Map<number, JsonNode>();
  const bodyNode = (node: JsonNode, key: string | undefined): BodyNode => {
    known.set(node.from, node);
    const entries = entriesOf(node);
    return {
      ...(key === undefined ? {} : { key }),
      kind: node.kind === 'literal' ? (node.value === null ? 'null' : 'boolean') : node.kind,
      start: node.from,
      end: node.to,
      ...(entries === undefined ? { text: text.slice(node.from, node.to) } : { count: entries.length, isCountExact: true }),
    };
  };
  const root = bodyNode(reading.node, undefined);
  return {
    open({ at = root.start, from = 0, limit }) {
      const node = known.get(at);
      if (node === undefined) return Promise.reject(new RangeError('There is no such value.'));
      const entries = entriesOf(node) ?? [];
      const end = from + limit;
      return Promise.resolve({
        node: bodyNode(node, undefined),
        children: entries.slice(from, end).map(([key, value]) => bodyNode(value, key)),
        ...(entries.length > end ? { next: end } : {}),
        ancestors: [],
      });
    },
    read: (node) => Promise.resolve(text.slice(node.start, node.end)),
  };
}

function entriesOf(node: JsonNode): readonly (readonly [string, JsonNode])[] | undefined {
  if (node.kind === 'array') return node.items.map((item, index) => [String(index), item] as const);
  return node.kind === 'object' ? node.fields.map((field) => [field.key, field.value] as const) : undefined;
}

/** The path of a child, as provenance and the address of a call write it: `result.Blocks[0]["/"]`. */
export function childPath(parentPath: string, parentKind: BodyNode['kind'], key: string): string {
  const step = writeBodyPath([parentKind === 'array' ? Number(key) : key]);
  return parentPath === '' || step.startsWith('[') ? `${parentPath}${step}` : `${parentPath}.${step}`;
}

/** Tree nodes of a JSON value held as text, with the same interface as a recorded body. */
import { defined } from '../../shared/collections/defined.ts';
import { writeBodyPath } from '../../shared/inspector/body-path.ts';
import type { BodyNode } from '../../shared/ipc/schemas/inspector.ts';
import { type JsonNode, readJsonText } from '../../shared/rpc/json-text.ts';

export interface TreeQuestion {
  /** Start of a known value; absent for the whole text. */
  readonly at?: number | undefined;
  readonly path?: string | undefined;
  readonly from?: number | undefined;
  readonly limit: number;
}

export interface TreeBranch {
  readonly node: BodyNode;
  readonly children: readonly BodyNode[];
  /** Offset to continue from for the next children. */
  readonly next?: number | undefined;
  /** From the root to the value at the path. */
  readonly ancestors: readonly BodyNode[];
  /** Why the result is incomplete: the text is cut off, or the path does not exist. */
  readonly problem?: string | undefined;
}

export interface TreeSource {
  open(question: TreeQuestion): Promise<TreeBranch>;
  /** JSON text of one value; rejects if it is too large. */
  read(node: BodyNode): Promise<string>;
}

/** Parse a short text into a tree; undefined if it is not JSON. */
export function treeOfText(text: string): TreeSource | undefined {
  const reading = readJsonText(text);
  if ('problem' in reading) return undefined;
  const known = new Map<number, JsonNode>();
  const bodyNode = (node: JsonNode, key: string | undefined): BodyNode => {
    known.set(node.from, node);
    const entries = entriesOf(node);
    return {
      ...defined({ key }),
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
      if (node === undefined) return Promise.reject(new RangeError('No such value.'));
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

/** Path of a child, as written in provenance and in the route of a call: `result.Blocks[0]["/"]`. */
export function childPath(parentPath: string, parentKind: BodyNode['kind'], key: string): string {
  const step = writeBodyPath([parentKind === 'array' ? Number(key) : key]);
  return parentPath === '' || step.startsWith('[') ? `${parentPath}${step}` : `${parentPath}.${step}`;
}

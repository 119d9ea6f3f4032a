import type { FilterNode } from '../filter/filter.ts';

/**
 * Replaces addresses in client and provider terms by ID addresses, as the lists have them.
 *
 * @param idOf resolves a text to its ID address; undefined for a text that is not an address, or has no actor
 */
export async function withIds(node: FilterNode, idOf: (text: string) => Promise<string | undefined>): Promise<FilterNode> {
  switch (node.kind) {
    case 'all':
    case 'any':
      return { kind: node.kind, nodes: await Promise.all(node.nodes.map((part) => withIds(part, idOf))) };
    case 'not':
      return { kind: 'not', node: await withIds(node.node, idOf) };
    case 'pattern': {
      if (node.field !== 'client' && node.field !== 'provider') return node;
      const id = await idOf(node.pattern);
      return id === undefined ? node : { ...node, pattern: id, isWhole: true };
    }
    case 'text': {
      const id = await idOf(node.text);
      if (id === undefined) return node;
      // The text of an ID address also matches as a part, with the network's prefix.
      const texts: FilterNode[] = /^[ft]0/.test(node.text) && id !== node.text ? [node, { ...node, text: id }] : [node];
      return { kind: 'any', nodes: [...texts, ...idTerms(id)] };
    }
    case 'choice':
    case 'number':
    case 'nothing':
      return node;
    default:
      return node satisfies never;
  }
}

function idTerms(id: string): FilterNode[] {
  return ['client', 'provider'].map((field): FilterNode => ({ kind: 'pattern', field, pattern: id, isWhole: true }));
}

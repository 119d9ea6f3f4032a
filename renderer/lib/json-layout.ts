import { type JsonNode, readJsonText } from '../../shared/rpc/json-text.ts';

/** Values up to this length stay on one line. */
const LINE_WIDTH = 72;

/** Format JSON for reading and editing, keeping every value character for character; undefined if the text is not JSON. */
export function layoutJson(text: string): string | undefined {
  const reading = readJsonText(text);
  return 'problem' in reading ? undefined : layoutNode(text, reading.node, '');
}

/** The same for part of a parsed text. */
function layoutNode(text: string, node: JsonNode, indent: string): string {
  const inner = `${indent}  `;
  switch (node.kind) {
    case 'array':
      return joined(
        '[',
        node.items.map((item) => layoutNode(text, item, inner)),
        ']',
        indent,
      );
    case 'object':
      return joined(
        '{',
        node.fields.map((field) => `${text.slice(field.keyFrom, field.keyTo)}: ${layoutNode(text, field.value, inner)}`),
        '}',
        indent,
      );
    default:
      return text.slice(node.from, node.to);
  }
}

function joined(open: string, parts: readonly string[], close: string, indent: string): string {
  if (parts.length === 0) return `${open}${close}`;
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length + indent.length <= LINE_WIDTH && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close}`;
}

/** The source text of a field of a JSON object; undefined if there is no such object or field. */
export function fieldText(text: string, key: string): string | undefined {
  const reading = readJsonText(text);
  if ('problem' in reading || reading.node.kind !== 'object') return undefined;
  const field = reading.node.fields.findLast((candidate) => candidate.key === key);
  return field === undefined ? undefined : text.slice(field.value.from, field.value.to);
}

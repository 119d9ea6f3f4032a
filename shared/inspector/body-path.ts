/**
 * Paths to a value in a body, such as `result.Blocks[0].Height` or `result["/"]`. A list may also be entered at its end, `[-1]`, or at
 * the item with a field of a value, `[SectorNumber=17]`, where a link counts as its CID.
 */

interface ItemWith {
  readonly field: string;
  readonly value: string;
}

/** Name of a field, index of an item (-1 for the last), or what tells the item from the others. */
export type BodyPathStep = string | number | ItemWith;

const STEP = /\.?([^.[\]"]+)|\[(-1|\d{1,15})\]|\[("(?:[^"\\]|\\.)*")\]|\[([A-Za-z_][A-Za-z0-9_]{0,99})=([^\]]{1,200})\]/gy;
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The steps of a path as it is written; a leading `$` stands for the whole. What cannot be read is one step that leads nowhere. */
export function readBodyPath(path: string): BodyPathStep[] {
  const steps: BodyPathStep[] = [];
  const text = path.trim().replace(/^\$(?=$|[.[])/, '');
  let at = 0;
  while (at < text.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(text);
    if (match === null) {
      return [...steps, text.slice(at)];
    }
    const [whole, name, index, quoted, field, value] = match;
    if (field !== undefined && value !== undefined) {
      steps.push({ field, value });
    } else if (quoted !== undefined) {
      steps.push(unquoted(quoted));
    } else {
      steps.push(index === undefined ? (name ?? '') : Number(index));
    }
    at += whole.length;
  }
  return steps;
}

/** The path as it is written; `readBodyPath` reads it back. */
export function writeBodyPath(steps: readonly BodyPathStep[]): string {
  return steps
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (typeof step === 'object') return `[${step.field}=${step.value}]`;
      if (!PLAIN_NAME.test(step)) return `[${JSON.stringify(step)}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    // An escape that JSON does not know: the name is taken as it is written.
    return text.slice(1, -1);
  }
}

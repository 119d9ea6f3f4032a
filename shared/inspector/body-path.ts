/**
 * Paths to a value in a JSON body, such as `result.Blocks[0].Height` or `result["/"]`. An array item may also be selected from the end,
 * `[-1]`, or by a field, `[SectorNumber=17]`, where a link counts as its CID.
 */

interface ItemWith {
  readonly field: string;
  readonly value: string;
}

/** Field name, item index (-1 for the last), or a field value that selects the item. */
export type BodyPathStep = string | number | ItemWith;

const STEP = /\.?([^.[\]"]+)|\[(-1|\d{1,15})\]|\[("(?:[^"\\]|\\.)*")\]|\[([A-Za-z_][A-Za-z0-9_]{0,99})=([^\]]{1,200})\]/gy;
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Parses a path; a leading `$` is the root. An invalid path becomes one step that matches nothing. */
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

/** Formats a path so that `readBodyPath` parses it back. */
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
    // Not a JSON escape: use the name as written.
    return text.slice(1, -1);
  }
}

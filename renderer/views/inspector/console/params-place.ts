/** Where in a list of parameters a cursor stands, in text that may not be JSON yet. */
export interface ParamsPlace {
  /** Index of the parameter; undefined outside of the list. */
  readonly index: number | undefined;
  /** Whether a new value can begin here: directly in the list, with nothing but white space since the last comma. */
  readonly isAtValue: boolean;
  /** Start of what stands there already. */
  readonly from: number;
}

export function paramsPlace(text: string, at: number): ParamsPlace {
  const open: string[] = [];
  let index = 0;
  let from = 0;
  let isInString = false;
  for (let position = 0; position < at; position += 1) {
    const character = text[position];
    if (isInString) {
      if (character === '\\') position += 1;
      else if (character === '"') isInString = false;
      continue;
    }
    if (character === '"') isInString = true;
    else if (character === '[' || character === '{') {
      open.push(character);
      if (open.length === 1) from = position + 1;
    } else if (character === ']' || character === '}') open.pop();
    else if (character === ',' && open.length === 1) {
      index += 1;
      from = position + 1;
    }
  }
  const isInList = open[0] === '[';
  const lead = /^\s*/.exec(text.slice(from, at))?.[0].length ?? 0;
  return { index: isInList ? index : undefined, isAtValue: isInList && open.length === 1 && !isInString, from: Math.min(at, from + lead) };
}

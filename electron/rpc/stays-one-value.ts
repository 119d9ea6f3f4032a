/**
 * Whether a text, inserted after `"params":`, remains one value, valid or not.
 *
 * A comma or closing bracket at the top level would start another field of the request, such as a second `method` that the recording does
 * not know, whose result would not be masked.
 */
export function staysOneValue(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') {
      isInString = true;
    } else if (character === '[' || character === '{') {
      depth += 1;
    } else if (character === ']' || character === '}') {
      depth -= 1;
      if (depth < 0) return false;
    } else if (character === ',' && depth === 0) {
      return false;
    }
  }
  return true;
}

/**
 * Whether a text that is written behind `"params":` as it is stays one value there, well formed or broken.
 *
 * A comma or a closing bracket outside of every bracket would begin another field of the request, for example a second
 * `method` that the recording knows nothing of, and with it an answer that is not masked as that method's answer is.
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

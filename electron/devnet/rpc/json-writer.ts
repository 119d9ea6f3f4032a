/** A value that is already JSON text: immutable objects are written once and their text is reused. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a method may answer. A bigint becomes a bare number of full length, as 64-bit integers are on the wire. */
export type JsonValue =
  | string
  | number
  | boolean
  | bigint
  | null
  | undefined
  | JsonText
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Writes JSON text. Unlike JSON.stringify it keeps integers beyond 2^53 exact and takes text that is already JSON as it is. */
export function writeJson(value: JsonValue): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) {
    let text = '[';
    for (let index = 0; index < value.length; index += 1) text += (index === 0 ? '' : ',') + writeJson(value[index] as JsonValue);
    return `${text}]`;
  }
  let text = '{';
  for (const [key, field] of Object.entries(value)) {
    if (field === undefined) continue;
    text += `${text.length === 1 ? '' : ','}${JSON.stringify(key)}:${writeJson(field)}`;
  }
  return `${text}}`;
}

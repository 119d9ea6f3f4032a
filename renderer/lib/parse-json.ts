/** A number as it was written, where a JavaScript number would not be the same. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Written into JSON as it was read. */
  toJSON(): unknown {
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.text);
  }
}

type SourceReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** JSON with every number exact: what a double would change stays as it was written. Throws `SyntaxError`. */
export function parseJson(text: string): unknown {
  const keepExact: SourceReviver = (_key, value, context) =>
    typeof value === 'number' && context.source !== undefined && String(value) !== context.source ? new ExactNumber(context.source) : value;
  return JSON.parse(text, keepExact as (key: string, value: unknown) => unknown);
}

/** The used part of papaparse. Its published types depend on those of Node, which shared/ must not use. */
declare module 'papaparse' {
  interface Step {
    readonly data: readonly string[];
    readonly errors: readonly { readonly code: string; readonly message: string }[];
    /** End of the row in the text. */
    readonly meta: { readonly cursor: number };
  }
  const Papa: {
    parse(text: string, config: { readonly delimiter: string; readonly newline: string; readonly step: (row: Step) => void }): void;
  };
  export default Papa;
}

/** What is used of papaparse. Its published types bring those of Node with them, which nothing in shared/ may lean on. */
declare module 'papaparse' {
  interface Step {
    readonly data: readonly string[];
    readonly errors: readonly { readonly code: string; readonly message: string }[];
    /** Where the row ends in the text. */
    readonly meta: { readonly cursor: number };
  }
  const Papa: {
    parse(text: string, config: { readonly delimiter: string; readonly newline: string; readonly step: (row: Step) => void }): void;
  };
  export default Papa;
}

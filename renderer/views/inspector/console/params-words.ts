/** Head and tail of an identifier that stay; a kind like `bafy` is told by its head. */
const HEAD = 4;
const TAIL = 8;

/**
 * Parameters as a list shows them: without the brackets around them, without quotes, identifiers shortened in the middle, links as
 * what they name, of a list of links the first one. The text may be cut anywhere, so it is not read as JSON.
 */
export function paramsWords(preview: string): string {
  const inner = preview.startsWith('[') ? preview.slice(1).replace(/\]$/, '') : preview;
  return inner
    .replace(/\{"\/":"?([A-Za-z0-9]*)"?\}?/g, (_, cid: string) => shortened(cid))
    .replace(/[A-Za-z0-9]{24,}/g, shortened)
    .replace(/"((?:[^"\\]|\\.)*)"/g, '$1')
    .replace(/[,:](?=\S)/g, (sign) => `${sign} `)
    .replace(/\[(\w{4}…\w{8})((?:, \w{4}…\w{8})*)(\]|, .*$)/g, (_, first: string, others: string, end: string) => {
      const more = others.split(',').length - 1;
      return `${first}${end === ']' ? (more === 0 ? '' : ` +${more}`) : ' …'}`;
    })
    .trim();
}

function shortened(text: string): string {
  return text.length <= HEAD + TAIL + 1 ? text : `${text.slice(0, HEAD)}…${text.slice(-TAIL)}`;
}

/**
 * `sextant-sectors-f01000-mainnet-6562208.csv`: what it is, of which network, and the epoch at which it was made; what is not known is left out.
 *
 * @param mark of figures that this release was not checked for, such as "not verified for version 30"
 */
export function exportFileName(
  what: string,
  networkName: string | undefined,
  epoch: number | undefined,
  ending: string,
  mark?: string | undefined,
): string {
  const parts = ['sextant', what, networkName ?? '', epoch === undefined ? '' : String(epoch), mark ?? '']
    .map(plain)
    .filter((part) => part !== '');
  return `${parts.join('-')}.${ending}`;
}

/** A network's name is a node's word: only letters and digits go into the name of a file. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
}

/**
 * `sextant-sectors-f01000-mainnet-6562208.csv`: content, network and epoch; unknown parts are left out.
 *
 * @param mark for figures this release is not verified for, such as "not verified for version 30"
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

/** The network name comes from the node, so only letters and digits go into the file name. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
}

/** Validates links for the system's browser, which would open any scheme. */

const MAX_LENGTH = 2000;

/** The normalised URL; undefined for anything but https without credentials. */
export function parseExternalLink(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  return url.href;
}

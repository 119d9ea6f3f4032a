/** Links that leave Sextant: handed to the system's browser, after a check, because what is handed over is run by it. */

const LENGTH_AT_MOST = 2000;

/** The address in the form the system gets it, or undefined for anything but plain https without credentials. */
export function parseExternalLink(text: string): string | undefined {
  if (text.length > LENGTH_AT_MOST) return undefined;
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  return url.href;
}

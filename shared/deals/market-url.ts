/** The URL of a market file. It is saved with the dataset, shown and logged: a password is never part of it. */

/** Why a text is not one; undefined where it is. */
export function marketUrlProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Enter the URL of a market file.';
  const url = URL.parse(text.trim());
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return 'Enter a URL that starts with https:// or http://.';
  if (url.username !== '' || url.password !== '') return 'The URL contains a user name or password, which would be saved. Remove it.';
  return undefined;
}

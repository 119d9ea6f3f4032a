/** The URL of a market file. It is saved with the dataset, shown and logged, so it must not contain a password. */

const URL_FORM = /^https?:\/\/[^\s/\\?#]+\S*$/i;
const LOGIN = /^https?:[/\\]*[^/\\?#]*@/i;

/** Why a text is not one; undefined where it is. */
export function marketUrlProblem(text: string): string | undefined {
  const url = text.trim();
  if (url === '') return 'Enter the URL of a market file.';
  if (!URL_FORM.test(url)) return 'Enter a URL that starts with https:// or http://.';
  return LOGIN.test(url) ? 'The URL contains a user name or password, which would be saved. Remove it.' : undefined;
}

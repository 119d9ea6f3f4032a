/** Whether all checks are listed, kept in the route so that back closes them and a link opens them: `/overview?checks=all`. */
export function areChecksShown(search: string): boolean {
  return new URLSearchParams(search).get('checks') === 'all';
}

export function withChecks(path: string, search: string, isShown: boolean): string {
  const query = new URLSearchParams(search);
  if (isShown) query.set('checks', 'all');
  else query.delete('checks');
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The address of a place: what is said here takes the place of what the query said of it, or goes where it is empty; the rest stays. */
export function withQuery(path: string, search: string, said: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(said)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

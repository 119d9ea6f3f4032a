/** Return a route with query parameters set, or removed if empty; other parameters are kept. */
export function withQuery(path: string, search: string, said: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(said)) {
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

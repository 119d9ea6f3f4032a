import { withQuery } from '../../lib/with-query.ts';

/** Whether all checks are listed, kept in the route so that back closes them and a link opens them: `/overview?checks=all`. */
export function areChecksShown(search: string): boolean {
  return new URLSearchParams(search).get('checks') === 'all';
}

export function withChecks(path: string, search: string, isShown: boolean): string {
  return withQuery(path, search, { checks: isShown ? 'all' : undefined });
}

import type { Connection, Passport, PassportMethod, PassportRow, PassportStatus } from '../../../shared/ipc/schemas/connections.ts';
import type { Tone } from '../../lib/tone.ts';

/** Label and tone of a finding. */
export const STATUS_WORDS: Readonly<Record<PassportStatus, { readonly word: string; readonly tone: Tone }>> = {
  good: { word: 'Good', tone: 'success' },
  limited: { word: 'Limited', tone: 'warning' },
  bad: { word: 'Bad', tone: 'danger' },
  unknown: { word: 'Unknown', tone: 'neutral' },
  running: { word: 'Checking', tone: 'pending' },
};

const VERDICT_WORDS: Readonly<Record<Exclude<PassportStatus, 'limited'>, string>> = {
  good: 'Serves everything',
  bad: 'Not usable',
  unknown: 'Unknown',
  running: 'Examining',
};

/** The verdict as a label; for a limited endpoint, with the number of methods it serves. */
export function verdictWords({ verdict, rows, methods }: Pick<Passport, 'verdict' | 'rows' | 'methods'>): string {
  if (verdict !== 'limited') return VERDICT_WORDS[verdict];
  // Methods that screens call; ChainNotify is a stream.
  const called = methods.filter(({ api, via, name }) => api === 'full' && via === 'call' && name !== 'ChainNotify');
  const served = called.filter(({ status }) => status === 'served').length;
  const isReading = rows.some(({ id, status }) => id === 'push' && status === 'limited');
  if (served === called.length) return isReading ? 'Read-only' : 'Serves with limits';
  return `${isReading ? 'Read-only,' : 'Serves'} ${served} of ${called.length} methods`;
}

/** Whether the passport found the v2 API. */
export function hasV2(passport: Pick<Passport, 'rows'> | undefined): boolean {
  return passport?.rows.some(({ id, value }) => id === 'v2' && value === 'served') === true;
}

export const METHOD_WORDS: Readonly<Record<PassportMethod['status'], { readonly word: string; readonly tone: Tone }>> = {
  missing: { word: 'missing', tone: 'warning' },
  denied: { word: 'not permitted', tone: 'warning' },
  failed: { word: 'no answer', tone: 'danger' },
  untried: { word: 'not tested', tone: 'neutral' },
  served: { word: 'served', tone: 'success' },
};

export const GROUP_TITLES: readonly (readonly [group: PassportRow['group'], title: string])[] = [
  ['reach', 'Connectivity'],
  ['identity', 'Identity'],
  ['chain', 'Chain'],
  ['access', 'Access'],
  ['rate', 'Rate limits'],
];

const METHOD_ORDER: readonly PassportMethod['status'][] = ['missing', 'denied', 'failed', 'untried', 'served'];

/** Methods whose name, status or API contains the text; missing ones first, then by name. */
export function listMethods(methods: readonly PassportMethod[], text: string): readonly PassportMethod[] {
  const wanted = text.trim().toLowerCase();
  return methods
    .filter(({ name, status, api }) => `${name} ${METHOD_WORDS[status].word} ${api}`.toLowerCase().includes(wanted))
    .sort(
      (left, right) =>
        METHOD_ORDER.indexOf(left.status) - METHOD_ORDER.indexOf(right.status) ||
        (left.name < right.name ? -1 : left.name > right.name ? 1 : 0),
    );
}

/** Whether the URL has changed since the passport was made. The embedded node's URL differs in every run. */
export function isUrlChanged(passport: Passport, connection: Connection): boolean {
  return connection.kind !== 'embedded' && passport.httpUrl !== connection.httpUrl;
}

import type { Connection, Passport, PassportMethod, PassportRow, PassportStatus } from '../../../shared/ipc/schemas/connections.ts';
import type { Tone } from '../../lib/tone.ts';

/** A finding in a word and a colour. */
export const STATUS_WORDS: Readonly<Record<PassportStatus, { readonly word: string; readonly tone: Tone }>> = {
  good: { word: 'Good', tone: 'success' },
  limited: { word: 'Limited', tone: 'warning' },
  bad: { word: 'Bad', tone: 'danger' },
  unknown: { word: 'Unknown', tone: 'neutral' },
  running: { word: 'Being asked', tone: 'pending' },
};

const VERDICT_WORDS: Readonly<Record<Exclude<PassportStatus, 'limited'>, string>> = {
  good: 'Serves everything',
  bad: 'Not usable as it is',
  unknown: 'Not found out',
  running: 'Being examined',
};

/** The verdict in words; of an endpoint that serves a part, which part: what can be done, and how many of the methods there are. */
export function verdictWords({ verdict, rows, methods }: Pick<Passport, 'verdict' | 'rows' | 'methods'>): string {
  if (verdict !== 'limited') return VERDICT_WORDS[verdict];
  // Those that screens call; the stream is no call.
  const called = methods.filter(({ api, via, name }) => api === 'full' && via === 'call' && name !== 'ChainNotify');
  const served = called.filter(({ status }) => status === 'served').length;
  const isReading = rows.some(({ id, status }) => id === 'push' && status === 'limited');
  if (served === called.length) return isReading ? 'Reads only' : 'Serves with limits';
  return `${isReading ? 'Reads only,' : 'Serves'} ${served} of ${called.length} methods`;
}

/** Whether an examination found the v2 API. */
export function hasV2(passport: Pick<Passport, 'rows'> | undefined): boolean {
  return passport?.rows.some(({ id, value }) => id === 'v2' && value === 'served') === true;
}

export const METHOD_WORDS: Readonly<Record<PassportMethod['status'], { readonly word: string; readonly tone: Tone }>> = {
  missing: { word: 'missing', tone: 'warning' },
  denied: { word: 'not permitted', tone: 'warning' },
  failed: { word: 'no answer', tone: 'danger' },
  untried: { word: 'not tried', tone: 'neutral' },
  served: { word: 'served', tone: 'success' },
};

export const GROUP_TITLES: readonly (readonly [group: PassportRow['group'], title: string])[] = [
  ['reach', 'Reach'],
  ['identity', 'Identity'],
  ['chain', 'Chain'],
  ['access', 'Access'],
  ['rate', 'Load'],
];

const METHOD_ORDER: readonly PassportMethod['status'][] = ['missing', 'denied', 'failed', 'untried', 'served'];

/** Missing ones first; inside a status by name. A text keeps the methods whose name or status has it. */
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

/** The embedded node has another address in every run and is the same node all the same. */
export function isOfAnotherAddress(passport: Passport, connection: Connection): boolean {
  return connection.kind !== 'embedded' && passport.httpUrl !== connection.httpUrl;
}

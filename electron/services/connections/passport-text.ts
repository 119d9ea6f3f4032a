/** Formats a passport as plain text for a support ticket, without tokens and with the node's text sanitised. */
import type { Passport, PassportMethod, PassportRow, PassportStatus } from '../../../shared/ipc/schemas/connections.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';

const GROUPS: Readonly<Record<PassportRow['group'], string>> = {
  reach: 'Connectivity',
  identity: 'Identity',
  chain: 'Chain',
  access: 'Access',
  rate: 'Rate limits',
};
const WORDS: Readonly<Record<PassportStatus, string>> = {
  good: 'good',
  limited: 'limited',
  bad: 'bad',
  unknown: 'unknown',
  running: 'running',
};
const STATUSES: readonly PassportMethod['status'][] = ['missing', 'denied', 'failed', 'untried', 'served'];
const METHOD_GROUPS = [
  ...STATUSES.map((status) => ({ words: status, status, isTried: true })),
  { words: 'denied, listed by Discover', status: 'denied', isTried: false },
  { words: 'listed by Discover, not tested', status: 'served', isTried: false },
] as const;
const MAX_TEXT = 400;
const LINE_WIDTH = 96;

export function passportText(
  passport: Passport,
  { version, isUrlChanged }: { readonly version: string; readonly isUrlChanged: boolean },
): { text: string; fileName: string } {
  const atMs = passport.finishedAtMs ?? passport.startedAtMs;
  const lines = [
    'ENDPOINT PASSPORT',
    ...aligned([
      ['Endpoint', clean(passport.connectionName)],
      ['URL', clean(withoutSecrets(passport.httpUrl))],
      ['Examined', `${new Date(atMs).toISOString()}${passport.finishedAtMs === undefined ? ' (not finished)' : ''}`],
      ['Made by', `Sextant ${version}`],
      ['Verdict', WORDS[passport.verdict]],
      ['Summary', clean(passport.summary)],
      ...(isUrlChanged ? [['Note', 'The URL of this endpoint has changed since.'] as const] : []),
    ]),
  ];
  for (const [group, title] of Object.entries(GROUPS)) {
    const rows = passport.rows.filter((row) => row.group === group);
    if (rows.length === 0) continue;
    lines.push('', title.toUpperCase());
    const width = Math.max(...rows.map(({ label }) => label.length));
    for (const { label, status, value, meaning } of rows) {
      lines.push(`  ${label.padEnd(width)}  ${WORDS[status].padEnd(7)}  ${clean(value)}`);
      if (meaning !== undefined) lines.push(...wrapped(clean(meaning), ' '.repeat(width + 13)));
    }
  }
  if (passport.methods.length > 0) {
    lines.push('', 'METHODS');
    for (const { words, status, isTried } of METHOD_GROUPS) {
      const methods = passport.methods.filter((method) => method.status === status && (method.via !== 'discover') === isTried);
      if (methods.length === 0) continue;
      lines.push(`  ${words} (${methods.length})`);
      lines.push(...wrapped(methods.map(({ name, api }) => (api === 'miner' ? `${clean(name)} (miner)` : clean(name))).join(', '), '    '));
    }
  }
  const name = passport.connectionName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return {
    text: `${lines.join('\n')}\n`,
    fileName: `passport-${name === '' ? 'endpoint' : name}-${new Date(atMs).toISOString().slice(0, 10)}.txt`,
  };
}

function clean(text: string): string {
  return sanitiseToText(text.replaceAll(/[\r\n]+/g, ' '), MAX_TEXT);
}

/** Masks API keys in the query or path of a URL. */
function withoutSecrets(text: string): string {
  const url = URL.parse(text);
  if (url === null) return text;
  for (const name of [...url.searchParams.keys()]) {
    url.searchParams.set(name, 'HIDDEN');
  }
  url.pathname = url.pathname.replaceAll(/[\w-]{16,}/g, (part) => (/\d/.test(part) ? 'HIDDEN' : part));
  return url.href;
}

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
}

function wrapped(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line.length + word.length > LINE_WIDTH && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += `${word} `;
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()];
}

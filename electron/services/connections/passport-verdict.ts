/** The verdict of a passport, and its summary in one sentence. */
import type { PassportRow, PassportStatus } from '../../../shared/ipc/schemas/connections.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { ConnectionTarget } from './connection-link.ts';
import type { PassportKnown } from './passport-probe.ts';

/** Rows that do not affect the verdict, because Sextant does not depend on them. */
const NOT_COUNTED = new Set(['batch', 'eth', 'discover', 'permissions', 'paths', 'v2', 'software', 'api-version']);

export function verdictOf(rows: readonly PassportRow[], known: PassportKnown): PassportStatus {
  if (!known.isReachable) {
    return rows.find(({ id }) => id === 'http')?.status === 'bad' ? 'bad' : 'unknown';
  }
  const counted = rows.filter(({ id }) => !NOT_COUNTED.has(id));
  if (counted.some(({ status }) => status === 'bad')) return 'bad';
  return counted.some(({ status }) => status === 'limited') ? 'limited' : 'good';
}

/** The kind of endpoint, by the methods and history it serves. */
function kindOf({ kind }: ConnectionTarget, known: PassportKnown): string {
  if (kind === 'embedded') return 'The embedded node';
  const isMissing = (name: string): boolean => known.methods.some((method) => method.name === name && method.status === 'missing');
  const hasShortHistory =
    known.lookBack !== undefined && !known.lookBack.isWholeChain && known.lookBack.isAtLeast !== true && known.lookBack.epochs <= 2980;
  if (isMissing('NetPeers') || isMissing('StateMarketDeals') || isMissing('MpoolPending') || hasShortHistory) return 'A gateway';
  return known.software === undefined ? 'A node' : `A ${known.software} node`;
}

export function summaryOf(target: ConnectionTarget, known: PassportKnown, rows: readonly PassportRow[]): string {
  if (!known.isReachable) {
    const why = rows.find(({ id }) => id === 'http')?.value ?? 'no answer';
    return `Not usable: ${why}.`;
  }
  if (known.isWrongNetwork) {
    return 'On another network than expected. Do not use it.';
  }
  const lookBack =
    known.lookBack === undefined
      ? undefined
      : known.lookBack.isWholeChain
        ? 'the whole chain'
        : `${known.lookBack.isAtLeast === true ? 'at least ' : ''}the latest ${formatInteger(known.lookBack.epochs)} epochs`;
  const head = rows.find(({ id, status }) => id === 'head-age' && status === 'bad');
  const parts = [
    known.canPush === undefined ? 'reads' : known.canPush ? 'reads and pushes' : 'read-only',
    lookBack,
    known.hasStream ? undefined : 'no live updates',
    target.minerUrl === undefined ? 'no storage-miner API' : 'with a storage-miner API',
    known.isSeveralNodes ? 'several backends' : undefined,
    known.isRateLimited ? 'rate-limited' : undefined,
    head === undefined ? undefined : 'old head',
  ];
  return `${kindOf(target, known)}: ${parts.filter((part) => part !== undefined).join(', ')}.`;
}

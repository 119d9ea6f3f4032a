/** What the findings come to: a verdict, and one sentence on what the endpoint is good for. */
import type { PassportRow, PassportStatus } from '../../../shared/ipc/schemas/connections.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { ConnectionTarget } from './connection-link.ts';
import type { PassportKnown } from './passport-probe.ts';

/** Rows that may be limited without making the endpoint worse for what Sextant does. */
const BESIDE_THE_POINT = new Set(['batch', 'eth', 'discover', 'permissions', 'paths', 'v2', 'software', 'api-version']);

export function verdictOf(rows: readonly PassportRow[], known: PassportKnown): PassportStatus {
  if (!known.isReachable) {
    return rows.find(({ id }) => id === 'http')?.status === 'bad' ? 'bad' : 'unknown';
  }
  const counting = rows.filter(({ id }) => !BESIDE_THE_POINT.has(id));
  if (counting.some(({ status }) => status === 'bad')) return 'bad';
  return counting.some(({ status }) => status === 'limited') ? 'limited' : 'good';
}

/** What the endpoint seems to be, by what it serves and remembers. */
function kindOf({ kind }: ConnectionTarget, known: PassportKnown): string {
  if (kind === 'embedded') return 'The embedded node';
  const isMissing = (name: string): boolean => known.methods.some((method) => method.name === name && method.status === 'missing');
  const hasShortMemory =
    known.lookBack !== undefined && !known.lookBack.isWholeChain && known.lookBack.isAtLeast !== true && known.lookBack.epochs <= 2980;
  if (isMissing('NetPeers') || isMissing('StateMarketDeals') || isMissing('MpoolPending') || hasShortMemory) return 'A gateway';
  return known.software === undefined ? 'A node' : `A ${known.software} node`;
}

export function summaryOf(target: ConnectionTarget, known: PassportKnown, rows: readonly PassportRow[]): string {
  if (!known.isReachable) {
    const why = rows.find(({ id }) => id === 'http')?.value ?? 'it does not answer';
    return `It cannot be used now: ${why}.`;
  }
  if (known.isWrongNetwork) {
    return 'It is on another network than it should be: do not use it.';
  }
  const lookBack =
    known.lookBack === undefined
      ? undefined
      : known.lookBack.isWholeChain
        ? 'the whole chain'
        : `${known.lookBack.isAtLeast === true ? 'at least ' : ''}the latest ${formatInteger(known.lookBack.epochs)} epochs`;
  const head = rows.find(({ id, status }) => id === 'head-age' && status === 'bad');
  const parts = [
    known.canPush === undefined ? 'reads' : known.canPush ? 'reads and pushes' : 'reads only',
    lookBack,
    known.hasStream ? undefined : 'no stream of tipsets',
    target.minerUrl === undefined ? 'no storage-miner API' : 'with a storage-miner API',
    known.isSeveralNodes ? 'several nodes behind one address' : undefined,
    known.isRateLimited ? 'limits calls' : undefined,
    head === undefined ? undefined : 'its head is old',
  ];
  return `${kindOf(target, known)}: ${parts.filter((part) => part !== undefined).join(', ')}.`;
}

/** What the inspector shows, as it stands in the address: back works, and a link can carry all of it. */
import { type CallSelection, LIVE_SOURCE } from '../../../shared/ipc/schemas/inspector.ts';

export type InspectorFace = 'list' | 'timeline' | 'methods';
export type CallPart = CallSelection['part'];

export interface InspectorAddress {
  /** As it stands there; whether it is a call has to be seen. */
  readonly selected: string | undefined;
  readonly source: string;
  readonly filter: string;
  readonly part: CallPart;
  readonly face: InspectorFace;
  readonly span: TimeSpan | undefined;
  /** Place in the answer of the selected call, where a figure led here. */
  readonly path: string | undefined;
  /** The call that the selected one is compared with; `choose` while the next selection says which. */
  readonly compare: number | 'choose' | undefined;
}

export interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

const PARTS: readonly CallPart[] = ['all', 'errors', 'frames', 'pinned'];
const FACES: readonly InspectorFace[] = ['list', 'timeline', 'methods'];
/** What the service takes. */
const MAX_FILTER_LENGTH = 2000;
const MAX_PATH_LENGTH = 1000;

export function readInspectorAddress(selected: string | undefined, search: string): InspectorAddress {
  const query = new URLSearchParams(search);
  const fromMs = momentIn(query.get('from'));
  const toMs = momentIn(query.get('to'));
  return {
    selected,
    source: (query.get('source') || LIVE_SOURCE).slice(0, 100),
    filter: (query.get('filter') ?? '').slice(0, MAX_FILTER_LENGTH),
    part: PARTS.find((part) => part === query.get('part')) ?? 'all',
    face: FACES.find((face) => face === query.get('face')) ?? 'list',
    span: fromMs === undefined || toMs === undefined || fromMs > toMs ? undefined : { fromMs, toMs },
    path: query.get('path')?.slice(0, MAX_PATH_LENGTH) || undefined,
    compare: query.get('compare') === 'choose' ? 'choose' : callIdIn(query.get('compare') ?? undefined),
  };
}

export function writeInspectorAddress(address: InspectorAddress): string {
  const query = new URLSearchParams();
  if (address.source !== LIVE_SOURCE) query.set('source', address.source);
  if (address.filter !== '') query.set('filter', address.filter);
  if (address.part !== 'all') query.set('part', address.part);
  if (address.face !== 'list') query.set('face', address.face);
  if (address.span !== undefined) {
    query.set('from', String(Math.floor(address.span.fromMs)));
    query.set('to', String(Math.ceil(address.span.toMs)));
  }
  if (address.path !== undefined && address.selected !== undefined) query.set('path', address.path);
  if (address.compare !== undefined && address.selected !== undefined) query.set('compare', String(address.compare));
  const path = address.selected === undefined ? '/inspector' : `/inspector/${encodeURIComponent(address.selected)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Another place: the path and the comparison belong to the call that was selected. While a comparison waits, a selection is its other side. */
export function changedAddress(before: InspectorAddress, change: Partial<InspectorAddress>): InspectorAddress {
  const other = callIdIn(change.selected);
  if (before.compare === 'choose' && other !== undefined && change.selected !== before.selected && !('compare' in change)) {
    return { ...before, compare: other };
  }
  const next = { ...before, ...change };
  const isSame = next.selected === before.selected && next.source === before.source;
  return {
    ...next,
    path: isSame || 'path' in change ? next.path : undefined,
    compare: isSame || 'compare' in change ? next.compare : undefined,
  };
}

/** The id of a call, or undefined where the address names none. */
export function callIdIn(selected: string | undefined): number | undefined {
  return selected !== undefined && /^[0-9]{1,15}$/.test(selected) ? Number(selected) : undefined;
}

function momentIn(text: string | null): number | undefined {
  return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

/** What the inspector shows, as it stands in the route: back works, and a link can carry all of it. */
import { type CallSelection, LIVE_SOURCE } from '../../../shared/ipc/schemas/inspector.ts';

export type InspectorFace = 'list' | 'timeline' | 'methods';
export type CallPart = CallSelection['part'];

export interface InspectorRoute {
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

export function readInspectorRoute(selected: string | undefined, search: string): InspectorRoute {
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

export function writeInspectorRoute(route: InspectorRoute): string {
  const query = new URLSearchParams();
  if (route.source !== LIVE_SOURCE) query.set('source', route.source);
  if (route.filter !== '') query.set('filter', route.filter);
  if (route.part !== 'all') query.set('part', route.part);
  if (route.face !== 'list') query.set('face', route.face);
  if (route.span !== undefined) {
    query.set('from', String(Math.floor(route.span.fromMs)));
    query.set('to', String(Math.ceil(route.span.toMs)));
  }
  if (route.path !== undefined && route.selected !== undefined) query.set('path', route.path);
  if (route.compare !== undefined && route.selected !== undefined) query.set('compare', String(route.compare));
  const path = route.selected === undefined ? '/inspector' : `/inspector/${encodeURIComponent(route.selected)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Another place: the path and the comparison belong to the call that was selected. While a comparison waits, a selection is its other side. */
export function changedRoute(before: InspectorRoute, change: Partial<InspectorRoute>): InspectorRoute {
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

/** The id of a call, or undefined where the route names none. */
export function callIdIn(selected: string | undefined): number | undefined {
  return selected !== undefined && /^[0-9]{1,15}$/.test(selected) ? Number(selected) : undefined;
}

function momentIn(text: string | null): number | undefined {
  return text !== null && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}

import type { ReactNode } from 'react';
import type { CallRef, PanelError as PanelErrorValue } from '../../../shared/ipc/schemas/common.ts';
import type { QueryState } from '../../hooks/use-query.ts';
import { PanelError } from './PanelError.tsx';
import { SkeletonRows } from './Skeleton.tsx';

interface QueryContentProps<T> {
  readonly query: Pick<QueryState<T>, 'data' | 'error' | 'isSkeletonDue' | 'refresh'>;
  /** In the shape of the content. */
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** A query's content in whichever state it is. Data that is there stays, also when the latest attempt failed. */
export function QueryContent<T>({ query, skeleton, children }: QueryContentProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.error !== undefined) return <PanelError error={query.error} onRetry={query.refresh} />;
  return query.isSkeletonDue ? (skeleton ?? <SkeletonRows />) : undefined;
}

type PanelValue<T> = { readonly value: T; readonly calls: readonly CallRef[] } | { readonly error: PanelErrorValue };

/** How a part of an answer is shown while, or because, it is not there. */
export interface MissingPart {
  readonly onRetry?: () => void;
  /** Other ways to what is missing. */
  readonly elsewhere?: (error: PanelErrorValue) => ReactNode;
  /** What stands in place of a part that nobody has answered yet; a skeleton where absent. */
  readonly waiting?: ReactNode;
}

interface PanelContentProps<T> extends MissingPart {
  /** A part of an answer that succeeds or fails on its own; undefined where it is still to come. */
  readonly panel: PanelValue<T> | undefined;
  readonly children: (value: T) => ReactNode;
}

/** The content of one part of an answer, or why that part is missing. */
export function PanelContent<T>({ panel, onRetry, elsewhere, waiting, children }: PanelContentProps<T>) {
  if (panel === undefined) return waiting ?? <SkeletonRows />;
  return 'error' in panel ? (
    <PanelError error={panel.error} onRetry={onRetry} elsewhere={elsewhere?.(panel.error)} />
  ) : (
    children(panel.value)
  );
}

/** What a part of an answer says; undefined where it failed or is not there yet. */
export function partOf<T>(panel: PanelValue<T> | undefined): T | undefined {
  return panel === undefined || 'error' in panel ? undefined : panel.value;
}

/** The calls behind a part of an answer; undefined where it failed or is not there yet. */
export function callsOf<T>(panel: PanelValue<T> | undefined): readonly CallRef[] | undefined {
  return panel === undefined || 'error' in panel ? undefined : panel.calls;
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { BodyNode } from '../../../shared/ipc/schemas/inspector.ts';
import { toEnvelope } from '../../hooks/use-query.ts';
import type { TreeBranch, TreeSource } from '../../lib/json-nodes.ts';

/** Children fetched with one question. */
const PAGE = 100;
/** What is this short is opened by itself, so that small answers are read without a press. */
const SELF_OPEN_BYTES = 3000;
const SELF_OPEN_DEPTH = 4;
const SELF_OPEN_COUNT = 24;

export interface OpenBranch {
  readonly isOpen: boolean;
  readonly isLoading: boolean;
  readonly children: readonly BodyNode[];
  readonly next: number | undefined;
  /** Children that a path led to, in case they stand behind those that were fetched. */
  readonly revealed: readonly BodyNode[];
  readonly failure: string | undefined;
}

export interface JsonTreeState {
  /** Undefined until the first answer. */
  readonly root: BodyNode | undefined;
  readonly branches: ReadonlyMap<number, OpenBranch>;
  /** Start of the value that the path named, once it is there. */
  readonly revealed: number | undefined;
  open(node: BodyNode): Promise<void>;
  close(start: number): void;
  loadMore(start: number): Promise<void>;
}

/** What whoever shows the tree has to say beside it. */
export interface TreeTroubles {
  /** It could not be opened at all. */
  failed(error: unknown): void;
  /** The path leads no further than to the value that is marked. */
  missing(words: string): void;
}

interface Held {
  readonly source: TreeSource;
  readonly root: BodyNode | undefined;
  readonly branches: ReadonlyMap<number, OpenBranch>;
  readonly revealed: number | undefined;
}

const EMPTY: OpenBranch = { isOpen: true, isLoading: true, children: [], next: undefined, revealed: [], failure: undefined };

/** What of a tree is open, fetched when it is opened. Answers for a source that was replaced are dropped. */
export function useJsonTree(source: TreeSource, path: string | undefined, troubles: TreeTroubles | undefined): JsonTreeState {
  const [held, setHeld] = useState<Held>({ source, root: undefined, branches: new Map(), revealed: undefined });
  const told = useRef(troubles);
  told.current = troubles;
  const current = held.source === source ? held : { source, root: undefined, branches: new Map<number, OpenBranch>(), revealed: undefined };

  const change = useCallback(
    (start: number, update: (before: OpenBranch) => OpenBranch) =>
      setHeld((before) =>
        before.source === source
          ? { ...before, branches: new Map(before.branches).set(start, update(before.branches.get(start) ?? EMPTY)) }
          : before,
      ),
    [source],
  );

  const fetch = useCallback(
    async (start: number, from: number | undefined): Promise<void> => {
      change(start, (before) => ({ ...before, isOpen: true, isLoading: true, failure: undefined }));
      try {
        const branch = await source.open({ at: start, from, limit: PAGE });
        change(start, (before) => ({
          ...before,
          isLoading: false,
          children: from === undefined ? branch.children : [...before.children, ...branch.children],
          next: branch.next,
          failure: branch.problem,
        }));
      } catch (error) {
        change(start, (before) => ({ ...before, isLoading: false, failure: toEnvelope(error).message }));
      }
    },
    [source, change],
  );

  useEffect(() => {
    let isOvertaken = false;
    openFirst(source, path).then(
      ({ missing, ...first }) => {
        if (isOvertaken) return;
        setHeld({ source, ...first });
        if (missing !== undefined) told.current?.missing(missing);
      },
      (error: unknown) => {
        if (!isOvertaken) told.current?.failed(error);
      },
    );
    return () => {
      isOvertaken = true;
    };
  }, [source, path]);

  const branches = useRef(current.branches);
  branches.current = current.branches;
  const loadMore = useCallback(
    async (start: number): Promise<void> => {
      const branch = branches.current.get(start);
      if (branch?.next !== undefined && !branch.isLoading) await fetch(start, branch.next);
    },
    [fetch],
  );
  const open = useCallback(
    async (node: BodyNode): Promise<void> => {
      // What was fetched before is still there.
      if ((branches.current.get(node.start)?.children.length ?? 0) > 0) change(node.start, (before) => ({ ...before, isOpen: true }));
      else await fetch(node.start, undefined);
    },
    [change, fetch],
  );
  const close = useCallback((start: number) => change(start, (before) => ({ ...before, isOpen: false })), [change]);
  return { root: current.root, branches: current.branches, revealed: current.revealed, open, close, loadMore };
}

/** What is open at first, put together before anything is drawn, so that nothing moves under the eye. */
async function openFirst(
  source: TreeSource,
  path: string | undefined,
): Promise<Omit<Held, 'source'> & { readonly missing?: string | undefined }> {
  const whole = await source.open({ limit: PAGE });
  const branches = new Map([[whole.node.start, openBranch(whole)]]);
  if (path === undefined || path === '') {
    await openShort(source, whole, branches);
    return { root: whole.node, branches, revealed: undefined };
  }
  const named = await source.open({ path, limit: PAGE });
  const way = [...named.ancestors.filter((node) => node.start !== named.node.start), named.node];
  for (const [index, node] of way.entries()) {
    const branch = index === way.length - 1 ? named : (branches.get(node.start) ?? (await source.open({ at: node.start, limit: PAGE })));
    const next = way[index + 1];
    if (node.count !== undefined) {
      branches.set(node.start, {
        ...openBranch(branch),
        ...(branch === named ? { failure: undefined } : {}),
        revealed: next === undefined ? [] : [next],
      });
    }
  }
  return { root: whole.node, branches, revealed: named.node.start, missing: named.problem };
}

/** Opens what is short below a branch, and the answer itself however long it is. */
async function openShort(source: TreeSource, whole: TreeBranch, branches: Map<number, OpenBranch>): Promise<void> {
  const queue = [{ children: whole.children, depth: 1 }];
  let left = SELF_OPEN_COUNT;
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    for (const child of place.children) {
      const isWanted = child.end - child.start <= SELF_OPEN_BYTES || (place.depth === 1 && child.key === 'result');
      if (child.count === undefined || child.count === 0 || left === 0 || !isWanted) continue;
      left -= 1;
      const branch = await source.open({ at: child.start, limit: PAGE });
      branches.set(child.start, openBranch(branch));
      if (place.depth < SELF_OPEN_DEPTH) queue.push({ children: branch.children, depth: place.depth + 1 });
    }
  }
}

function openBranch({ children, next, problem }: Pick<TreeBranch, 'children' | 'next' | 'problem'>): OpenBranch {
  return { ...EMPTY, isLoading: false, children, next, failure: problem };
}

/**
 * Records which calls are behind figures on screen, from every answer to a query and every topic value of the app.
 *
 * Only observes; answers are passed on unchanged. Called once, when services are bound to the contract.
 */
import type { Contract } from '../../../shared/ipc/define.ts';
import { definitionsOf, type HandlersOf, type TopicsOf } from '../../../shared/ipc/derive.ts';
import { findCallRefs } from './find-call-refs.ts';

/** Answers of the inspector itself list calls, not figures. */
const OWN_GROUP = 'inspector';

export interface ShownCallsOptions<C extends Contract> {
  readonly contract: C;
  readonly handlers: HandlersOf<C>;
  readonly topics: TopicsOf<C>;
  readonly note: (ids: Iterable<number>) => void;
}

type Handler = (input: unknown) => Promise<unknown>;
type Topic = { onChange(listener: (value: unknown) => void): () => void };

export function noteShownCalls<C extends Contract>({
  contract,
  handlers,
  topics,
  note,
}: ShownCallsOptions<C>): {
  readonly handlers: HandlersOf<C>;
  readonly topics: TopicsOf<C>;
  /** Unsubscribe from the topics. */
  readonly stop: () => void;
} {
  const wrapped: Record<string, Record<string, Handler>> = {};
  const stops: (() => void)[] = [];
  const calls = handlers as Readonly<Record<string, Readonly<Record<string, Handler>>>>;
  const sources = topics as Readonly<Record<string, Readonly<Record<string, Topic>>>>;
  const look = (value: unknown): void => {
    const ids = findCallRefs(value);
    if (ids.size > 0) note(ids);
  };
  for (const { group, leaf, definition } of definitionsOf(contract)) {
    const isLookedAt = definition.zone === 'app' && group !== OWN_GROUP;
    if (definition.kind === 'topic') {
      const topic = sources[group]?.[leaf];
      if (isLookedAt && topic !== undefined) stops.push(topic.onChange(look));
      continue;
    }
    const handler = calls[group]?.[leaf];
    if (handler === undefined) continue;
    const ownGroup = wrapped[group] ?? {};
    wrapped[group] = ownGroup;
    ownGroup[leaf] =
      isLookedAt && definition.kind === 'query'
        ? async (input) => {
            const answer = await handler(input);
            look(answer);
            return answer;
          }
        : handler;
  }
  return {
    handlers: wrapped as HandlersOf<C>,
    topics,
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

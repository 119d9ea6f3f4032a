import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import type { AppTopic, AppTopicValue } from '../stores/app-stores.ts';
import { useStores } from '../stores/stores-context.ts';
import type { TopicStore } from '../stores/topic-store.ts';

/** As `useTopic`, for a topic that costs work while somebody watches: nothing is watched, and nothing told, while it is not wanted. */
export function useTopicWhile<N extends AppTopic>(name: N, isWanted: boolean): AppTopicValue<N> | undefined {
  const stores = useStores();
  // A topic's store is typed by its name; the union of all names does not tell which.
  const topic = stores[name] as unknown as TopicStore<AppTopicValue<N>>;
  useEffect(() => (isWanted ? topic.watch() : undefined), [topic, isWanted]);
  const value = useStore(topic.store, (state) => state.value);
  return isWanted ? value : undefined;
}

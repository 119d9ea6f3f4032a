import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import type { AppTopic, AppTopicValue } from '../stores/app-stores.ts';
import { useStores } from '../stores/stores-context.ts';
import type { TopicStore } from '../stores/topic-store.ts';

/**
 * What a topic says now, undefined until its first frame. Watches while the component is shown.
 * With a selector the component is drawn again only when the selected part changes; the part must be a reference or a plain value.
 */
export function useTopic<N extends AppTopic>(name: N): AppTopicValue<N> | undefined;
export function useTopic<N extends AppTopic, S>(name: N, select: (value: AppTopicValue<N> | undefined) => S): S;
export function useTopic<N extends AppTopic, S>(name: N, select?: (value: AppTopicValue<N> | undefined) => S) {
  const stores = useStores();
  // A topic's store is typed by its name; the union of all names does not tell which.
  const topic = stores[name] as unknown as TopicStore<AppTopicValue<N>>;
  useEffect(() => topic.watch(), [topic]);
  return useStore(topic.store, (state) => (select === undefined ? state.value : select(state.value)));
}

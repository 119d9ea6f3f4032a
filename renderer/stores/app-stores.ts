import type { SextantContract } from '../../shared/ipc/contract.ts';
import type { DefinitionOf, TopicName, TopicValueOf } from '../../shared/ipc/define.ts';
import type { AppClient } from '../client/client-context.ts';
import { createTopicStore, type TopicStore } from './topic-store.ts';

/** The topics that the app document may watch. */
export type AppTopic = Exclude<TopicName<SextantContract>, `approval.${string}`>;
export type AppTopicValue<N extends AppTopic> = TopicValueOf<DefinitionOf<SextantContract, N>>;
export type AppStores = { readonly [N in AppTopic]: TopicStore<AppTopicValue<N>> };

/** One store per topic. Nothing is subscribed before a component watches. */
export function createAppStores(client: AppClient): AppStores {
  return {
    'settings.changed': createTopicStore(client.settings.changed),
    'filters.changed': createTopicStore(client.filters.changed),
    'connections.changed': createTopicStore(client.connections.changed),
    'chain.headChanged': createTopicStore(client.chain.headChanged),
    'chain.versionChanged': createTopicStore(client.chain.versionChanged),
    'state.readProgressed': createTopicStore(client.state.readProgressed),
    'tipsetDiff.readProgressed': createTopicStore(client.tipsetDiff.readProgressed),
    'dataset.loadChanged': createTopicStore(client.dataset.loadChanged),
    'dataset.exportChanged': createTopicStore(client.dataset.exportChanged),
    'dataset.updateChanged': createTopicStore(client.dataset.updateChanged),
    'deals.readProgressed': createTopicStore(client.deals.readProgressed),
    'miners.sectorsProgressed': createTopicStore(client.miners.sectorsProgressed),
    'mempool.changed': createTopicStore(client.mempool.changed),
    'sealing.boardChanged': createTopicStore(client.sealing.boardChanged),
    'attention.changed': createTopicStore(client.attention.changed),
    'ownMiners.changed': createTopicStore(client.ownMiners.changed),
    'history.fileChanged': createTopicStore(client.history.fileChanged),
    'wallet.changed': createTopicStore(client.wallet.changed),
    'addresses.changed': createTopicStore(client.addresses.changed),
    'messages.journalChanged': createTopicStore(client.messages.journalChanged),
    'messages.draftsChanged': createTopicStore(client.messages.draftsChanged),
    'connections.endpointRequestsChanged': createTopicStore(client.connections.endpointRequestsChanged),
    'connections.passportsChanged': createTopicStore(client.connections.passportsChanged),
    'connections.passportFileChanged': createTopicStore(client.connections.passportFileChanged),
    'inspector.changed': createTopicStore(client.inspector.changed),
  };
}

/** Every screen is a bundle of its own. */

import type { ComponentType } from 'react';
import { EXPLAIN_ROUTE } from '../stores/pasted-text.ts';

interface ScreenModule {
  /** `:id` is what is selected on it. */
  readonly path: string;
  /** Fetched once, however often it is asked for. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

const loadConsole = async () => ({ default: (await import('../views/inspector/console/ConsoleView.tsx')).ConsoleView });

export const SCREEN_MODULES: readonly ScreenModule[] = [
  { path: '/overview', load: async () => ({ default: (await import('../views/overview/OverviewView.tsx')).OverviewView }) },
  { path: '/tipsets/:id?/:block?', load: async () => ({ default: (await import('../views/tipset/TipsetView.tsx')).TipsetView }) },
  { path: '/messages/:id?', load: async () => ({ default: (await import('../views/message/MessageView.tsx')).MessageView }) },
  { path: '/mempool', load: async () => ({ default: (await import('../views/mempool/MempoolView.tsx')).MempoolView }) },
  { path: '/actors/:id?', load: async () => ({ default: (await import('../views/actor/ActorView.tsx')).ActorView }) },
  { path: '/miners', load: async () => ({ default: (await import('../views/miners/MinersView.tsx')).MinersView }) },
  { path: '/miners/:id', load: async () => ({ default: (await import('../views/miner/MinerView.tsx')).MinerView }) },
  { path: '/sealing/:id?', load: async () => ({ default: (await import('../views/sealing/SealingView.tsx')).SealingView }) },
  { path: '/deals/:id?', load: async () => ({ default: (await import('../views/deals/DealsView.tsx')).DealsView }) },
  { path: '/journal/:id?', load: async () => ({ default: (await import('../views/journal/JournalView.tsx')).JournalView }) },
  { path: '/signatures/:id?', load: async () => ({ default: (await import('../views/signatures/SignaturesView.tsx')).SignaturesView }) },
  { path: '/inspector/new', load: loadConsole },
  { path: EXPLAIN_ROUTE, load: async () => ({ default: (await import('../views/inspector/explain/ExplainView.tsx')).ExplainView }) },
  { path: '/inspector/call/:method', load: loadConsole },
  { path: '/inspector/:id?', load: async () => ({ default: (await import('../views/inspector/InspectorView.tsx')).InspectorView }) },
  { path: '/node/upgrades/:id?', load: async () => ({ default: (await import('../views/upgrades/UpgradesView.tsx')).UpgradesView }) },
  { path: '/node', load: async () => ({ default: (await import('../views/node/NodeView.tsx')).NodeView }) },
  { path: '/endpoints/:id?', load: async () => ({ default: (await import('../views/endpoints/EndpointsView.tsx')).EndpointsView }) },
  { path: '/accounts/:id?', load: async () => ({ default: (await import('../views/accounts/AccountsView.tsx')).AccountsView }) },
  { path: '/addresses/:id?', load: async () => ({ default: (await import('../views/addresses/AddressesView.tsx')).AddressesView }) },
  { path: '/compose/batch', load: async () => ({ default: (await import('../views/compose/batch/BatchView.tsx')).BatchView }) },
  { path: '/compose', load: async () => ({ default: (await import('../views/compose/ComposeView.tsx')).ComposeView }) },
  { path: '/settings', load: async () => ({ default: (await import('../views/settings/SettingsView.tsx')).SettingsView }) },
];

/** The module of the screen at a path; none for a path that no screen has. */
export function screenModuleAt(path: string): ScreenModule | undefined {
  const given = (path === '/' ? '/overview' : path).split('/');
  return SCREEN_MODULES.find((screen) => {
    const wanted = screen.path.split('/');
    const fits = wanted.every(
      (part, index) => part === given[index] || (part.startsWith(':') && (part.endsWith('?') || given[index] !== undefined)),
    );
    return fits && given.length <= wanted.length;
  });
}

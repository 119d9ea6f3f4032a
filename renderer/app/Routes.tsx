import { IconMapOff } from '@tabler/icons-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { Button } from '../components/Button.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { PanelState } from '../components/PanelState.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

interface ScreenRoute {
  readonly path: string;
  readonly view: ComponentType;
}

const CONSOLE = lazy(async () => ({ default: (await import('../views/inspector/ConsoleView.tsx')).ConsoleView }));

/** Every screen is a bundle of its own, loaded when it is first opened. `:id` is what is selected on it. */
const ROUTES: readonly ScreenRoute[] = [
  { path: '/overview', view: lazy(async () => ({ default: (await import('../views/overview/OverviewView.tsx')).OverviewView })) },
  { path: '/tipsets/:id?/:block?', view: lazy(async () => ({ default: (await import('../views/tipset/TipsetView.tsx')).TipsetView })) },
  { path: '/messages/:id?', view: lazy(async () => ({ default: (await import('../views/message/MessageView.tsx')).MessageView })) },
  { path: '/mempool', view: lazy(async () => ({ default: (await import('../views/mempool/MempoolView.tsx')).MempoolView })) },
  { path: '/actors/:id?', view: lazy(async () => ({ default: (await import('../views/actor/ActorView.tsx')).ActorView })) },
  { path: '/miners', view: lazy(async () => ({ default: (await import('../views/miners/MinersView.tsx')).MinersView })) },
  { path: '/miners/:id', view: lazy(async () => ({ default: (await import('../views/miner/MinerView.tsx')).MinerView })) },
  { path: '/sealing/:id?', view: lazy(async () => ({ default: (await import('../views/sealing/SealingView.tsx')).SealingView })) },
  { path: '/deals/:id?', view: lazy(async () => ({ default: (await import('../views/deals/DealsView.tsx')).DealsView })) },
  { path: '/journal/:id?', view: lazy(async () => ({ default: (await import('../views/journal/JournalView.tsx')).JournalView })) },
  {
    path: '/signatures/:id?',
    view: lazy(async () => ({ default: (await import('../views/signatures/SignaturesView.tsx')).SignaturesView })),
  },
  { path: '/inspector/new', view: CONSOLE },
  { path: '/inspector/call/:method', view: CONSOLE },
  { path: '/inspector/:id?', view: lazy(async () => ({ default: (await import('../views/inspector/InspectorView.tsx')).InspectorView })) },
  { path: '/node', view: lazy(async () => ({ default: (await import('../views/node/NodeView.tsx')).NodeView })) },
  { path: '/endpoints/:id?', view: lazy(async () => ({ default: (await import('../views/endpoints/EndpointsView.tsx')).EndpointsView })) },
  { path: '/accounts/:id?', view: lazy(async () => ({ default: (await import('../views/accounts/AccountsView.tsx')).AccountsView })) },
  { path: '/addresses/:id?', view: lazy(async () => ({ default: (await import('../views/addresses/AddressesView.tsx')).AddressesView })) },
  { path: '/compose/batch', view: lazy(async () => ({ default: (await import('../views/compose/batch/BatchView.tsx')).BatchView })) },
  { path: '/compose', view: lazy(async () => ({ default: (await import('../views/compose/ComposeView.tsx')).ComposeView })) },
  { path: '/settings', view: lazy(async () => ({ default: (await import('../views/settings/SettingsView.tsx')).SettingsView })) },
];

export function Routes() {
  const [location, navigate] = useLocation();
  return (
    <ErrorBoundary resetKey={location}>
      <Suspense>
        <Switch>
          {ROUTES.map((route) => (
            <Route key={route.path} path={route.path} component={route.view} />
          ))}
          <Route path="/">
            <Redirect to="/overview" replace />
          </Route>
          <Route path="/sent/:id?">{({ id }) => <Redirect to={id === undefined ? '/journal' : `/journal/${id}`} replace />}</Route>
          <Route>
            <PageHead title="No such screen" />
            <PanelState
              icon={IconMapOff}
              title="There is no such screen"
              actions={
                <Button size="small" onClick={() => navigate('/overview')}>
                  Open the overview
                </Button>
              }
            >
              The address in this window does not belong to a screen of Sextant.
            </PanelState>
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

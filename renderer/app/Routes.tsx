import { IconMapOff } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { PanelState } from '../components/feedback/PanelState.tsx';
import { Button } from '../components/inputs/Button.tsx';
import { PageHead } from '../components/layout/PageHead.tsx';
import { ErrorBoundary, ScreenNotLoadedError } from './ErrorBoundary.tsx';
import { SCREEN_MODULES } from './screen-modules.ts';

const ROUTES = SCREEN_MODULES.map(({ path, load }) => ({
  path,
  view: lazy(() =>
    load().catch((cause: unknown) => {
      throw new ScreenNotLoadedError(cause);
    }),
  ),
}));

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
            <PageHead title="Screen not found" />
            <PanelState
              icon={IconMapOff}
              title="Screen not found"
              actions={
                <Button size="small" onClick={() => navigate('/overview')}>
                  Open overview
                </Button>
              }
            >
              Sextant has no screen at this address.
            </PanelState>
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { Fragment, useMemo } from 'react';
import { Router } from 'wouter';
import { ClientContext } from '../client/client-context.ts';
import type { Connection } from '../client/connect.ts';
import { useHashLocation } from '../hooks/use-hash-location.ts';
import { QueryMemoryContext } from '../hooks/use-query.ts';
import { useShownClock } from '../hooks/use-shown-clock.ts';
import type { AppStores } from '../stores/app-stores.ts';
import { QueryMemory } from '../stores/query-memory.ts';
import { StoresContext } from '../stores/stores-context.ts';
import { mantineTheme } from '../theme/mantine-theme.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { HostStatus } from './HostStatus.tsx';
import { Shell } from './Shell.tsx';
import { useAppliedSettings } from './use-applied-settings.ts';

interface AppProps {
  readonly connection: Connection<'app'>;
  readonly stores: AppStores;
}

/** Everything around the screens: client, stores, theme, routes, toasts. Routes live in the fragment, so that the files can lie anywhere. */
export function App({ connection, stores }: AppProps) {
  const memory = useMemo(() => new QueryMemory(), []);
  return (
    <ClientContext.Provider value={connection.client}>
      <StoresContext.Provider value={stores}>
        <QueryMemoryContext.Provider value={memory}>
          <Themed>
            <Router hook={useHashLocation}>
              <ErrorBoundary>
                <HostStatus connection={connection}>
                  <Shell dropped={connection.dropped} />
                </HostStatus>
              </ErrorBoundary>
            </Router>
            <Notifications position="bottom-right" limit={3} autoClose={6000} zIndex={400} />
          </Themed>
        </QueryMemoryContext.Provider>
      </StoresContext.Provider>
    </ClientContext.Provider>
  );
}

function Themed({ children }: { readonly children: React.ReactNode }) {
  const theme = useAppliedSettings();
  const clock = useShownClock();
  return (
    <MantineProvider theme={mantineTheme} forceColorScheme={theme}>
      {/* Every time on screen is written anew when the clock is changed. */}
      <Fragment key={clock}>{children}</Fragment>
    </MantineProvider>
  );
}

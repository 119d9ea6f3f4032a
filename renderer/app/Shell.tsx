import { useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Settings } from '../../shared/ipc/schemas/app.ts';
import { useClient } from '../client/client-context.ts';
import type { DroppedUpdates } from '../client/dropped-updates.ts';
import { toEnvelope } from '../hooks/use-query.ts';
import { useThemeName } from '../hooks/use-theme-name.ts';
import { useTopic } from '../hooks/use-topic.ts';
import { showToast } from '../lib/toast.tsx';
import { activateConnection } from '../stores/connection-choice.ts';
import { HINTS_ID } from '../theme/mantine-theme.ts';
import { CommandPalette } from './CommandPalette.tsx';
import type { CommandContext } from './commands.ts';
import { focusScreen, SCREEN_REGION_ID } from './focus-screen.ts';
import { Logo } from './Logo.tsx';
import { Navigation } from './Navigation.tsx';
import { palette } from './palette-store.ts';
import { Routes } from './Routes.tsx';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { StatusLine } from './StatusLine.tsx';
import styles from './shell.module.css';
import { TopBar } from './TopBar.tsx';
import { useForeignSwitch } from './use-foreign-switch.ts';
import { useJournalNews } from './use-journal-news.ts';
import { useNarrow } from './use-narrow.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** The frame around every screen: brand, top bar, navigation, the screen, status line, palette and shortcuts. */
export function Shell({ dropped }: { readonly dropped: DroppedUpdates }) {
  const client = useClient();
  const [, navigate] = useLocation();
  const settings = useTopic('settings.changed');
  const wallet = useTopic('wallet.changed');
  const theme = useThemeName();
  const isNarrow = useNarrow();
  const searchField = useRef<HTMLInputElement>(null);
  const [areShortcutsOpen, setAreShortcutsOpen] = useState(false);
  /** On a narrow window the navigation is folded unless it was opened there by hand. */
  const [isOpenThoughNarrow, setIsOpenThoughNarrow] = useState(false);
  const isFolded = isNarrow ? !isOpenThoughNarrow : settings?.isNavigationFolded === true;

  const context = useMemo<CommandContext>(() => {
    const report = (title: string) => (error: unknown) => showToast({ tone: 'danger', title, message: toEnvelope(error).message });
    return {
      navigate: (path: string) => {
        navigate(path);
        focusScreen();
      },
      settings,
      wallet,
      theme,
      updateSettings: (change: Partial<Settings>) => {
        client.settings.updateSettings(change).catch(report('Could not save the setting'));
      },
      lockWallet: () => {
        client.wallet.lockWallet({}).catch(report('Could not lock the wallet'));
      },
      activateConnection: (id: string) => {
        activateConnection(client, id).catch(report('Could not change the endpoint'));
      },
      openPalette: () => palette.open(),
      openShortcuts: () => setAreShortcutsOpen(true),
      focusSearch: () => searchField.current?.focus(),
    };
  }, [client, navigate, settings, wallet, theme]);
  useShortcuts(context);
  useForeignSwitch();
  useJournalNews();

  function fold(): void {
    if (isNarrow) setIsOpenThoughNarrow(isFolded);
    else context.updateSettings({ isNavigationFolded: !isFolded });
  }

  return (
    <div className={styles.shell} data-folded={isFolded || undefined}>
      <section className={styles.brand} aria-label="Application">
        <Logo />
        <span className={styles.name}>Sextant</span>
        <button type="button" className={styles.skip} onClick={focusScreen}>
          Skip to content
        </button>
      </section>
      <TopBar searchField={searchField} onLockWallet={context.lockWallet} />
      <Navigation isFolded={isFolded} onFold={fold} />
      <main id={SCREEN_REGION_ID} className={styles.main} tabIndex={-1}>
        <Routes />
        <div id={HINTS_ID} className={styles.hints} />
      </main>
      <StatusLine
        dropped={dropped}
        onShortcuts={context.openShortcuts}
        onDensity={() => context.updateSettings({ density: settings?.density === 'roomy' ? 'dense' : 'roomy' })}
      />
      <CommandPalette context={context} />
      <ShortcutSheet isOpen={areShortcutsOpen} onClose={() => setAreShortcutsOpen(false)} />
    </div>
  );
}

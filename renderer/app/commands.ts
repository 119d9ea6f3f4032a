import type { TablerIcon } from '@tabler/icons-react';
import {
  IconChevronLeft,
  IconChevronRight,
  IconCommand,
  IconFileText,
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLock,
  IconMoon,
  IconPin,
  IconPlugConnected,
  IconPlus,
  IconRowInsertBottom,
  IconSearch,
} from '@tabler/icons-react';
import type { Settings } from '../../shared/ipc/schemas/app.ts';
import type { ConnectionsState } from '../../shared/ipc/schemas/connections.ts';
import type { WalletState } from '../../shared/ipc/schemas/wallet.ts';
import { EXPLAIN_ROUTE } from '../stores/pasted-text.ts';
import { shownPin } from '../stores/shown-pin.ts';
import { ALL_SCREENS } from './screens.ts';

/** What a command may do. */
export interface CommandContext {
  readonly navigate: (path: string) => void;
  readonly settings: Settings | undefined;
  readonly theme: 'dark' | 'light';
  readonly wallet: WalletState | undefined;
  readonly updateSettings: (change: Partial<Settings>) => void;
  readonly lockWallet: () => void;
  readonly activateConnection: (id: string) => void;
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
  readonly focusSearch: () => void;
}

export interface Command {
  readonly id: string;
  readonly title: string;
  readonly detail?: string;
  readonly group: 'Commands' | 'Endpoints' | 'Places';
  readonly icon: TablerIcon;
  /** One chord (`Ctrl+K`), or keys after each other (`g`, `o`). `Ctrl` stands for the Mac's command key as well. */
  readonly keys?: readonly string[];
  readonly run: (context: CommandContext) => void;
  /** Why it cannot be run now. */
  readonly disabledReason?: (context: CommandContext) => string | undefined;
}

const PLACES: readonly Command[] = ALL_SCREENS.map((screen) => ({
  id: `go-${screen.id}`,
  title: screen.title,
  detail: screen.purpose,
  group: 'Places',
  icon: screen.icon,
  keys: ['g', screen.goKey],
  run: (context) => context.navigate(screen.path),
}));

const withoutPin = (): string | undefined => (shownPin() === undefined ? 'this screen cannot be pinned' : undefined);

/** A command for every endpoint but the one in use. */
export function connectionCommands(state: ConnectionsState | undefined): Command[] {
  return (state?.connections ?? [])
    .filter(({ id }) => id !== state?.activeId)
    .map(({ id, name, httpUrl }) => ({
      id: `use-${id}`,
      title: `Use ${name}`,
      detail: httpUrl,
      group: 'Endpoints',
      icon: IconPlugConnected,
      run: (context) => context.activateConnection(id),
    }));
}

/** The one registry of commands: palette, shortcuts, tooltips and the shortcut sheet are made from it. */
export const COMMANDS: readonly Command[] = [
  {
    id: 'palette',
    title: 'Command palette',
    group: 'Commands',
    icon: IconCommand,
    keys: ['Ctrl+K'],
    run: (context) => context.openPalette(),
  },
  {
    id: 'explain',
    title: 'Explain pasted text',
    detail: 'error, request, reply, curl, HAR',
    group: 'Commands',
    icon: IconFileText,
    run: (context) => context.navigate(EXPLAIN_ROUTE),
  },
  {
    id: 'search',
    title: 'Search',
    detail: 'address, CID, epoch, sector, deal',
    group: 'Commands',
    icon: IconSearch,
    keys: ['/'],
    run: (context) => context.focusSearch(),
  },
  {
    id: 'pin',
    title: 'Pin this view or follow the head',
    group: 'Commands',
    icon: IconPin,
    keys: ['p'],
    run: () => shownPin()?.toggle(),
    disabledReason: withoutPin,
  },
  {
    id: 'pin-back',
    title: 'Pin one epoch back',
    group: 'Commands',
    icon: IconChevronLeft,
    keys: ['['],
    run: () => shownPin()?.move(-1),
    disabledReason: withoutPin,
  },
  {
    id: 'pin-on',
    title: 'Pin one epoch forward',
    group: 'Commands',
    icon: IconChevronRight,
    keys: [']'],
    run: () => shownPin()?.move(1),
    disabledReason: withoutPin,
  },
  {
    id: 'new-call',
    title: 'New call',
    detail: 'compose and send a call',
    group: 'Commands',
    icon: IconPlus,
    run: (context) => context.navigate('/inspector/new'),
  },
  {
    id: 'new-endpoint',
    title: 'Add endpoint',
    group: 'Commands',
    icon: IconPlus,
    run: (context) => context.navigate('/endpoints/new'),
  },
  {
    id: 'new-address',
    title: 'Add address to the address book',
    group: 'Commands',
    icon: IconPlus,
    run: (context) => context.navigate('/addresses/new'),
  },
  {
    id: 'lock-wallet',
    title: 'Lock wallet',
    group: 'Commands',
    icon: IconLock,
    keys: ['Ctrl+L'],
    run: (context) => context.lockWallet(),
    disabledReason: ({ wallet }) =>
      wallet?.status === 'unlocked' ? undefined : wallet?.status === 'locked' ? 'already locked' : 'no wallet yet',
  },
  {
    id: 'theme',
    title: 'Switch between dark and light theme',
    group: 'Commands',
    icon: IconMoon,
    run: (context) => context.updateSettings({ theme: context.theme === 'dark' ? 'light' : 'dark' }),
  },
  {
    id: 'density',
    title: 'Switch between dense and roomy rows',
    group: 'Commands',
    icon: IconRowInsertBottom,
    run: (context) => context.updateSettings({ density: context.settings?.density === 'roomy' ? 'dense' : 'roomy' }),
  },
  {
    id: 'fold',
    title: 'Collapse or expand the navigation',
    group: 'Commands',
    icon: IconLayoutSidebarLeftCollapse,
    run: (context) => context.updateSettings({ isNavigationFolded: context.settings?.isNavigationFolded !== true }),
  },
  {
    id: 'shortcuts',
    title: 'Shortcuts',
    group: 'Commands',
    icon: IconKeyboard,
    keys: ['?'],
    run: (context) => context.openShortcuts(),
  },
  ...PLACES,
];

/** Keys that lists and values answer themselves; here so that the sheet can name them. */
export const LIST_KEYS: readonly { readonly title: string; readonly keys: readonly string[] }[] = [
  { title: 'Next, previous', keys: ['j', 'k'] },
  { title: 'First, last', keys: ['Home', 'End'] },
  { title: 'Open in pane', keys: ['Enter'] },
  { title: 'Close pane', keys: ['Esc'] },
  { title: 'Copy identifier', keys: ['c'] },
  { title: 'Copy or save rows', keys: ['x'] },
  { title: 'Show the call behind a value', keys: ['.'] },
];

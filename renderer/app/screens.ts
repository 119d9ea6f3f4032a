import type { TablerIcon } from '@tabler/icons-react';
import {
  IconActivity,
  IconAddressBook,
  IconBook,
  IconBox,
  IconFileCertificate,
  IconHourglassEmpty,
  IconKey,
  IconLayoutDashboard,
  IconMail,
  IconPencil,
  IconPlugConnected,
  IconServer2,
  IconServerCog,
  IconSettings,
  IconSignature,
  IconStack2,
  IconUserSearch,
} from '@tabler/icons-react';

export interface Screen {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly icon: TablerIcon;
  /** Second key of the `g` + key shortcut. */
  readonly goKey: string;
  /** Description in the palette. */
  readonly purpose: string;
}

export interface ScreenGroup {
  readonly title: string | undefined;
  readonly screens: readonly Screen[];
}

/** All screens by navigation group. Palette, shortcuts and routes are derived from this list. */
export const SCREEN_GROUPS: readonly ScreenGroup[] = [
  {
    title: undefined,
    screens: [
      {
        id: 'overview',
        title: 'Overview',
        path: '/overview',
        icon: IconLayoutDashboard,
        goKey: 'o',
        purpose: 'chain status and attention',
      },
    ],
  },
  {
    title: 'Chain',
    screens: [
      { id: 'tipsets', title: 'Tipsets', path: '/tipsets', icon: IconStack2, goKey: 't', purpose: 'blocks and their messages' },
      { id: 'messages', title: 'Messages', path: '/messages', icon: IconMail, goKey: 'm', purpose: 'a message by CID' },
      {
        id: 'mempool',
        title: 'Mempool',
        path: '/mempool',
        icon: IconHourglassEmpty,
        goKey: 'q',
        purpose: 'pending messages',
      },
      {
        id: 'actors',
        title: 'Actors',
        path: '/actors',
        icon: IconUserSearch,
        goKey: 'u',
        purpose: 'state, proposals and messages of an address',
      },
    ],
  },
  {
    title: 'Providers',
    screens: [
      { id: 'miners', title: 'Miners', path: '/miners', icon: IconServer2, goKey: 'p', purpose: 'power, deadlines, sectors' },
      { id: 'sealing', title: 'Sealing', path: '/sealing', icon: IconBox, goKey: 's', purpose: 'sectors being sealed' },
      { id: 'deals', title: 'Deals', path: '/deals', icon: IconFileCertificate, goKey: 'd', purpose: 'storage deals and claims' },
    ],
  },
  {
    title: 'Wallet',
    screens: [
      { id: 'accounts', title: 'Accounts', path: '/accounts', icon: IconKey, goKey: 'a', purpose: 'keys on this machine' },
      { id: 'compose', title: 'Compose', path: '/compose', icon: IconPencil, goKey: 'c', purpose: 'compose a message' },
      {
        id: 'journal',
        title: 'Journal',
        path: '/journal',
        icon: IconBook,
        goKey: 'j',
        purpose: 'messages signed or pushed here',
      },
      {
        id: 'signatures',
        title: 'Signatures',
        path: '/signatures',
        icon: IconSignature,
        goKey: 'v',
        purpose: 'verify messages, sign and verify data',
      },
      {
        id: 'addresses',
        title: 'Address book',
        path: '/addresses',
        icon: IconAddressBook,
        goKey: 'b',
        purpose: 'labels, notes, watched addresses',
      },
    ],
  },
  {
    title: 'Node',
    screens: [
      { id: 'inspector', title: 'Inspector', path: '/inspector', icon: IconActivity, goKey: 'i', purpose: 'calls to the node' },
      { id: 'node', title: 'Node', path: '/node', icon: IconServerCog, goKey: 'n', purpose: 'version, peers, sync' },
      { id: 'endpoints', title: 'Endpoints', path: '/endpoints', icon: IconPlugConnected, goKey: 'e', purpose: 'node connections' },
    ],
  },
];

export const SETTINGS_SCREEN: Screen = {
  id: 'settings',
  title: 'Settings',
  path: '/settings',
  icon: IconSettings,
  goKey: ',',
  purpose: 'appearance and wallet safety',
};

export const ALL_SCREENS: readonly Screen[] = [...SCREEN_GROUPS.flatMap((group) => group.screens), SETTINGS_SCREEN];

/** The screen of a route. */
export function screenOf(location: string): Screen | undefined {
  return ALL_SCREENS.find((screen) => location === screen.path || location.startsWith(`${screen.path}/`));
}

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
  /** Second key of the shortcut `g` + key. */
  readonly goKey: string;
  /** What it is for, in the palette. */
  readonly purpose: string;
}

export interface ScreenGroup {
  readonly title: string | undefined;
  readonly screens: readonly Screen[];
}

/** The screens that exist, in the groups of the navigation. Palette, shortcuts and routes follow this list. */
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
        purpose: 'the chain and what needs attention',
      },
    ],
  },
  {
    title: 'Chain',
    screens: [
      { id: 'tipsets', title: 'Tipsets', path: '/tipsets', icon: IconStack2, goKey: 't', purpose: 'blocks and their messages' },
      { id: 'messages', title: 'Messages', path: '/messages', icon: IconMail, goKey: 'm', purpose: 'one message by its CID' },
      {
        id: 'mempool',
        title: 'Mempool',
        path: '/mempool',
        icon: IconHourglassEmpty,
        goKey: 'q',
        purpose: 'what waits to be taken into a block',
      },
      {
        id: 'actors',
        title: 'Actors',
        path: '/actors',
        icon: IconUserSearch,
        goKey: 'u',
        purpose: 'any address: its state, proposals, messages',
      },
    ],
  },
  {
    title: 'Providers',
    screens: [
      { id: 'miners', title: 'Miners', path: '/miners', icon: IconServer2, goKey: 'p', purpose: 'power, deadlines, sectors' },
      { id: 'sealing', title: 'Sealing', path: '/sealing', icon: IconBox, goKey: 's', purpose: 'sectors on their way to the chain' },
      { id: 'deals', title: 'Deals', path: '/deals', icon: IconFileCertificate, goKey: 'd', purpose: 'storage deals and their lives' },
    ],
  },
  {
    title: 'Wallet',
    screens: [
      { id: 'accounts', title: 'Accounts', path: '/accounts', icon: IconKey, goKey: 'a', purpose: 'keys on this machine' },
      { id: 'compose', title: 'Compose', path: '/compose', icon: IconPencil, goKey: 'c', purpose: 'write and check a message' },
      {
        id: 'journal',
        title: 'Journal',
        path: '/journal',
        icon: IconBook,
        goKey: 'j',
        purpose: 'messages that were signed or pushed here',
      },
      {
        id: 'signatures',
        title: 'Signatures',
        path: '/signatures',
        icon: IconSignature,
        goKey: 'v',
        purpose: 'verify a signed message, sign and verify data',
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
      { id: 'inspector', title: 'Inspector', path: '/inspector', icon: IconActivity, goKey: 'i', purpose: 'every call to the node' },
      { id: 'node', title: 'Node', path: '/node', icon: IconServerCog, goKey: 'n', purpose: 'version, peers, sync' },
      { id: 'endpoints', title: 'Endpoints', path: '/endpoints', icon: IconPlugConnected, goKey: 'e', purpose: 'nodes to talk to' },
    ],
  },
];

export const SETTINGS_SCREEN: Screen = {
  id: 'settings',
  title: 'Settings',
  path: '/settings',
  icon: IconSettings,
  goKey: ',',
  purpose: 'how it looks, and the wallet’s times',
};

export const ALL_SCREENS: readonly Screen[] = [...SCREEN_GROUPS.flatMap((group) => group.screens), SETTINGS_SCREEN];

/** The screen that an address belongs to. */
export function screenOf(location: string): Screen | undefined {
  return ALL_SCREENS.find((screen) => location === screen.path || location.startsWith(`${screen.path}/`));
}

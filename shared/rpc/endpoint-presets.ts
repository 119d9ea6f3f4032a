/**
 * Where a new connection can begin: addresses that public documentation names, as defaults to be edited.
 *
 * Only data: nothing here is contacted before a user chooses it, saves it and uses it. The operators are third parties that have
 * nothing to do with Sextant, and may change or end their service.
 *
 * Sources: Filecoin documentation, "RPCs" of mainnet and calibration (docs.filecoin.io/networks/mainnet/rpcs and
 * docs.filecoin.io/networks/calibration/rpcs) for Glif and Ankr; Lotus documentation, "Chain.Love" (lotus.filecoin.io/lotus/developers/
 * chain-love) for its addresses and for the files of deals of both networks; Filecoin documentation of the Hyperspace network of 2023
 * for its address. The CID checkers are named on Glif's site; they take a piece as public programs open them.
 */

type PresetId =
  | 'embedded'
  | 'mainnet-glif'
  | 'mainnet-chain-love'
  | 'mainnet-ankr'
  | 'calibration-glif'
  | 'calibration-chain-love'
  | 'hyperspace'
  | 'custom';

export interface EndpointPreset {
  readonly id: PresetId;
  /** For people. */
  readonly title: string;
  /** One sentence: what it is good for, or why it is not. */
  readonly description: string;
  /** Who runs it, where that is neither the user nor Sextant. */
  readonly operator?: string;
  /** The network's service ended: it is listed so that an old address is recognised, and cannot be used as it is. */
  readonly isRetired: boolean;
  /** Absent for what is not an address to fill in: the embedded node, and a connection entered by hand. */
  readonly defaults?: PresetDefaults;
}

interface PresetDefaults {
  readonly name: string;
  readonly httpUrl: string;
  readonly wsUrl?: string;
  readonly apiVersion: 'v0' | 'v1';
  /** As StateNetworkName says it; absent where no documentation tells it. */
  readonly network?: string;
  readonly dealsDataUrl?: string;
  /** With `{cid}` where the CID stands. */
  readonly cidCheckerUrl?: string;
}

const MAINNET = {
  apiVersion: 'v1',
  network: 'mainnet',
  dealsDataUrl: 'https://marketdeals.s3.amazonaws.com/StateMarketDeals.json.zst',
  cidCheckerUrl: 'https://filecoin.tools/search?q={cid}',
} as const;

const CALIBRATION = {
  apiVersion: 'v1',
  network: 'calibrationnet',
  dealsDataUrl: 'https://marketdeals-calibration.s3.amazonaws.com/StateMarketDeals.json.zst',
  cidCheckerUrl: 'https://calibration.filecoin.tools/{cid}',
} as const;

export const ENDPOINT_PRESETS: readonly EndpointPreset[] = [
  {
    id: 'embedded',
    title: 'Embedded node',
    description: 'A practice network inside Sextant. It is always in the list; nothing is to be entered for it.',
    isRetired: false,
  },
  {
    id: 'mainnet-glif',
    title: 'Mainnet',
    operator: 'Glif',
    description: 'Reads and the sending of signed messages. Looks back over the latest 2,000 epochs.',
    isRetired: false,
    defaults: {
      ...MAINNET,
      name: 'Mainnet, Glif',
      httpUrl: 'https://api.node.glif.io/rpc/v1',
      wsUrl: 'wss://wss.node.glif.io/apigw/lotus/rpc/v1',
    },
  },
  {
    id: 'mainnet-chain-love',
    title: 'Mainnet',
    operator: 'Chain.Love',
    description: 'Reads and the sending of signed messages, from the operator that follows Glif.',
    isRetired: false,
    defaults: {
      ...MAINNET,
      name: 'Mainnet, Chain.Love',
      httpUrl: 'https://filecoin.chain.love/rpc/v1',
      wsUrl: 'wss://filecoin.chain.love/ws/rpc/v1',
    },
  },
  {
    id: 'mainnet-ankr',
    title: 'Mainnet',
    operator: 'Ankr',
    description: 'HTTP alone; the head is polled. Its documentation does not say which API version it speaks: check it before use.',
    isRetired: false,
    defaults: { ...MAINNET, name: 'Mainnet, Ankr', httpUrl: 'https://rpc.ankr.com/filecoin' },
  },
  {
    id: 'calibration-glif',
    title: 'Calibration testnet',
    operator: 'Glif',
    description: 'The long-lived test network, with the same limits as on mainnet.',
    isRetired: false,
    defaults: {
      ...CALIBRATION,
      name: 'Calibration, Glif',
      httpUrl: 'https://api.calibration.node.glif.io/rpc/v1',
      wsUrl: 'wss://wss.calibration.node.glif.io/apigw/lotus/rpc/v1',
    },
  },
  {
    id: 'calibration-chain-love',
    title: 'Calibration testnet',
    operator: 'Chain.Love',
    description: 'The long-lived test network, from the operator that follows Glif.',
    isRetired: false,
    defaults: {
      ...CALIBRATION,
      name: 'Calibration, Chain.Love',
      httpUrl: 'https://calibration.filecoin.chain.love/rpc/v1',
      wsUrl: 'wss://calibration.filecoin.chain.love/ws/rpc/v1',
    },
  },
  {
    id: 'hyperspace',
    title: 'Hyperspace testnet',
    operator: 'Glif',
    description: 'Retired: this test network of 2023 no longer runs. Calibration took its place.',
    isRetired: true,
    defaults: {
      name: 'Hyperspace (retired)',
      httpUrl: 'https://api.hyperspace.node.glif.io/rpc/v1',
      apiVersion: 'v1',
    },
  },
  { id: 'custom', title: 'Another node', description: 'A node of your own, or one that is not in this list.', isRetired: false },
];

/** A preset by its id; undefined for an id that this version does not know. */
export function presetById(id: string | undefined): EndpointPreset | undefined {
  return ENDPOINT_PRESETS.find((preset) => preset.id === id);
}

/** The retired preset that an address belongs to: such a connection cannot be used until its address is another. */
export function retiredPresetOf(connection: {
  readonly httpUrl: string;
  readonly preset?: string | undefined;
}): EndpointPreset | undefined {
  const preset = presetById(connection.preset);
  return preset?.isRetired === true && preset.defaults?.httpUrl === connection.httpUrl ? preset : undefined;
}

/** Who runs the address of a connection, where a preset names a third party and the address is still its own. */
export function operatorOf(connection: { readonly httpUrl: string; readonly preset?: string | undefined }): string | undefined {
  const preset = presetById(connection.preset);
  return preset?.defaults?.httpUrl === connection.httpUrl ? preset.operator : undefined;
}

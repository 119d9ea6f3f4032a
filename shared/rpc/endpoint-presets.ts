/**
 * Presets for new connections: public endpoint URLs, as editable defaults.
 *
 * None is contacted before the user saves and uses it. The operators are third parties unrelated to Sextant, and may change or end
 * their service.
 *
 * Sources: Filecoin documentation, "RPCs" of mainnet and calibration (docs.filecoin.io/networks/mainnet/rpcs and
 * docs.filecoin.io/networks/calibration/rpcs) for Glif and Ankr; Lotus documentation, "Chain.Love" (lotus.filecoin.io/lotus/developers/
 * chain-love) for its URLs and the deal files of both networks; Filecoin documentation of the Hyperspace network (2023). The CID
 * checkers are those linked from Glif's site.
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
  /** Shown in the UI. */
  readonly title: string;
  /** What it serves, or why it cannot be used. */
  readonly description: string;
  /** The third party that runs it. */
  readonly operator?: string;
  /** The network no longer runs; listed to recognise old URLs. */
  readonly isRetired: boolean;
  /** Absent for the embedded node and a custom connection. */
  readonly defaults?: PresetDefaults;
}

interface PresetDefaults {
  readonly name: string;
  readonly httpUrl: string;
  readonly wsUrl?: string;
  readonly apiVersion: 'v0' | 'v1';
  /** As returned by StateNetworkName; absent if undocumented. */
  readonly network?: string;
  readonly dealsDataUrl?: string;
  /** With `{cid}` as a placeholder. */
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
    description: 'A practice network inside Sextant. It needs no setup.',
    isRetired: false,
  },
  {
    id: 'mainnet-glif',
    title: 'Mainnet',
    operator: 'Glif',
    description: 'Read methods and MpoolPush. Lookback limit: 2,000 epochs.',
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
    description: 'Read methods and MpoolPush, from Glif’s successor.',
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
    description: 'HTTP only: Sextant polls the head. Its documentation does not state the API version; check before use.',
    isRetired: false,
    defaults: { ...MAINNET, name: 'Mainnet, Ankr', httpUrl: 'https://rpc.ankr.com/filecoin' },
  },
  {
    id: 'calibration-glif',
    title: 'Calibration testnet',
    operator: 'Glif',
    description: 'The long-lived test network, with the same limits as mainnet.',
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
    description: 'The long-lived test network, from Glif’s successor.',
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
    description: 'This test network of 2023 no longer runs. Use calibration.',
    isRetired: true,
    defaults: {
      name: 'Hyperspace (retired)',
      httpUrl: 'https://api.hyperspace.node.glif.io/rpc/v1',
      apiVersion: 'v1',
    },
  },
  { id: 'custom', title: 'Another node', description: 'Your own node, or another endpoint.', isRetired: false },
];

/** A preset by its id; undefined for an unknown id. */
export function presetById(id: string | undefined): EndpointPreset | undefined {
  return ENDPOINT_PRESETS.find((preset) => preset.id === id);
}

/** The retired preset whose URL a connection uses; such a connection cannot be used. */
export function retiredPresetOf(connection: {
  readonly httpUrl: string;
  readonly preset?: string | undefined;
}): EndpointPreset | undefined {
  const preset = presetById(connection.preset);
  return preset?.isRetired === true && preset.defaults?.httpUrl === connection.httpUrl ? preset : undefined;
}

/** The third party that runs the endpoint, if the connection still uses the URL of its preset. */
export function operatorOf(connection: { readonly httpUrl: string; readonly preset?: string | undefined }): string | undefined {
  const preset = presetById(connection.preset);
  return preset?.defaults?.httpUrl === connection.httpUrl ? preset.operator : undefined;
}

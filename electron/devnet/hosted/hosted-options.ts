/** Networks of the hosted service. */
export const HOSTED_NETWORKS = ['mainnet', 'testnet', 'hyperspace'] as const;
export type HostedNetworkName = (typeof HOSTED_NETWORKS)[number];

/** Options of the emulated hosted service. All values can be posted to a worker. */
export interface HostedOptions {
  /** HTTP request limit per minute of a public endpoint; no limit by default. */
  readonly requestsPerMinute?: number;
  /** How often the file of deals is rewritten; default 10 minutes. */
  readonly dealsEveryMs?: number;
  /** Time after which a request for a custom endpoint is decided automatically. Without it, only the control URL decides. */
  readonly decisionMs?: number;
  /** Epochs of history that an endpoint serves; default 2,000. */
  readonly windowEpochs?: number;
  /** Lags of the backends in epochs; by default derived from the seed. */
  readonly lagEpochs?: readonly number[];
  /** Repeating order in which backends are selected; random by default. */
  readonly turns?: readonly number[];
}

export type HostedUrls = { readonly httpUrl: string; readonly wsUrl: string };

export type HostedAddresses = {
  readonly networks: Readonly<Record<HostedNetworkName, HostedUrls>>;
  /** URL of mainnet's deals as JSON; append `.zst` or `.gz` for compressed files. */
  readonly deals: string;
  readonly cidChecker: string;
  /** URL for requesting custom endpoints. */
  readonly custom: string;
  /** Folder that represents the disk of the service, for `ClientImport` and `ClientExport`. */
  readonly filesFolder: string;
  /** Milliseconds of real time per epoch. */
  readonly blockTimeMs: number;
};

export const DEFAULT_DEALS_EVERY_MS = 600_000;
/** Default: long enough to see a pending request. */
export const DEFAULT_DECISION_MS = 10_000;
export const DEFAULT_WINDOW_EPOCHS = 2_000;
export const BACKENDS = 3;

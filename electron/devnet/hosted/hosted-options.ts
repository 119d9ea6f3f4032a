/** Networks of the hosted service. */
export const HOSTED_NETWORKS = ['mainnet', 'testnet', 'hyperspace'] as const;
export type HostedNetworkName = (typeof HOSTED_NETWORKS)[number];

/** How to run the hosted service beside the bare node. Everything here can cross to a worker. */
export interface HostedOptions {
  /** HTTP requests a minute that a public endpoint answers; no limit without it. */
  readonly requestsPerMinute?: number;
  /** How often the file of deals is written anew; 10 minutes without it. */
  readonly dealsEveryMs?: number;
  /** After this time a request for a custom endpoint is decided by rule. Without it, only the control address decides. */
  readonly decisionMs?: number;
  /** Epochs of history that an endpoint answers about; 2,000 without it. */
  readonly windowEpochs?: number;
  /** Lags of the backends in epochs, in place of those that follow from the seed. */
  readonly lagEpochs?: readonly number[];
  /** The backends in the order in which they answer, again and again; random without it. */
  readonly turns?: readonly number[];
}

export type HostedUrls = { readonly httpUrl: string; readonly wsUrl: string };

export type HostedAddresses = {
  readonly networks: Readonly<Record<HostedNetworkName, HostedUrls>>;
  /** The deals of mainnet as JSON; `.zst` and `.gz` appended give the compressed forms. */
  readonly deals: string;
  readonly cidChecker: string;
  /** Where custom endpoints are requested. */
  readonly custom: string;
  /** Folder that stands for the disk of the service: what `ClientImport` reads and `ClientExport` writes. */
  readonly filesFolder: string;
  /** Milliseconds of real time per epoch. */
  readonly blockTimeMs: number;
};

export const DEFAULT_DEALS_EVERY_MS = 600_000;
/** Long enough to see a request pending. */
export const DEFAULT_DECISION_MS = 10_000;
export const DEFAULT_WINDOW_EPOCHS = 2_000;
export const BACKENDS = 3;

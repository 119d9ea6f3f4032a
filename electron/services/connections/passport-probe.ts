/** A probe: tests one property of an endpoint and fills one row of the passport. */
import type { PassportMethod, PassportRow } from '../../../shared/ipc/schemas/connections.ts';
import type { PassportEndpoint } from './passport-endpoint.ts';

export interface KnownTipset {
  readonly height: number;
  readonly key: readonly { readonly '/': string }[];
  readonly parents: readonly { readonly '/': string }[];
  readonly timeMs: number;
  /** Miner of its first block. */
  readonly minerAddress: string;
  readonly stateRoot: { readonly '/': string };
}

/** Results of earlier probes, for later ones. */
export interface PassportKnown {
  isReachable: boolean;
  head?: KnownTipset;
  blockDelaySeconds: number;
  hasStream: boolean;
  /** Lotus, Forest, Venus or Sextant devnet. */
  software?: string;
  /** Methods listed by Discover, without namespace. */
  discovered?: ReadonlySet<string>;
  methods: PassportMethod[];
  /** Available history below the head; `isAtLeast` if the deeper call was inconclusive. */
  lookBack?: { readonly epochs: number; readonly isWholeChain: boolean; readonly isAtLeast?: boolean };
  readonly tipsets: Map<number, KnownTipset>;
  /** From AuthVerify or the token; undefined if unknown. */
  permissions?: readonly string[];
  canPush?: boolean;
  isRateLimited: boolean;
  isSeveralNodes: boolean;
  isWrongNetwork: boolean;
}

export interface ProbeContext {
  readonly endpoint: PassportEndpoint;
  readonly known: PassportKnown;
  /** A practice chain with short epochs, whose head age is meaningless. */
  readonly isChainAccelerated: boolean;
  /** Publishes progress during a long probe. */
  readonly onProgress: () => void;
}

export type Finding = Pick<PassportRow, 'status' | 'value' | 'meaning'>;

export interface Probe {
  readonly id: string;
  readonly group: PassportRow['group'];
  readonly label: string;
  /** Share of the progress; default 1. */
  readonly weight?: number;
  /** If it returns false, the row is left out. */
  readonly isFor?: (endpoint: PassportEndpoint) => boolean;
  /** Also run if HTTP does not answer. */
  readonly isIndependent?: boolean;
  /** Sends many calls at once; the user can skip it. */
  readonly isBurst?: boolean;
  /** Returns expected failures as findings. */
  run(context: ProbeContext): Promise<Finding>;
}

/** What a probe is: one question about an endpoint and the row that answers it. */
import type { PassportMethod, PassportRow } from '../../../shared/ipc/schemas/connections.ts';
import type { PassportEndpoint } from './passport-endpoint.ts';

export interface KnownTipset {
  readonly height: number;
  readonly key: readonly { readonly '/': string }[];
  readonly parents: readonly { readonly '/': string }[];
  readonly timeMs: number;
  /** Of its first block: an address that is a miner for certain. */
  readonly minerAddress: string;
  readonly stateRoot: { readonly '/': string };
}

/** What earlier probes found, for those that come after them. */
export interface PassportKnown {
  isReachable: boolean;
  head?: KnownTipset;
  blockDelaySeconds: number;
  hasStream: boolean;
  /** Family of the software: Lotus, Forest, Venus, Sextant devnet. */
  software?: string;
  /** Names without namespace that Discover gave. */
  discovered?: ReadonlySet<string>;
  methods: PassportMethod[];
  /** Deepest epoch below the head that was answered; `isAtLeast` where the next question had no answer either way. */
  lookBack?: { readonly epochs: number; readonly isWholeChain: boolean; readonly isAtLeast?: boolean };
  readonly tipsets: Map<number, KnownTipset>;
  /** As AuthVerify or the token itself says; undefined where nobody told. */
  permissions?: readonly string[];
  canPush?: boolean;
  isRateLimited: boolean;
  isSeveralNodes: boolean;
  isWrongNetwork: boolean;
}

export interface ProbeContext {
  readonly endpoint: PassportEndpoint;
  readonly known: PassportKnown;
  /** The chain runs faster than its clock, as practice chains do: the age of its head says nothing. */
  readonly isChainAccelerated: boolean;
  /** Tells of progress inside a long probe. */
  readonly onProgress: () => void;
}

export type Finding = Pick<PassportRow, 'status' | 'value' | 'meaning'>;

export interface Probe {
  readonly id: string;
  readonly group: PassportRow['group'];
  readonly label: string;
  /** How much of the work this is, for the progress; 1 where absent. */
  readonly weight?: number;
  /** Where it says no, there is no row. */
  readonly isFor?: (endpoint: PassportEndpoint) => boolean;
  /** Also asked where HTTP does not answer. */
  readonly isIndependent?: boolean;
  /** Asks many times at once, so that people may want to leave it out. */
  readonly isBurst?: boolean;
  /** Expected failures become findings; what is thrown becomes a row that says so. */
  run(context: ProbeContext): Promise<Finding>;
}

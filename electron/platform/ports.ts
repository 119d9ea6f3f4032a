/**
 * What the services need from the machine, as interfaces: the composition roots choose the implementations, tests bring their own.
 */
import type { TrustedPurpose } from '../../shared/ipc/schemas/app.ts';

/** Time. Services never call `Date.now` or `setTimeout` themselves, so that a test can own the clock. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Milliseconds from an arbitrary start, never going backwards: for durations. */
  monotonicMs(): number;
  /** Resolves after the delay, or at once when the signal aborts. Never rejects: look at the signal afterwards. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /** Runs once after the delay; the returned function cancels it. Does not keep the process alive. */
  after(delayMs: number, run: () => void): () => void;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** Structured log. Fields and text pass the redaction of `redact.ts` before they are written anywhere. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log under a longer name: `logger.child('wallet')`. */
  child(name: string): Logger;
}

/** Where this profile's files live. Everything the app stores is below `folder`. */
export interface ProfilePaths {
  readonly folder: string;
  /** Absolute path of a file or folder in the profile; refuses to leave it. */
  file(...segments: string[]): string;
}

/** Small secrets (API tokens) by name; never keys, which live in the vault alone. */
export interface SecretStore {
  /** The platform's key store encrypts what is kept. Where it does not, the vault seals it once there is one. */
  readonly isEncrypted?: boolean;
  /** @throws SextantError `vault-locked` where the vault seals it and is locked */
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Of everything that is kept. */
  names(): Promise<readonly string[]>;
  /** Whether the vault, which is locked, seals it; absent where no vault does. Opens nothing. */
  isLocked?(name: string): Promise<boolean>;
}

/** Opens the trusted document: Electron opens its window, the web host returns its URL, which holds no secret. */
export interface TrustedOpener {
  open(purpose: TrustedPurpose): Promise<{ url?: string }>;
}

/** Where the embedded node of this run answers. Ports and tokens are new at every start. */
export interface EmbeddedNode {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly minerUrl: string;
  readonly controlUrl: string;
  readonly token: string;
  readonly minerToken: string;
  /** Absent where its chain is open already. */
  readonly opening?: EmbeddedOpening;
  /** The hosted service that it plays. */
  readonly hosted?: HostedPractice;
}

/** Where the parts of the practice service answer. */
export interface HostedPractice {
  readonly networks: Readonly<Record<'mainnet' | 'testnet' | 'hyperspace', { readonly httpUrl: string; readonly wsUrl: string }>>;
  readonly deals: string;
  readonly cidChecker: string;
  /** Where custom endpoints are requested. */
  readonly custom: string;
  /** Milliseconds of real time per epoch. */
  readonly blockTimeMs: number;
}

/** The embedded node answers once its chain is open; making one takes seconds. */
interface EmbeddedOpening {
  /** Resolves when a new chain begins to be made; never where there is one. */
  readonly making: Promise<void>;
  readonly opened: Promise<OpenedChain>;
  /** That a chain was replaced is known, and not said again. */
  dismissReplaced(): void;
}

export interface OpenedChain {
  readonly genesisCid: string;
  readonly replaced?: { readonly reason: 'other-version' | 'damaged' | 'other-seed'; readonly folder: string; readonly atMs: number };
  readonly lostEpochs?: number;
}

/** What the process was started with that may describe a node: variables that Lotus reads too, and the home folder. */
export interface HostEnvironment {
  readonly FULLNODE_API_INFO?: string;
  readonly MINER_API_INFO?: string;
  /** Deprecated name of MINER_API_INFO. */
  readonly STORAGE_API_INFO?: string;
  readonly LOTUS_PATH?: string;
  readonly LOTUS_MINER_PATH?: string;
  /** Where .lotus and .lotusminer are looked for; absent: nowhere. */
  readonly homeFolder?: string;
}

/** Everything `createCore` needs from the host it runs in. */
export interface CorePorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly paths: ProfilePaths;
  readonly secrets: SecretStore;
  readonly trusted: TrustedOpener;
  readonly embeddedNode?: EmbeddedNode;
  readonly environment: HostEnvironment;
  readonly version: string;
  readonly host: 'electron' | 'web' | 'memory';
}

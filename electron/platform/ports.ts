/**
 * Interfaces of the services to the platform. Composition roots and tests provide the implementations.
 */
import type { TrustedPurpose } from '../../shared/ipc/schemas/app.ts';

/** Time. Services never call `Date.now` or `setTimeout` directly, so that tests can control the clock. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number;
  /** Milliseconds from an arbitrary start, never decreasing; for durations. */
  monotonicMs(): number;
  /** Resolves after the delay or when the signal aborts. Never rejects; check the signal afterwards. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /** Runs once after the delay; the returned function cancels it. Does not keep the process alive. */
  after(delayMs: number, run: () => void): () => void;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** Structured log. Text and fields are redacted by `redact.ts` before they are written. */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** The same log with a longer name: `logger.child('wallet')`. */
  child(name: string): Logger;
}

/** Paths of this profile's files. All stored data is below `folder`. */
export interface ProfilePaths {
  readonly folder: string;
  /** Absolute path of a file or folder in the profile; throws for paths outside. */
  file(...segments: string[]): string;
}

/** Small secrets (API tokens) by name; never keys, which are only in the vault. */
export interface SecretStore {
  /** Whether the platform's key store encrypts the secrets; otherwise the vault seals them once it exists. */
  readonly isEncrypted?: boolean;
  /** @throws SextantError `vault-locked` if the locked vault seals it */
  get(name: string): Promise<string | undefined>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Names of all stored secrets. */
  names(): Promise<readonly string[]>;
  /** Whether the locked vault seals it; absent if no vault seals secrets. Decrypts nothing. */
  isLocked?(name: string): Promise<boolean>;
}

/** Opens the trusted document: Electron opens its window, the web host returns its URL, which contains no secret. */
export interface TrustedOpener {
  open(purpose: TrustedPurpose): Promise<{ url?: string }>;
}

/** URLs and tokens of the embedded node; new at every start. */
export interface EmbeddedNode {
  readonly httpUrl: string;
  readonly wsUrl: string;
  readonly minerUrl: string;
  readonly controlUrl: string;
  readonly token: string;
  readonly minerToken: string;
  /** Absent if its chain is already open. */
  readonly opening?: EmbeddedOpening;
  /** The hosted service that it simulates. */
  readonly hosted?: HostedPractice;
}

/** URLs of the practice service. */
export interface HostedPractice {
  readonly networks: Readonly<Record<'mainnet' | 'testnet' | 'hyperspace', { readonly httpUrl: string; readonly wsUrl: string }>>;
  readonly deals: string;
  readonly cidChecker: string;
  /** URL for requests of custom endpoints. */
  readonly custom: string;
  /** Milliseconds of real time per epoch. */
  readonly blockTimeMs: number;
}

/** The opening of the embedded node's chain; creating a new one takes seconds. */
interface EmbeddedOpening {
  /** Resolves when the creation of a new chain starts; never if a chain exists. */
  readonly making: Promise<void>;
  readonly opened: Promise<OpenedChain>;
  /** Dismisses the notice about a replaced chain. */
  dismissReplaced(): void;
}

export interface OpenedChain {
  readonly genesisCid: string;
  readonly replaced?: { readonly reason: 'other-version' | 'damaged' | 'other-seed'; readonly folder: string; readonly atMs: number };
  readonly lostEpochs?: number;
}

/** Environment that may describe a node: variables of Lotus and the home folder. */
export interface HostEnvironment {
  readonly FULLNODE_API_INFO?: string;
  readonly MINER_API_INFO?: string;
  /** Deprecated name of MINER_API_INFO. */
  readonly STORAGE_API_INFO?: string;
  readonly LOTUS_PATH?: string;
  readonly LOTUS_MINER_PATH?: string;
  /** Folder to search for .lotus and .lotusminer; absent: none. */
  readonly homeFolder?: string;
}

/** What `createCore` needs from the host. */
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

/** Settings of this profile: how it looks, and how careful the wallet is. Owns one slice and one document. */
import { z } from 'zod';
import { type Settings, zSettings } from '../../../shared/ipc/schemas/app.ts';
import { AtomicDocument, type Migrations } from '../../persistence/atomic-document.ts';
import type { Logger, ProfilePaths } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';

const DEFAULTS: Settings = {
  theme: 'system',
  density: 'dense',
  isNavigationFolded: false,
  zoomPercent: 100,
  clock: 'utc',
  columnChoices: {},
  autoLockMinutes: 10,
  clipboardSeconds: 30,
  feeWarningPercent: 10,
};

const zFields = z.record(z.string(), z.unknown());

/**
 * 1 to 2: how long the vault stays open and the clipboard keeps a secret, and which fee is pointed out.
 * 2 to 3: how large everything is, whose clock is shown, and which columns.
 */
const MIGRATIONS: Migrations = {
  1: (data) => {
    const { autoLockMinutes, clipboardSeconds, feeWarningPercent } = DEFAULTS;
    return { autoLockMinutes, clipboardSeconds, feeWarningPercent, ...zFields.parse(data) };
  },
  2: (data) => {
    const { zoomPercent, clock, columnChoices } = DEFAULTS;
    return { zoomPercent, clock, columnChoices, ...zFields.parse(data) };
  },
};

export interface SettingsServiceOptions {
  readonly paths: ProfilePaths;
  readonly logger: Logger;
}

export class SettingsService {
  readonly slice = new ValueTopic<Settings>(DEFAULTS);
  readonly #document: AtomicDocument<typeof zSettings>;
  readonly #logger: Logger;
  #loadFailure: unknown;

  constructor({ paths, logger }: SettingsServiceOptions) {
    this.#logger = logger.child('settings');
    this.#document = new AtomicDocument({
      path: paths.file('settings.json'),
      schema: zSettings,
      version: 3,
      migrations: MIGRATIONS,
      initial: () => DEFAULTS,
      logger,
    });
  }

  /** Settings that cannot be read are the usual ones until the file is mended; changing them then fails, and the file stays. */
  async start(): Promise<void> {
    try {
      this.slice.set(await this.#document.load());
    } catch (error) {
      this.#loadFailure = error;
      this.#logger.error('The settings cannot be read', { error });
    }
  }

  /** Changes the given fields, and answers with all of them. */
  async updateSettings(change: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Promise<Settings> {
    if (this.#loadFailure !== undefined) {
      throw this.#loadFailure;
    }
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const next = zSettings.parse({ ...this.slice.get(), ...given });
    // Set before it is saved: a change that follows at once builds on this one.
    this.slice.set(next);
    await this.#document.save(next);
    return next;
  }
}

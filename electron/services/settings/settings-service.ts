/** Appearance settings of this profile. Owns one slice and one document. */
import { type Settings, zSettings } from '../../../shared/ipc/schemas/app.ts';
import { AtomicDocument } from '../../persistence/atomic-document.ts';
import type { Logger, ProfilePaths } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';

const DEFAULTS: Settings = {
  theme: 'system',
  density: 'dense',
  isNavigationFolded: false,
  autoLockMinutes: 10,
  clipboardSeconds: 30,
  feeWarningPercent: 10,
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
      version: 1,
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

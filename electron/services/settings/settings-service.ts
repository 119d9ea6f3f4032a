/**
 * Settings of this profile: appearance, changed by the app, and safety, changed only by the trusted document. Owns one slice and one document.
 */
import { z } from 'zod';
import {
  type Appearance,
  MAX_AUTO_LOCK_MINUTES,
  MAX_CLIPBOARD_SECONDS,
  MAX_FEE_WARNING_PERCENT,
  type Safety,
  type Settings,
  zAppearance,
  zSafety,
  zSettings,
} from '../../../shared/ipc/schemas/app.ts';
import { AtomicDocument, type Migrations } from '../../persistence/atomic-document.ts';
import type { Logger, ProfilePaths } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';

const DEFAULTS: Settings = {
  theme: 'system',
  density: 'dense',
  isNavigationFolded: false,
  zoomPercent: 100,
  clock: 'local',
  columnChoices: {},
  autoLockMinutes: 10,
  clipboardSeconds: 30,
  feeWarningPercent: 10,
};

const zFields = z.record(z.string(), z.unknown());

/**
 * 1 to 2: adds auto-lock, clipboard time and fee warning.
 * 2 to 3: adds zoom, time zone and columns.
 * 3 to 4: limits the safety settings, which the app could set before.
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
  3: (data) => {
    const fields = zFields.parse(data);
    // 0 kept a copied secret in the clipboard permanently.
    const isNeverEmptied = fields.clipboardSeconds === 0;
    return {
      ...fields,
      autoLockMinutes: atMost(fields.autoLockMinutes, MAX_AUTO_LOCK_MINUTES),
      clipboardSeconds: isNeverEmptied ? MAX_CLIPBOARD_SECONDS : atMost(fields.clipboardSeconds, MAX_CLIPBOARD_SECONDS),
      feeWarningPercent: atMost(fields.feeWarningPercent, MAX_FEE_WARNING_PERCENT),
    };
  },
};

/** A value that is not a number is returned unchanged, for the schema to refuse. */
function atMost(value: unknown, maximum: number): unknown {
  return typeof value === 'number' ? Math.min(value, maximum) : value;
}

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
      version: 4,
      migrations: MIGRATIONS,
      initial: () => DEFAULTS,
      logger,
    });
  }

  /** If the file cannot be read, the defaults are used and changes fail, so that the file is not overwritten. */
  async start(): Promise<void> {
    try {
      this.slice.set(await this.#document.load());
    } catch (error) {
      this.#loadFailure = error;
      this.#logger.error('Could not read the settings', { error });
    }
  }

  /** Change appearance and return all settings. Other fields are refused, since the app calls this. */
  async updateSettings(change: { readonly [K in keyof Appearance]?: Appearance[K] | undefined }): Promise<Settings> {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    return this.#change(zAppearance.partial().parse(given));
  }

  /** Change the safety settings. Only for the approval zone. */
  async updateSafety(safety: Safety): Promise<void> {
    await this.#change(zSafety.parse(safety));
  }

  async #change(given: object): Promise<Settings> {
    if (this.#loadFailure !== undefined) {
      throw this.#loadFailure;
    }
    const next = zSettings.parse({ ...this.slice.get(), ...given });
    // Set before it is saved, so that the next change builds on it.
    this.slice.set(next);
    await this.#document.save(next);
    return next;
  }
}

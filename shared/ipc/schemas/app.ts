/** The application: version, settings, and opening the trusted document. */
import { z } from 'zod';

export const zAppInfo = z.object({
  version: z.string(),
  host: z.enum(['electron', 'web', 'memory']),
  platform: z.string(),
  /** Data folder of this profile, for the About panel. */
  profilePath: z.string(),
});

/** Appearance settings, changed by the app. */
export const zAppearance = z.strictObject({
  theme: z.enum(['system', 'dark', 'light']),
  density: z.enum(['dense', 'roomy']),
  isNavigationFolded: z.boolean(),
  /** Scale of the interface, including the trusted document. */
  zoomPercent: z.number().int().min(80).max(200),
  /** Time zone of displayed times. */
  clock: z.enum(['utc', 'local']),
  /** Columns shown or hidden by the user, by table name and column id. */
  columnChoices: z.record(z.string().max(60), z.record(z.string().max(60), z.boolean())),
});
export type Appearance = z.infer<typeof zAppearance>;

/** Weakest allowed value of each safety setting. */
export const MAX_AUTO_LOCK_MINUTES = 60;
export const MAX_CLIPBOARD_SECONDS = 120;
export const MAX_FEE_WARNING_PERCENT = 25;

/** Safety settings, changed by the trusted document and only read by the app. */
export const zSafety = z.strictObject({
  /** Auto-lock delay. */
  autoLockMinutes: z.number().int().min(1).max(MAX_AUTO_LOCK_MINUTES),
  /** Delay before the clipboard is cleared after a secret was copied, whatever it contains then. */
  clipboardSeconds: z.number().int().min(1).max(MAX_CLIPBOARD_SECONDS),
  /** Warn before signing if the fee is above this share of the value. */
  feeWarningPercent: z.number().int().min(1).max(MAX_FEE_WARNING_PERCENT),
});
export type Safety = z.infer<typeof zSafety>;

export const zSettings = z.object({ ...zAppearance.shape, ...zSafety.shape });
export type Settings = z.infer<typeof zSettings>;

/** Start page of the trusted document. */
export const zTrustedPurpose = z.discriminatedUnion('name', [
  z.object({ name: z.literal('create-vault') }),
  z.object({ name: z.literal('unlock') }),
  z.object({ name: z.literal('approve'), approvalId: z.string().max(100) }),
  /** The list of pending approvals. */
  z.object({ name: z.literal('approvals') }),
  /** A new key, or one imported from a phrase or a text. */
  z.object({ name: z.literal('add-key') }),
  z.object({ name: z.literal('back-up'), phraseId: z.string().max(100) }),
  z.object({ name: z.literal('export-key'), address: z.string().max(115) }),
  z.object({ name: z.literal('delete-key'), address: z.string().max(115) }),
  z.object({ name: z.literal('rename-key'), address: z.string().max(115) }),
  z.object({ name: z.literal('change-passphrase') }),
  z.object({ name: z.literal('safety-settings') }),
]);
export type TrustedPurpose = z.infer<typeof zTrustedPurpose>;

/** Web host: the URL of the trusted document, without secrets. Electron opens the window and returns no URL. */
export const zTrustedLink = z.object({ url: z.string().optional() });

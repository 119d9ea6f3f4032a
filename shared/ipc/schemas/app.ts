/** The application itself: what runs, settings, and the way to the trusted document. */
import { z } from 'zod';

export const zAppInfo = z.object({
  version: z.string(),
  host: z.enum(['electron', 'web', 'memory']),
  platform: z.string(),
  /** Where this profile's data lives, for the About panel. */
  profilePath: z.string(),
});

/** How the app looks. The app changes these. */
export const zAppearance = z.strictObject({
  theme: z.enum(['system', 'dark', 'light']),
  density: z.enum(['dense', 'roomy']),
  isNavigationFolded: z.boolean(),
  /** Of everything on screen, the trusted document too. */
  zoomPercent: z.number().int().min(80).max(200),
  /** In which times of day are written. */
  clock: z.enum(['utc', 'local']),
  /** Columns of tables that were shown or hidden by hand, by the table's name and the column's id. */
  columnChoices: z.record(z.string().max(60), z.record(z.string().max(60), z.boolean())),
});
export type Appearance = z.infer<typeof zAppearance>;

/** The weakest that each safety setting can be. */
export const MAX_AUTO_LOCK_MINUTES = 60;
export const MAX_CLIPBOARD_SECONDS = 120;
export const MAX_FEE_WARNING_PERCENT = 25;

/** What protects the keys and the person who signs. The trusted document changes these; the app can only read them. */
export const zSafety = z.strictObject({
  /** The vault locks by itself after this long without being used. */
  autoLockMinutes: z.number().int().min(1).max(MAX_AUTO_LOCK_MINUTES),
  /** This long after a secret was copied the clipboard is emptied, whatever it holds then. */
  clipboardSeconds: z.number().int().min(1).max(MAX_CLIPBOARD_SECONDS),
  /** A fee above this share of the value is pointed out before signing. */
  feeWarningPercent: z.number().int().min(1).max(MAX_FEE_WARNING_PERCENT),
});
export type Safety = z.infer<typeof zSafety>;

export const zSettings = z.object({ ...zAppearance.shape, ...zSafety.shape });
export type Settings = z.infer<typeof zSettings>;

/** What the trusted document should open on. */
export const zTrustedPurpose = z.discriminatedUnion('name', [
  z.object({ name: z.literal('create-vault') }),
  z.object({ name: z.literal('unlock') }),
  z.object({ name: z.literal('approve'), approvalId: z.string().max(100) }),
  /** The list of what waits to be approved. */
  z.object({ name: z.literal('approvals') }),
  /** A new key, or one that is brought: from a phrase or as a text. */
  z.object({ name: z.literal('add-key') }),
  z.object({ name: z.literal('back-up'), phraseId: z.string().max(100) }),
  z.object({ name: z.literal('export-key'), address: z.string().max(115) }),
  z.object({ name: z.literal('delete-key'), address: z.string().max(115) }),
  z.object({ name: z.literal('rename-key'), address: z.string().max(115) }),
  z.object({ name: z.literal('change-passphrase') }),
  z.object({ name: z.literal('safety-settings') }),
]);
export type TrustedPurpose = z.infer<typeof zTrustedPurpose>;

/** Web host: the URL of the trusted document, which holds no secret. Electron opens its window itself and returns no URL. */
export const zTrustedLink = z.object({ url: z.string().optional() });

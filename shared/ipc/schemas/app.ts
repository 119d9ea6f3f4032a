/** The application itself: what runs, settings, and the way to the trusted document. */
import { z } from 'zod';

export const zAppInfo = z.object({
  version: z.string(),
  host: z.enum(['electron', 'web', 'memory']),
  platform: z.string(),
  /** Where this profile's data lives, for the About panel. */
  profilePath: z.string(),
});

export const zSettings = z.object({
  theme: z.enum(['system', 'dark', 'light']),
  density: z.enum(['dense', 'roomy']),
  isNavigationFolded: z.boolean(),
});
export type Settings = z.infer<typeof zSettings>;

/** What the trusted document should open on. */
export const zTrustedPurpose = z.discriminatedUnion('name', [
  z.object({ name: z.literal('create-vault') }),
  z.object({ name: z.literal('unlock') }),
  z.object({ name: z.literal('approve'), approvalId: z.string().max(100) }),
]);
export type TrustedPurpose = z.infer<typeof zTrustedPurpose>;

/** Web host: an address with a single-use ticket for the trusted document's own origin. Electron opens its window itself and returns no address. */
export const zTrustedLink = z.object({ url: z.string().optional() });

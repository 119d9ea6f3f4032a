/** Encodes the purpose of the trusted document in its URL: `purpose=export-key&address=f1…`. */
import { type TrustedPurpose, zTrustedPurpose } from './schemas/app.ts';

/** URL fields in a fixed order, so that the same purpose has the same URL. */
export function writePurpose({ name, ...rest }: TrustedPurpose): Record<string, string> {
  return { purpose: name, ...rest };
}

/** The purpose in these fields; undefined if it is missing or incomplete. */
export function readPurpose({ purpose, ...rest }: Readonly<Record<string, string>>): TrustedPurpose | undefined {
  return zTrustedPurpose.safeParse({ name: purpose, ...rest }).data;
}

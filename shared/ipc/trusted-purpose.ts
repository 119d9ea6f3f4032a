/** How the trusted document's own address says what it was opened for: `purpose=export-key&address=f1…`. */
import { type TrustedPurpose, zTrustedPurpose } from './schemas/app.ts';

/** The fields of the address, in the order in which they are written: the same purpose always gives the same address. */
export function writePurpose({ name, ...rest }: TrustedPurpose): Record<string, string> {
  return { purpose: name, ...rest };
}

/** The purpose that these fields name; undefined where they name none, or leave out what belongs to it. */
export function readPurpose({ purpose, ...rest }: Readonly<Record<string, string>>): TrustedPurpose | undefined {
  return zTrustedPurpose.safeParse({ name: purpose, ...rest }).data;
}

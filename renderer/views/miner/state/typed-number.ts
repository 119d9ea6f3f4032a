export interface NumberRange {
  readonly least?: number;
  readonly most: number;
}

/** A number as typed; undefined for an empty field, NaN for what is none or is out of range. */
export function typedNumber(text: string, { least = 0, most }: NumberRange): number | undefined {
  const digits = text.replaceAll(/[,\s]/g, '');
  if (digits === '') return undefined;
  const value = /^\d{1,16}$/.test(digits) ? Number(digits) : Number.NaN;
  return value >= least && value <= most ? value : Number.NaN;
}

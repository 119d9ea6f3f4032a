/**
 * Formats values for the trusted document: in full, in groups that are easy to compare.
 * Works on the decimal and hex strings of the contract, so that nothing is rounded.
 */

/** Digits after the point of one FIL in attoFIL. */
const FIL_DECIMALS = 18;

/** Hex in groups of two bytes. */
export function groupHex(hex: string): string {
  return chunk(hex, 4).join(' ');
}

export interface ExactFil {
  readonly sign: '' | '−';
  /** Whole FIL with thousands separators. */
  readonly whole: string;
  /** The eighteen decimals in groups of three, up to the last one that is not zero. */
  readonly significant: string;
  /** The zeros after it, grouped on, for the dimmed part. */
  readonly zeros: string;
}

/**
 * An attoFIL amount as FIL to the last digit, cut where the trailing zeros begin.
 * `significant + zeros` are always the eighteen decimals in groups of three, separated by spaces.
 */
export function exactFil(attoFil: string): ExactFil {
  const isNegative = attoFil.startsWith('-');
  const digits = (isNegative ? attoFil.slice(1) : attoFil).replace(/^0+(?=\d)/, '').padStart(FIL_DECIMALS + 1, '0');
  const whole = digits.slice(0, -FIL_DECIMALS);
  const decimals = digits.slice(-FIL_DECIMALS);
  const kept = decimals.replace(/0+$/, '').length;
  const grouped = chunk(decimals, 3).join(' ');
  // One space stands after every third digit; the cut counts those before it.
  const cut = kept + Math.floor(Math.max(0, kept - 1) / 3);
  return {
    sign: isNegative ? '−' : '',
    whole: separateThousands(whole),
    significant: kept === 0 ? '' : grouped.slice(0, cut),
    zeros: kept === 0 ? grouped : grouped.slice(cut),
  };
}

/** The exact amount without trailing zeros, for titles and sentences. */
export function exactFilShort(attoFil: string): string {
  const { sign, whole, significant } = exactFil(attoFil);
  return `${sign}${whole}${significant === '' ? '' : `.${significant.replaceAll(' ', '')}`}`;
}

/** attoFIL as nanoFIL, exact. */
export function exactNanoFil(attoFil: string): string {
  const digits = attoFil.padStart(10, '0');
  const decimals = digits.slice(-9).replace(/0+$/, '');
  return `${separateThousands(digits.slice(0, -9))}${decimals === '' ? '' : `.${decimals}`}`;
}

/** A decimal string with commas between thousands. */
export function separateThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The time until expiry as `m:ss`, never negative. */
export function countdownText(remainingMs: number): string {
  const seconds = Math.max(0, Math.ceil(remainingMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function chunk(text: string, size: number): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length; start += size) parts.push(text.slice(start, start + size));
  return parts;
}

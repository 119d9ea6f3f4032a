/** The digits of hex as people paste it: with or without 0x, and in groups. */
export function hexDigits(text: string): string {
  return text.replace(/\s+/g, '').replace(/^0x/i, '');
}

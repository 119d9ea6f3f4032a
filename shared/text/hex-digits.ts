/** The digits of pasted hex, with or without 0x and spaces. */
export function hexDigits(text: string): string {
  return text.replace(/\s+/g, '').replace(/^0x/i, '');
}

/** Names of fields that would read as jargon, in the words of the field. */
const WORDS: Readonly<Record<string, string>> = {
  NumApprovalsThreshold: 'Approvals required',
  NewThreshold: 'Approvals required',
  CodeCID: 'Actor code',
};

/** Names of fields as Go has them, in words. */
export function fieldWords(name: string): string {
  const given = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
  if (given !== undefined) return given;
  const words = name
    .replace(/^raw/, '')
    .replace(/_$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word, index) => (index === 0 || /^[A-Z]{2,}/.test(word) ? word : word.toLowerCase()));
  return words.join(' ').replace(/\bAddrs\b|\baddrs\b/g, 'addresses');
}

/** One item of a list: Signer 1 of Signers. */
export function itemWords(label: string, number: number): string {
  const one = label
    .replace(/sses$/, 'ss')
    .replace(/ies$/, 'y')
    .replace(/([^s])s$/, '$1');
  return `${one} ${number}`;
}

/** Names of fields as Go has them, in words. */
export function fieldWords(name: string): string {
  const words = name
    .replace(/^raw/, '')
    .replace(/_$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word, index) => (index === 0 || /^[A-Z]{2,}/.test(word) ? word : word.toLowerCase()));
  return words.join(' ').replace(/\bAddrs\b|\baddrs\b/g, 'addresses');
}

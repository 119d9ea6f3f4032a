/** What stands in place of a secret in everything that is written down. */
export const MASK = '[masked]';

/** Replaces a secret in everything that is stored. */
export const MASK = '[masked]';

type Field = HTMLInputElement | HTMLTextAreaElement | null;

/**
 * As a `ref`: clears the field on unmount, because React keeps the last focused element and mirrors the typed text
 * in its attribute.
 */
export function secretField(field: Field): () => void {
  return () => {
    if (field === null) return;
    field.value = '';
    field.defaultValue = '';
  };
}

/** As a `ref`: same as `secretField`, and focuses the field on mount. */
export function firstSecretField(field: Field): () => void {
  field?.focus();
  return secretField(field);
}

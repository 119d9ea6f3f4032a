type Field = HTMLInputElement | HTMLTextAreaElement | null;

/**
 * As a `ref`: empties the field when it leaves the page, because React keeps the last one that had the focus, and writes what is typed
 * into its attribute as well.
 */
export function secretField(field: Field): () => void {
  return () => {
    if (field === null) return;
    field.value = '';
    field.defaultValue = '';
  };
}

/** As a `ref`: the same, for the field that takes the focus when it appears. */
export function firstSecretField(field: Field): () => void {
  field?.focus();
  return secretField(field);
}

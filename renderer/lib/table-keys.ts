/**
 * Return the row that a key makes active; undefined if the key does not move the active row. `index` is -1 if no row is active.
 * `j` and `k` move like the arrow keys.
 */
export function nextRowIndex(key: string, index: number, count: number, pageRows: number): number | undefined {
  if (count === 0) return undefined;
  const clamp = (next: number): number => Math.min(count - 1, Math.max(0, next));
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return clamp(index + 1);
    case 'ArrowUp':
    case 'k':
      return clamp(index < 0 ? 0 : index - 1);
    case 'PageDown':
      return clamp(Math.max(index, 0) + pageRows);
    case 'PageUp':
      return clamp(Math.max(index, 0) - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

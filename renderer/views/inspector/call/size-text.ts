/** Bytes on the wire in decimal units: `412 B`, `3.1 kB`, `2.1 MB`. */
export function sizeText(sizeBytes: number): string {
  if (sizeBytes < 1000) return `${sizeBytes} B`;
  if (sizeBytes < 1_000_000) return `${trim(sizeBytes / 1000)} kB`;
  return `${trim(sizeBytes / 1_000_000)} MB`;
}

function trim(size: number): string {
  return size < 100 ? size.toFixed(1) : Math.round(size).toString();
}

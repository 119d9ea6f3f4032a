/** Offer a file as a browser download; the shell asks where to save it. */
export function saveFile(content: Blob | string, fileName: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain;charset=utf-8' }) : content;
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
  // The download keeps its own reference to the bytes once it has started.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

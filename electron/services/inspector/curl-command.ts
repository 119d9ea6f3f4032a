import type { RecordedCall } from './call-recorder.ts';

/**
 * A shell command that repeats a recorded call. The token is a variable that the reader sets; bodies are as recorded, so what was
 * masked there is masked here. Items of a subscription have no request and give an empty text.
 */
export function curlCommand(call: RecordedCall): string {
  if (call.summary.kind === 'frame') {
    return '';
  }
  // A node answers HTTP where it answers WebSocket; a recorded socket call is repeated that way.
  const url = call.url.replace(/^ws(s?):/i, 'http$1:');
  const parts = [`curl -sS -X POST ${quote(url)}`, `-H 'Content-Type: application/json'`];
  if (Object.keys(call.requestHeaders).some((name) => name.toLowerCase() === 'authorization')) {
    parts.push('-H "Authorization: Bearer $TOKEN"');
  }
  parts.push(`--data-binary ${quote(call.request)}`);
  return parts.join(' \\\n  ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Parses a Retry-After header (seconds or a date, RFC 9110, 10.2.3) to milliseconds. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) {
    return undefined;
  }
  if (/^\d{1,9}$/.test(header.trim())) {
    return Number(header) * 1000;
  }
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

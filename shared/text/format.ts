/** Formats numbers and times, independent of the machine's locale, so that two people read the same. */

/** `1234567` becomes `1,234,567`; digits may be a string of any length. Minus is U+2212; invalid numbers are "unknown". */
export function formatInteger(value: number | bigint | string): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'unknown';
  const text = typeof value === 'number' ? Math.trunc(value).toString() : value.toString();
  const isNegative = text.startsWith('-');
  const grouped = (isNegative ? text.slice(1) : text).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return isNegative ? `−${grouped}` : grouped;
}

/** A percentage with fixed decimals, computed without floats and truncated; below the last decimal, `<0.1%`. */
export function formatShare(part: bigint, whole: bigint, places = 1): string {
  if (whole <= 0n) return '0%';
  const scaled = (part * 100n * 10n ** BigInt(places)) / whole;
  if (scaled === 0n && part > 0n) return `<${places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`}%`;
  const digits = scaled.toString().padStart(places + 1, '0');
  const cut = digits.length - places;
  return places === 0 ? `${digits}%` : `${digits.slice(0, cut)}.${digits.slice(cut)}%`;
}

/** A count with its noun: `1 block`, `4 blocks`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatInteger(count)} ${count === 1 ? singular : plural}`;
}

/** A duration in at most two units, for tables and live values: `8 s`, `1 min 30 s`, `3 h 12 min`, `5 d 2 h`. */
export function formatDuration(durationMs: number): string {
  if (!Number.isFinite(durationMs)) return 'unknown';
  const seconds = Math.max(0, Math.round(durationMs / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return join(minutes, 'min', seconds % 60, 's');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? join(hours, 'h', minutes % 60, 'min') : join(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** Units of `formatDurationInWords` in seconds, largest first; a year has 365 days. */
const DURATION_WORDS: readonly (readonly [singular: string, seconds: number])[] = [
  ['year', 31_536_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/**
 * A duration for a sentence, as in the Lotus command line: the two largest non-zero units, truncated: `3 weeks 2 days`,
 * `1 day 30 seconds`. For tables and live values, use `formatDuration`.
 */
export function formatDurationInWords(durationMs: number): string {
  let seconds = Math.max(0, Math.floor(durationMs / 1000));
  const words: string[] = [];
  for (const [singular, size] of DURATION_WORDS) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0 && words.length < 2) words.push(formatCount(count, singular));
  }
  return words.length === 0 ? '0 seconds' : words.join(' ');
}

/** An epoch relative to another, as in the Lotus command line (EpochTime in cli/util/epoch.go): `in 25 weeks 6 days`, `now`. */
export function formatEpochDistance(height: number, now: number, blockDelaySeconds: number): string {
  if (height === now) return 'now';
  const words = formatDurationInWords(Math.abs(height - now) * blockDelaySeconds * 1000);
  return height > now ? `in ${words}` : `${words} ago`;
}

/** A time relative to now: `8 s ago`, `in 17 min`, `now`. Largest unit only; from 60 days, years and months: `3 y 5 mo ago`. */
export function formatRelative(timeMs: number, nowMs: number): string {
  if (!isRepresentable(timeMs)) return 'unknown';
  const seconds = Math.round(Math.abs(nowMs - timeMs) / 1000);
  if (seconds === 0) return 'now';
  const text =
    seconds < 60
      ? `${seconds} s`
      : seconds < 3600
        ? `${Math.floor(seconds / 60)} min`
        : seconds < 86_400
          ? `${Math.floor(seconds / 3600)} h`
          : daysInWords(Math.floor(seconds / 86_400));
  return timeMs <= nowMs ? `${text} ago` : `in ${text}`;
}

/** Days; from 60, as years of 365 and months of 30 days. */
function daysInWords(days: number): string {
  if (days < 60) return `${days} d`;
  const years = Math.floor(days / 365);
  const months = Math.min(11, Math.floor((days % 365) / 30));
  return years === 0 ? `${months} mo` : join(years, 'y', months, 'mo');
}

/** `mm:ss` below an hour, the two largest units above. Never negative. */
export function formatCountdown(remainingMs: number): string {
  if (!Number.isFinite(remainingMs)) return 'unknown';
  const seconds = Math.max(0, Math.floor(remainingMs / 1000));
  if (seconds >= 3600) return formatDuration(seconds * 1000);
  return `${Math.floor(seconds / 60)
    .toString()
    .padStart(2, '0')}:${(seconds % 60).toString().padStart(2, '0')}`;
}

/** `11:04:00`, UTC. */
export function formatClock(timeMs: number): string {
  return isRepresentable(timeMs) ? new Date(timeMs).toISOString().slice(11, 19) : 'unknown';
}

/** `2026-11-21`, UTC. */
export function formatDate(timeMs: number): string {
  return isRepresentable(timeMs) ? new Date(timeMs).toISOString().slice(0, 10) : 'unknown';
}

/** `2026-11-21 11:04:00 UTC`. */
export function formatDateTime(timeMs: number): string {
  return isRepresentable(timeMs) ? `${formatDate(timeMs)} ${formatClock(timeMs)} UTC` : 'unknown';
}

/** A time today as `11:04:00 UTC`, of another day as `2023-05-14 11:04:00 UTC`. */
export function formatMoment(timeMs: number, nowMs: number): string {
  const isToday = isRepresentable(timeMs) && formatDate(timeMs) === formatDate(nowMs);
  return isToday ? `${formatClock(timeMs)} UTC` : formatDateTime(timeMs);
}

/** Duration of a call: `12 ms`, `1.3 s`. */
export function formatLatency(tookMs: number): string {
  if (tookMs < 1) return '<1 ms';
  return tookMs < 1000 ? `${Math.round(tookMs)} ms` : `${(tookMs / 1000).toFixed(1)} s`;
}

/** A block's timestamp may be any number; `Date` is limited to 100 million days around 1970. */
function isRepresentable(timeMs: number): boolean {
  return Number.isFinite(timeMs) && Math.abs(timeMs) <= 8.64e15;
}

function join(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/**
 * Inner nodes of a piece's tree: sha-256 of two children of 32 bytes, truncated to 254 bits (multihash sha2-256-trunc254-padded).
 *
 * A piece of 1 GiB has 33 million of them, which take nearly all of the time. A general sha-256 spends two thirds of a node on setup
 * and on the message schedule of the constant padding block; figures are in docs/decisions/0005-webassembly.md. Tests compare with
 * @noble/hashes on random nodes. Source: FIPS 180-4.
 */

/** FIPS 180-4 constants: the first 32 bits of the fractional parts of the primes' cube and square roots. */
const PRIMES = firstPrimes(64);
const ROUND_CONSTANTS = Int32Array.from(PRIMES, (prime) => fractionBits(Math.cbrt(prime)));
const INITIAL_STATE = Int32Array.from(PRIMES.slice(0, 8), (prime) => fractionBits(Math.sqrt(prime)));
/** Padding block of every node: a one bit, zeros, and the length of 512 bits. */
const PADDING_SCHEDULE = new Int32Array(64);
PADDING_SCHEDULE[0] = 0x80000000;
PADDING_SCHEDULE[15] = 512;
extendSchedule(PADDING_SCHEDULE);
/** Clears the top two bits of a node's last byte, to make it a field element. */
const LAST_WORD_MASK = 0xffffff3f;

const schedule = new Int32Array(64);
const state = new Int32Array(8);

/**
 * Hash the two children at `from` (sixteen big-endian 32-bit words) and write the eight words of their parent at `to`, which may
 * overlap.
 */
export function hashNode(words: Int32Array, from: number, to: number): void {
  for (let index = 0; index < 16; index += 1) schedule[index] = words[from + index] ?? 0;
  extendSchedule(schedule);
  for (let index = 0; index < 8; index += 1) state[index] = INITIAL_STATE[index] ?? 0;
  compress(schedule);
  compress(PADDING_SCHEDULE);
  for (let index = 0; index < 7; index += 1) words[to + index] = state[index] ?? 0;
  words[to + 7] = (state[7] ?? 0) & LAST_WORD_MASK;
}

/** Compute words 16 to 63 from the first sixteen, then add each round's constant. */
function extendSchedule(words: Int32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const near = words[index - 2] ?? 0;
    const far = words[index - 15] ?? 0;
    const sigma1 = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10);
    const sigma0 = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3);
    words[index] = (sigma1 + (words[index - 7] ?? 0) + sigma0 + (words[index - 16] ?? 0)) | 0;
  }
  for (let index = 0; index < 64; index += 1) words[index] = ((words[index] ?? 0) + (ROUND_CONSTANTS[index] ?? 0)) | 0;
}

/** The 64 rounds over `state`. */
function compress(words: Int32Array): void {
  // Indexed access: destructuring a typed array is three times as slow as the rounds.
  let a = state[0] ?? 0;
  let b = state[1] ?? 0;
  let c = state[2] ?? 0;
  let d = state[3] ?? 0;
  let e = state[4] ?? 0;
  let f = state[5] ?? 0;
  let g = state[6] ?? 0;
  let h = state[7] ?? 0;
  for (let index = 0; index < 64; index += 1) {
    const choice = g ^ (e & (f ^ g));
    const majority = (a & b) | (c & (a | b));
    const added = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (words[index] ?? 0)) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + added) | 0;
    d = c;
    const mixed = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    c = b;
    b = a;
    a = (added + mixed) | 0;
  }
  state[0] = (state[0] ?? 0) + a;
  state[1] = (state[1] ?? 0) + b;
  state[2] = (state[2] ?? 0) + c;
  state[3] = (state[3] ?? 0) + d;
  state[4] = (state[4] ?? 0) + e;
  state[5] = (state[5] ?? 0) + f;
  state[6] = (state[6] ?? 0) + g;
  state[7] = (state[7] ?? 0) + h;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function fractionBits(root: number): number {
  return Math.floor((root % 1) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

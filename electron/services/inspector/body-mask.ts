/**
 * Masks the bodies of an opened session while they are read, like the recorder does when recording.
 *
 * A body of normal size is masked whole. A larger one is masked in parts, cut between JSON values so that no secret is split. For a method
 * whose whole request or answer is secret, nothing of a larger body is kept.
 */
import { redactText } from '../../platform/redact.ts';
import { type BodyMasking, maskBody } from './mask-recording.ts';

const WHOLE_CHARACTERS = 1024 * 1024;
/** A sample secret: whether it is masked shows whether the method's bodies are masked as a whole. */
const SAMPLE = '{"params":["sample"],"result":"sample","Signature":{"Type":1,"Data":"sample"}}';

export class BodyMask {
  readonly #masking: BodyMasking;
  #text = '';
  #isLarge = false;
  #keptBytes = 0;
  #isDropped = false;

  constructor(masking: BodyMasking) {
    this.#masking = masking;
  }

  /** Bytes returned so far. */
  get keptBytes(): number {
    return this.#keptBytes;
  }

  /** Whether the body was too large to be masked safely and is dropped. */
  get isDropped(): boolean {
    return this.#isDropped;
  }

  /** Add a part of the body; returns the masked text that is ready. */
  add(text: string): Uint8Array {
    if (this.#isDropped) {
      return new Uint8Array();
    }
    this.#text += text;
    if (this.#text.length <= WHOLE_CHARACTERS) {
      return new Uint8Array();
    }
    if (!this.#isLarge && maskBody(SAMPLE, this.#masking) !== SAMPLE) {
      this.#isDropped = true;
      this.#text = '';
      return new Uint8Array();
    }
    this.#isLarge = true;
    const end = lastBreak(this.#text);
    const part = this.#text.slice(0, end);
    this.#text = this.#text.slice(end);
    return this.#keep(redactText(part));
  }

  end(): Uint8Array {
    const text = this.#text;
    this.#text = '';
    return this.#keep(this.#isLarge ? redactText(text) : maskBody(text, this.#masking));
  }

  #keep(text: string): Uint8Array {
    const bytes = Buffer.from(text);
    this.#keptBytes += bytes.length;
    return bytes;
  }
}

/** Return the position after the last comma or bracket in the second half, so that a name stays with its value; the end if there is none. */
function lastBreak(text: string): number {
  for (let at = text.length - 1; at > text.length / 2; at -= 1) {
    const character = text[at];
    if (character === ',' || character === '}' || character === ']') {
      return at + 1;
    }
  }
  return text.length;
}

/**
 * Masks the body of an opened session while it is read, as the recorder masks when it records.
 *
 * A body of ordinary size is masked whole. A larger one passes in parts, cut where no secret is, between the values of its JSON; of a
 * method whose request or answer is a secret as a whole, nothing of such a body is kept.
 */
import { redactText } from '../../platform/redact.ts';
import { type BodyMasking, maskBody } from './mask-recording.ts';

const WHOLE_CHARACTERS = 1024 * 1024;
/** A secret of its own kind in the form that nodes write: whether it comes back shows whether the method is masked by what it is. */
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

  /** Bytes given out so far. */
  get keptBytes(): number {
    return this.#keptBytes;
  }

  /** The body was too large to be masked safely; nothing of it is kept. */
  get isDropped(): boolean {
    return this.#isDropped;
  }

  /** Takes more of the body; returns what is ready to be kept. */
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

/** Behind the last comma or bracket in the second half: a name stays with its value. All of it where there is none. */
function lastBreak(text: string): number {
  for (let at = text.length - 1; at > text.length / 2; at -= 1) {
    const character = text[at];
    if (character === ',' || character === '}' || character === ']') {
      return at + 1;
    }
  }
  return text.length;
}

import { MarketFileError } from './market-file-error.ts';

const IDS_A_PAGE = 8192;
/** Room for 800 million deals in a row; IDs of a chain are given out one after the other. */
const MAX_PAGES = 98_304;

/** Deal IDs seen so far, one bit each, in pages made where IDs are. */
export class SeenIds {
  readonly #pages = new Map<number, Uint32Array>();
  #number = -1;
  #page: Uint32Array = new Uint32Array(0);

  has(id: number): boolean {
    const page = this.#pageOf(id);
    const bit = id % IDS_A_PAGE;
    return page !== undefined && (((page[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
  }

  /** @throws MarketFileError where the IDs are spread too far to be those of a market */
  add(id: number): void {
    let page = this.#pageOf(id);
    if (page === undefined) {
      if (this.#pages.size === MAX_PAGES) throw new MarketFileError('The deal IDs are spread too far to be those of a market.');
      page = new Uint32Array(IDS_A_PAGE / 32);
      this.#number = Math.floor(id / IDS_A_PAGE);
      this.#page = page;
      this.#pages.set(this.#number, page);
    }
    const bit = id % IDS_A_PAGE;
    page[bit >>> 5] = (page[bit >>> 5] as number) | (1 << (bit & 31));
  }

  #pageOf(id: number): Uint32Array | undefined {
    const number = Math.floor(id / IDS_A_PAGE);
    if (number === this.#number) return this.#page;
    const page = this.#pages.get(number);
    if (page !== undefined) {
      this.#number = number;
      this.#page = page;
    }
    return page;
  }
}

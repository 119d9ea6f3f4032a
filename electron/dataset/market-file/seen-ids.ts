import { MarketFileError } from './market-file-error.ts';

const IDS_A_PAGE = 8192;
/** Capacity for 800 million consecutive deals; IDs are assigned sequentially. */
const MAX_PAGES = 98_304;

/** Deal IDs seen so far, one bit each, in sparse pages. */
export class SeenIds {
  readonly #pages = new Map<number, Uint32Array>();
  #number = -1;
  #page: Uint32Array = new Uint32Array(0);

  has(id: number): boolean {
    const page = this.#pageOf(id);
    const bit = id % IDS_A_PAGE;
    return page !== undefined && (((page[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
  }

  /** @throws MarketFileError if the IDs are too sparse for a market */
  add(id: number): void {
    let page = this.#pageOf(id);
    if (page === undefined) {
      if (this.#pages.size === MAX_PAGES) throw new MarketFileError('Not a market file: the deal IDs are too far apart.');
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

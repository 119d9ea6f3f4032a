/** The file is not a market file, or not a whole one: the load ends and nothing of it is kept. */
export class MarketFileError extends Error {
  override readonly name = 'MarketFileError';
}

/** The file is not a market file, or not a whole one: the load ends and nothing of it is kept. */
export class MarketFileError extends Error {
  override readonly name = 'MarketFileError';
}

/** The file could not be had; what was received of it is kept and used by the next load. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

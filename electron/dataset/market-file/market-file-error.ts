/** The file is not a complete market file: the load fails and nothing is kept. */
export class MarketFileError extends Error {
  override readonly name = 'MarketFileError';
}

/** The file is not available; received bytes are kept for the next load. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

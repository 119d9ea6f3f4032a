/**
 * StateSearchMsg under both API versions, in one place: v0 takes the CID alone (replaced messages allowed, unlimited look-back),
 * v1 takes the tipset to look back from, the CID, how many epochs, and whether a replacement counts (Lotus `api/`).
 */
export function searchMessageParams(apiVersion: 'v0' | 'v1', fromKey: readonly string[], cid: string, epochs: number): unknown[] {
  const link = { '/': cid };
  return apiVersion === 'v0' ? [link] : [fromKey.map((part) => ({ '/': part })), link, epochs, true];
}

/**
 * Parameters of StateSearchMsg in both API versions: v0 takes only the CID (replaced messages allowed, unlimited look-back), v1 the tipset to
 * start from, the CID, the number of epochs, and whether a replacement counts (Lotus `api/`).
 */
export function searchMessageParams(apiVersion: 'v0' | 'v1', fromKey: readonly string[], cid: string, epochs: number): unknown[] {
  const link = { '/': cid };
  return apiVersion === 'v0' ? [link] : [fromKey.map((part) => ({ '/': part })), link, epochs, true];
}

/** The API version of a node, and whether the Lotus client accepts it (Lotus api/version.go, cli/util/api.go). */

/** Major and minor version that the current Lotus client expects, by path. */
const EXPECTED = { v0: [1, 5], v1: [2, 3] } as const;

/** `131840` is 2.3.0: 8 bits each for minor and patch, the rest for major. */
export function apiVersionText(apiVersion: number): string {
  return parts(apiVersion).join('.');
}

/**
 * Whether the current Lotus client connects: major and minor must be equal, the patch may differ.
 *
 * @param apiVersion `Version.APIVersion`, major << 16 | minor << 8 | patch
 */
export function compatibilityOf(apiVersion: number, path: 'v0' | 'v1'): { readonly isCompatible: boolean; readonly words: string } {
  const [major, minor] = parts(apiVersion);
  const [wantedMajor, wantedMinor] = EXPECTED[path];
  const wanted = `${wantedMajor}.${wantedMinor}.x`;
  const isCompatible = major === wantedMajor && minor === wantedMinor;
  return {
    isCompatible,
    words: isCompatible
      ? `The Lotus client expects ${wanted} at /rpc/${path} and connects.`
      : `The Lotus client expects ${wanted} at /rpc/${path} and refuses with “Remote API version didn't match”. Sextant still connects.`,
  };
}

function parts(apiVersion: number): [number, number, number] {
  return [Math.floor(apiVersion / 65_536), Math.floor(apiVersion / 256) % 256, apiVersion % 256];
}

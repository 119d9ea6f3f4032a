/** The API version that a node names, and what the reference client makes of it (Lotus api/version.go, cli/util/api.go). */

/** Major and minor that today's reference client expects, by the path it uses. */
const EXPECTED = { v0: [1, 5], v1: [2, 3] } as const;

/** `131840` is 2.3.0: 8 bits each for minor and patch, the rest for major. */
export function apiVersionText(apiVersion: number): string {
  return parts(apiVersion).join('.');
}

/**
 * Whether the reference client of today would connect: major and minor have to be equal, the patch may differ.
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
      ? `The reference client expects ${wanted} under /rpc/${path} and connects.`
      : `The reference client expects ${wanted} under /rpc/${path}: it would refuse with “Remote API version didn't match”. Sextant reads it all the same.`,
  };
}

function parts(apiVersion: number): [number, number, number] {
  return [Math.floor(apiVersion / 65_536), Math.floor(apiVersion / 256) % 256, apiVersion % 256];
}

/**
 * Packaging configuration for all platforms.
 *
 * The renderer and the main process are bundled, so the archive contains out/ and package.json; from node_modules only DuckDB, whose
 * native library is unpacked beside the archive, because the system's loader cannot read it from there.
 * The fuses disable features of Electron that could run other code.
 */
export default {
  appId: 'io.sextant.desktop',
  productName: 'Sextant',
  copyright: 'Copyright © 2026 Sextant contributors',
  directories: { output: process.env.SEXTANT_PACKAGE_OUTPUT ?? 'dist', buildResources: 'build/icons' },
  asar: true,
  npmRebuild: false,
  nodeGypRebuild: false,
  electronVersion: '45.3.4',
  ...(process.env.SEXTANT_ELECTRON_DIST ? { electronDist: process.env.SEXTANT_ELECTRON_DIST } : {}),
  files: [
    'out/main/**',
    'out/preload/**',
    'out/renderer/**',
    'package.json',
    '!**/*.map',
    '!node_modules/**',
    'node_modules/@duckdb/**',
    'node_modules/detect-libc/**',
    '!**/*.d.ts',
  ],
  asarUnpack: ['node_modules/@duckdb/node-bindings-*/**'],
  electronFuses: {
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  },
  linux: {
    target: ['tar.gz', 'deb', 'AppImage', 'rpm'],
    category: 'Development',
    maintainer: 'Sextant contributors <sextant@example.invalid>',
    executableName: 'sextant',
    icon: 'build/icons/icon.png',
    syncDesktopName: true,
    synopsis: 'Explorer for Filecoin nodes',
  },
  mac: { target: ['dmg', 'zip'], category: 'public.app-category.developer-tools', hardenedRuntime: true, icon: 'build/icons/icon.png' },
  win: { target: ['nsis', 'zip'], icon: 'build/icons/icon.png' },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true },
  publish: null,
};

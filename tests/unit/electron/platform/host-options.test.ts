import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaultProfileFolder } from '../../../../electron/platform/default-profile.ts';
import { readHostOptions } from '../../../../electron/platform/host-options.ts';
import { workerEntry } from '../../../../electron/platform/worker-entry.ts';

describe('options of a host', () => {
  test('nothing given: free ports, an embedded node, the default profile', () => {
    expect(readHostOptions([], true)).toEqual({
      profileFolder: defaultProfileFolder(),
      port: 0,
      hasEmbeddedNode: true,
      blockTimeMs: undefined,
      seed: undefined,
      largeMinerSectors: 100_000,
      upgradeEpoch: undefined,
      hasMainnetStreams: false,
      hasHostedService: false,
    });
  });

  test('everything given', () => {
    const args = ['--profile', 'some/where', '--port=7400', '--block-time-ms', '500', '--seed', 'abc', '--no-devnet', '--large-miner', '7'];
    args.push('--upgrade-at', '90', '--streams', 'mainnet', '--hosted');
    expect(readHostOptions(args, true)).toEqual({
      profileFolder: path.resolve('some/where'),
      port: 7400,
      hasEmbeddedNode: false,
      blockTimeMs: 500,
      seed: 'abc',
      largeMinerSectors: 7,
      upgradeEpoch: 90,
      hasMainnetStreams: true,
      hasHostedService: true,
    });
  });

  test.each([
    ['--port', '65535'],
    ['--port', '-1'],
    ['--port', '80x'],
    ['--port='],
    ['--block-time-ms', '1.5'],
    ['--block-time-ms', '0'],
    ['--large-miner', '-1'],
    ['--unknown'],
    ['stray'],
  ])('%s %s is refused', (...args) => {
    expect(() => readHostOptions(args, true)).toThrow();
  });

  test("Electron's own switches and the application's path are passed over", () => {
    expect(readHostOptions(['/opt/app', '--no-sandbox', '--inspect=1', '--seed', 'abc'], false)).toMatchObject({ seed: 'abc' });
  });
});

describe('default profile', () => {
  test.each([
    { platform: 'linux', environment: { XDG_CONFIG_HOME: '/tmp/config' }, ends: '/tmp/config/sextant' },
    { platform: 'linux', environment: { XDG_CONFIG_HOME: 'relative' }, ends: '/.config/sextant' },
    { platform: 'linux', environment: {}, ends: '/.config/sextant' },
    { platform: 'darwin', environment: {}, ends: '/Library/Application Support/Sextant' },
  ] as const)('$platform $environment', ({ platform, environment, ends }) => {
    expect(defaultProfileFolder(environment, platform).endsWith(ends)).toBe(true);
  });
});

describe('worker entries', () => {
  test('the source while running from sources, the bundle beside ours when built', () => {
    expect(workerEntry('signer-worker', 'file:///x/electron/platform/worker-entry.ts').href).toBe(
      'file:///x/electron/wallet/signer-worker.ts',
    );
    expect(workerEntry('devnet-worker', 'file:///x/out/main/chunk-abc.mjs').href).toBe('file:///x/out/main/devnet-worker.mjs');
  });
});

/**
 * Who may import whom: one table over all sides, held against every import of the sources.
 *
 * A row names a part of the tree and everything it may import besides itself: other parts, packages (a trailing `/` or `/*`
 * means everything below), `node` for Node's own modules. `type` before a name allows it in `import type` only.
 *
 * No file imports itself at run time through others, and no service imports itself through other services.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');

const PURE_PACKAGES = ['zod', 'multiformats', '@noble/*', '@scure/*'];
const DOCUMENT_PACKAGES = [
  'react',
  'react-dom',
  'zod',
  'wouter',
  'zustand',
  'echarts',
  '@mantine/*',
  '@tabler/*',
  '@fontsource/*',
  '@codemirror/*',
  '@lezer/*',
  'qr',
  'qr/*',
];
const SERVICE_PACKAGES = ['node', ...PURE_PACKAGES];
/** What every service may import; its row adds other services. */
const SERVICE = [
  'shared/',
  'electron/platform/',
  'electron/persistence/',
  'electron/rpc/',
  ...globSync('electron/services/*.ts', { cwd: ROOT }).map((file) => file.replaceAll(path.sep, '/')),
  'electron/services/pinned/',
  'type electron/services/connections/',
  ...SERVICE_PACKAGES,
];
/** What every part of the embedded node may import; its row adds other parts. */
const DEVNET = ['shared/', 'electron/platform/', 'electron/devnet/state/', 'type electron/devnet/chain/', ...SERVICE_PACKAGES];

/** The longest matching path is a file's part. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'shared/collections/': [],
  'shared/domain/': ['shared/collections/', 'type shared/ipc/', 'shared/text/', ...PURE_PACKAGES],
  'shared/text/': [],
  'shared/text/csv.ts': ['papaparse'],
  // Limits that the chain sets, in one place; epoch.ts imports nothing.
  'shared/ipc/': ['shared/collections/', 'shared/deals/market-url.ts', 'shared/domain/chain/epoch.ts', 'zod'],
  'shared/attention/': ['shared/collections/', 'shared/deals/', 'shared/domain/', 'shared/ipc/', 'shared/rpc/', 'shared/text/'],
  'shared/deals/': ['shared/collections/', 'shared/domain/', 'shared/filter/', 'shared/ipc/', 'shared/text/', 'zod'],
  'shared/filter/': [],
  'shared/inspector/': ['shared/collections/', 'shared/filter/', 'shared/ipc/', 'shared/text/'],
  'shared/rpc/': ['shared/collections/', 'shared/domain/', 'shared/ipc/', 'shared/text/', 'zod'],
  'shared/pasted/': ['shared/domain/', 'shared/rpc/', 'zod'],
  'shared/sealing/': ['shared/collections/', 'shared/domain/', 'shared/filter/', 'shared/ipc/', 'shared/text/'],
  'shared/upgrades/': ['shared/collections/', 'shared/domain/', 'shared/ipc/', 'shared/text/'],
  'shared/validation/': ['shared/collections/', 'shared/domain/', 'shared/ipc/', 'shared/rpc/', 'shared/text/', ...PURE_PACKAGES],

  'electron/platform/': ['shared/', 'node', 'zod', '@scure/*'],
  'electron/persistence/': ['shared/', 'electron/platform/', 'node', 'zod'],
  'electron/rpc/': ['shared/', 'electron/platform/', 'electron/persistence/', ...SERVICE_PACKAGES, 'isomorphic-ws', 'undici'],
  'electron/wallet/': ['shared/', 'electron/platform/', 'electron/persistence/', ...SERVICE_PACKAGES],
  // The market in a database of its own: everything that DuckDB's native code and a database server are called from.
  'electron/dataset/': [
    'shared/',
    'electron/platform/',
    'electron/persistence/',
    'electron/rpc/',
    ...SERVICE_PACKAGES,
    'undici',
    '@duckdb/node-api',
    '@duckdb/node-bindings',
    'pg',
    'pg-copy-streams',
    'pg-cursor',
  ],
  // The command line puts a client and the reading of blocks to it.
  'electron/dataset/cli.ts': ['shared/', 'electron/dataset/', 'electron/persistence/', 'electron/platform/', 'electron/services/', 'node'],
  // Helpers of several services.
  'electron/services/': ['shared/', 'type electron/services/pinned/', 'zod'],
  'electron/services/actors/': [
    ...SERVICE,
    'electron/services/addresses/',
    'electron/services/chain/',
    'electron/services/multisig/',
    'electron/services/state/',
  ],
  'electron/services/addresses/': SERVICE,
  'electron/services/attention/': ['shared/', 'electron/platform/', 'node'],
  'electron/services/chain/': [
    ...SERVICE,
    'electron/services/multisig/',
    'type electron/services/addresses/',
    'type electron/services/network-version/',
  ],
  'electron/services/columns/': ['shared/'],
  'electron/services/connections/': [...SERVICE, 'electron/services/network-version/', 'type electron/wallet/'],
  'electron/services/dataset/': [
    ...SERVICE,
    'electron/dataset/',
    'electron/services/connections/',
    'electron/services/network-version/',
    'electron/services/state/',
    'type electron/services/chain/',
  ],
  'electron/services/deals/': [
    ...SERVICE,
    'electron/dataset/',
    'electron/services/columns/',
    'electron/services/state/',
    'type electron/services/chain/',
    'type electron/services/dataset/',
  ],
  'electron/services/filters/': SERVICE,
  'electron/services/history/': [...SERVICE, 'type electron/services/chain/'],
  'electron/services/inspector/': [...SERVICE, 'electron/services/network-version/'],
  'electron/services/mempool/': [...SERVICE, 'electron/services/chain/', 'type electron/services/addresses/'],
  'electron/services/messages/': [
    ...SERVICE,
    'electron/services/addresses/',
    'electron/services/chain/',
    'electron/services/multisig/',
    'electron/services/network-version/',
    'electron/wallet/',
  ],
  'electron/services/miners/': [
    ...SERVICE,
    'electron/services/chain/',
    'electron/services/columns/',
    'type electron/services/network-version/',
  ],
  'electron/services/multisig/': [...SERVICE, 'electron/services/addresses/', 'electron/services/network-version/'],
  'electron/services/network-version/': SERVICE,
  'electron/services/node/': SERVICE,
  'electron/services/own-miners/': [
    ...SERVICE,
    'electron/services/chain/',
    'electron/services/miners/',
    'type electron/services/deals/',
    'type electron/services/history/',
  ],
  'electron/services/pinned/': ['shared/', 'type electron/rpc/', 'type zod'],
  'electron/services/sealing/': [
    ...SERVICE,
    'electron/services/chain/',
    'electron/services/miners/',
    'electron/services/state/',
    'type electron/services/deals/',
  ],
  'electron/services/settings/': SERVICE,
  'electron/services/state/': [
    ...SERVICE,
    'electron/services/miners/',
    'electron/services/network-version/',
    'type electron/services/chain/',
  ],
  'electron/services/tipset-diff/': [
    ...SERVICE,
    'electron/services/chain/',
    'electron/services/network-version/',
    'electron/services/state/',
  ],
  'electron/services/upgrades/': [
    ...SERVICE,
    'electron/services/addresses/',
    'electron/services/chain/',
    'electron/services/deals/',
    'electron/services/miners/',
    'electron/services/multisig/',
    'electron/wallet/',
    'type electron/services/messages/',
  ],

  'electron/devnet/': ['shared/', 'electron/platform/', 'electron/persistence/', 'electron/devnet/', ...SERVICE_PACKAGES],
  'electron/devnet/agents/': [
    ...DEVNET,
    'electron/devnet/chain/',
    'electron/devnet/deals/',
    'electron/devnet/miners/',
    'electron/devnet/sealing/',
    'type electron/devnet/upgrade/',
  ],
  'electron/devnet/chain/': [
    ...DEVNET,
    'electron/devnet/agents/',
    'electron/devnet/deals/',
    'electron/devnet/mempool/',
    'electron/devnet/miners/',
    'electron/devnet/rewards/',
    'electron/devnet/upgrade/',
    'electron/devnet/verified/',
    'electron/devnet/vm/',
    'type electron/devnet/store/',
  ],
  'electron/devnet/control/': [
    ...DEVNET,
    'electron/devnet/chain/',
    'electron/devnet/hosted/service-reply.ts',
    'type electron/devnet/hosted/start-hosted.ts',
    'electron/devnet/miners/',
    'electron/devnet/rewards/',
    'electron/devnet/rpc/',
    'electron/devnet/verified/',
  ],
  'electron/devnet/deals/': [...DEVNET, 'electron/devnet/miners/', 'electron/devnet/verified/'],
  'electron/devnet/hosted/': [...DEVNET, 'electron/devnet/'],
  'electron/devnet/mempool/': [...DEVNET, 'electron/devnet/chain/', 'electron/devnet/rpc/rpc-error.ts', 'electron/devnet/vm/'],
  'electron/devnet/miners/': [
    ...DEVNET,
    'electron/devnet/deals/',
    'electron/devnet/rewards/',
    'electron/devnet/sealing/',
    'electron/devnet/verified/',
  ],
  'electron/devnet/multisig/': DEVNET,
  'electron/devnet/rewards/': [...DEVNET, 'electron/devnet/miners/', 'type electron/devnet/upgrade/'],
  'electron/devnet/rpc/': [
    ...DEVNET,
    'electron/devnet/chain/',
    'electron/devnet/deals/',
    'electron/devnet/mempool/',
    'electron/devnet/miners/',
    'electron/devnet/multisig/',
    'electron/devnet/rewards/',
    'electron/devnet/sealing/',
    'electron/devnet/store/',
    'electron/devnet/upgrade/',
    'electron/devnet/verified/',
    'electron/devnet/vm/',
    'ws',
  ],
  'electron/devnet/sealing/': [...DEVNET, 'electron/devnet/deals/', 'electron/devnet/miners/'],
  'electron/devnet/state/': ['shared/', 'electron/devnet/rewards/reward-view.ts', ...PURE_PACKAGES],
  'electron/devnet/store/': [
    ...DEVNET,
    'electron/devnet/chain/',
    'electron/devnet/upgrade/',
    'type electron/devnet/devnet-options.ts',
    'type electron/devnet/mempool/',
  ],
  'electron/devnet/upgrade/': [...DEVNET, 'electron/devnet/deals/', 'electron/devnet/rewards/'],
  'electron/devnet/verified/': DEVNET,
  // The dispatcher: calls the methods of actors, which call each other only through their runtime.
  'electron/devnet/vm/': [
    ...DEVNET,
    'electron/devnet/deals/',
    'electron/devnet/miners/',
    'electron/devnet/multisig/',
    'electron/devnet/rewards/',
    'electron/devnet/sealing/',
    'electron/devnet/verified/',
  ],
  'electron/check-upgrades.ts': ['shared/', 'node'],
  'electron/core.ts': [
    'shared/',
    'electron/platform/',
    'electron/persistence/',
    'electron/rpc/',
    'electron/dataset/',
    'electron/wallet/',
    'electron/services/',
    'node',
  ],
  'electron/host/': ['shared/', 'electron/platform/', 'type electron', 'node', 'zod', 'ws'],
  'electron/compose.ts': ['shared/', 'electron/core.ts', 'electron/devnet/', 'electron/host/', 'electron/platform/'],
  'electron/web-host.ts': ['shared/', 'electron/compose.ts', 'electron/host/', 'electron/persistence/', 'electron/platform/', 'node'],
  'electron/shell/': ['shared/', 'electron/host/', 'electron/persistence/', 'electron/platform/', 'electron', 'node'],
  'electron/main.ts': [
    'shared/',
    'electron/compose.ts',
    'electron/host/',
    'electron/persistence/',
    'electron/platform/',
    'electron/shell/',
    'electron',
    'node',
  ],
  'electron/preload.ts': ['shared/ipc/', 'electron'],

  'renderer/client/': ['shared/', 'react'],
  'renderer/theme/': DOCUMENT_PACKAGES,
  'renderer/lib/': ['shared/', 'renderer/client/', 'renderer/theme/', ...DOCUMENT_PACKAGES],
  'renderer/stores/': ['shared/', 'renderer/client/', 'renderer/lib/', ...DOCUMENT_PACKAGES],
  'renderer/hooks/': ['shared/', 'renderer/client/', 'renderer/lib/', 'renderer/stores/', ...DOCUMENT_PACKAGES],
  'renderer/components/': [
    'shared/',
    'renderer/client/',
    'renderer/hooks/',
    'renderer/lib/',
    'renderer/stores/',
    'renderer/theme/',
    ...DOCUMENT_PACKAGES,
  ],
  // A view imports no other view: its own folder is the part, see partOf.
  'renderer/views/': [
    'shared/',
    'renderer/client/',
    'renderer/components/',
    'renderer/hooks/',
    'renderer/lib/',
    'renderer/stores/',
    'renderer/theme/',
    ...DOCUMENT_PACKAGES,
  ],
  'renderer/app/': ['shared/', 'renderer/', ...DOCUMENT_PACKAGES],
  'renderer/main.ts': ['shared/', 'renderer/', ...DOCUMENT_PACKAGES],
  // The trusted document shares no screen and no store with the app: little code stands between a person and a signature.
  'renderer/approve/': [
    'shared/',
    'renderer/client/',
    'renderer/theme/',
    'renderer/components/values/UntrustedText.tsx',
    'react',
    '@tabler/*',
  ],
  // Pairs the browser: as little code as possible, and nothing of either document.
  'renderer/start/': ['shared/ipc/', 'renderer/client/'],
  'renderer/start.ts': ['renderer/client/', 'renderer/theme/', 'renderer/start/', '@fontsource/*'],
  'renderer/approve.tsx': ['shared/', 'renderer/client/', 'renderer/theme/', 'renderer/approve/', 'react', 'react-dom', '@fontsource/*'],
};

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isType: boolean;
}

const IMPORT = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const LAZY_IMPORT = /\bimport\(\s*'([^']+)'\s*\)/g;

const files = globSync('{shared,electron,renderer}/**/*.{ts,tsx}', { cwd: ROOT }).map((file) => file.replaceAll(path.sep, '/'));
const sources = new Set(files);
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const found = [
    ...[...text.matchAll(IMPORT)].map((match) => ({ specifier: match[2] ?? '', isType: match[1] !== undefined })),
    ...[...text.matchAll(LAZY_IMPORT)].map((match) => ({ specifier: match[1] ?? '', isType: false })),
  ];
  return found.map(({ specifier, isType }) => ({ file, target: resolve(file, specifier), isType }));
}

/** A path from the root for our own files, the name of a package, or `node`. */
function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  if (specifier.startsWith('node:')) return 'node';
  return specifier;
}

function partOf(file: string): string | undefined {
  const view = /^renderer\/views\/[^/]+\//.exec(file)?.[0];
  if (view !== undefined) return view;
  return Object.keys(MAY_IMPORT)
    .filter((part) => file === part || (part.endsWith('/') && file.startsWith(part)))
    .sort((left, right) => right.length - left.length)[0];
}

function rowOf(part: string): readonly string[] {
  return MAY_IMPORT[part.startsWith('renderer/views/') ? 'renderer/views/' : part] ?? [];
}

function isAllowed({ file, target, isType }: Import): boolean {
  const part = partOf(file);
  if (part === undefined) return false;
  if (partOf(target) === part) return true;
  return rowOf(part).some((entry) => {
    const isTypeOnly = entry.startsWith('type ');
    const name = isTypeOnly ? entry.slice('type '.length) : entry;
    return (!isTypeOnly || isType) && matches(target, name);
  });
}

function matches(target: string, name: string): boolean {
  if (name.endsWith('/*')) return target.startsWith(name.slice(0, -1));
  if (name.endsWith('/')) return target.startsWith(name);
  // A package with its own entry points: react-dom/client. Our own files are named whole.
  return target === name || (!name.includes('/') && target.startsWith(`${name}/`));
}

/** Groups imports that remain at run time, by what `name` makes of both files. */
function runtimeGraph(name: (file: string) => string | undefined): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { file, target, isType } of imports) {
    const [from, to] = [name(file), name(target)];
    if (isType || from === undefined || to === undefined || from === to) continue;
    graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
  return graph;
}

/** The imports that form circles, as `a → b`: those left when nodes that nothing imports, or that import nothing, are removed. */
function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  let edges = [...graph].flatMap(([from, targets]) => [...targets].map((to) => ({ from, to })));
  for (let before = -1; before !== edges.length; ) {
    before = edges.length;
    const importers = new Set(edges.map(({ from }) => from));
    const imported = new Set(edges.map(({ to }) => to));
    edges = edges.filter(({ from, to }) => imported.has(from) && importers.has(to));
  }
  return edges.map(({ from, to }) => `${from} → ${to}`);
}

describe('import graph', () => {
  test('every source belongs to a part', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => partOf(file) === undefined)).toEqual([]);
  });

  test('nothing imports what its part may not', () => {
    const refused = imports
      .filter((entry) => !isAllowed(entry))
      .map(({ file, target, isType }) => `${file} → ${isType ? 'type ' : ''}${target}`);
    expect(refused).toEqual([]);
  });

  test('each service and each part of the embedded node has a row', () => {
    const folders = globSync('electron/{services,devnet}/*/', { cwd: ROOT }).map(
      (folder) => `${folder.replaceAll(path.sep, '/').replace(/\/$/, '')}/`,
    );
    expect(folders.length).toBeGreaterThan(30);
    expect(folders.filter((folder) => partOf(folder) !== folder)).toEqual([]);
  });

  test('no file imports itself through others', () => {
    expect(circles(runtimeGraph((file) => (sources.has(file) ? file : undefined)))).toEqual([]);
  });

  test('no service imports itself through others', () => {
    expect(circles(runtimeGraph((file) => /^electron\/services\/[^/]+\//.exec(file)?.[0]))).toEqual([]);
  });

  test('circles are found', () => {
    const graph = new Map([
      ['a', new Set(['b', 'd'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ]);
    expect(circles(graph)).toEqual(['b → c', 'c → b']);
  });

  test('our own imports carry their ending', () => {
    const bare = imports.filter(({ target }) => /^(shared|electron|renderer)\//.test(target) && path.extname(target) === '');
    expect(bare).toEqual([]);
  });

  test.each([
    { file: 'shared/domain/encoding/cid.ts', target: 'node', isType: true, isFine: false },
    { file: 'shared/ipc/schemas/common.ts', target: 'shared/domain/encoding/cid.ts', isType: false, isFine: false },
    { file: 'shared/domain/encoding/cid.ts', target: 'electron/platform/topics.ts', isType: true, isFine: false },
    { file: 'electron/services/chain/x.ts', target: 'electron', isType: false, isFine: false },
    { file: 'electron/services/chain/x.ts', target: 'electron', isType: true, isFine: false },
    { file: 'electron/host/ipc-host.ts', target: 'electron', isType: true, isFine: true },
    { file: 'electron/host/ipc-host.ts', target: 'electron', isType: false, isFine: false },
    { file: 'electron/services/chain/x.ts', target: 'electron/host/dispatch.ts', isType: true, isFine: false },
    { file: 'electron/services/chain/x.ts', target: 'electron/services/pinned/x.ts', isType: false, isFine: true },
    { file: 'electron/services/chain/x.ts', target: 'electron/services/messages/x.ts', isType: true, isFine: false },
    { file: 'electron/services/chain/x.ts', target: 'electron/services/addresses/x.ts', isType: false, isFine: false },
    { file: 'electron/devnet/miners/x.ts', target: 'electron/devnet/vm/invoke-method.ts', isType: true, isFine: false },
    { file: 'renderer/views/deals/DealsView.tsx', target: 'renderer/views/miner/x.ts', isType: false, isFine: false },
    { file: 'renderer/views/deals/DealsView.tsx', target: 'renderer/views/deals/x.ts', isType: false, isFine: true },
    { file: 'renderer/views/deals/DealsView.tsx', target: 'electron/core.ts', isType: true, isFine: false },
    { file: 'renderer/approve/keys/UnlockView.tsx', target: 'renderer/stores/x.ts', isType: false, isFine: false },
    { file: 'renderer/lib/x.ts', target: 'ws', isType: false, isFine: false },
  ])('the table: $file importing $target is fine: $isFine', ({ file, target, isType, isFine }) => {
    expect(isAllowed({ file, target, isType })).toBe(isFine);
  });
});

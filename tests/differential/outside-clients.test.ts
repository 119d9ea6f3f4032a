import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DISAGREEMENTS } from '../clients/disagreements.ts';
import manifest from '../clients/package.json' with { type: 'json' };

const page = readFileSync(fileURLToPath(new URL('../../docs/outside-clients.md', import.meta.url)), 'utf8');

it('docs/outside-clients.md lists the known disagreements as they are', () => {
  const rows = page.split('\n').filter((line) => /^\| (iso|zondax|viem)-[a-z-]+ \|/.test(line));
  expect(rows).toEqual(
    DISAGREEMENTS.map(({ id, inputs, theirs, ours, right, why }) => `| ${[id, inputs, theirs, ours, right, why].join(' | ')} |`),
  );
});

it('docs/outside-clients.md names the clients in their versions', () => {
  const named = [...page.matchAll(/^\| `([^`]+)` \| (\S+) \|/gm)].map(([, name, version]) => [name, version]);
  expect(Object.fromEntries(named)).toEqual(manifest.devDependencies);
});

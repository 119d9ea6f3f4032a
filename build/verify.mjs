/** npm run verify: types of every side, dead code and lint, with zero warnings. */
import { ensureDependencies, ensureOutsideClients, say } from './lib/setup.mjs';
import { verifySides } from './lib/verify-sides.mjs';

await ensureDependencies();
await ensureOutsideClients();
const rows = await verifySides();
for (const row of rows) say(`${row.isPassed ? 'ok  ' : 'FAIL'}  ${row.name}`);
process.exitCode = rows.every((row) => row.isPassed) ? 0 : 1;

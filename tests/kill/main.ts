/**
 * `npm run test:kill [-- --runs N]`: prints what was killed where, and the totals. With `--market`: loads of
 * a market file and updates of a dataset, 200 times each.
 */
import { parseArgs } from 'node:util';
import { runKills } from './kill-runs.ts';
import { killLoads } from './market-loads.ts';
import { killUpdates } from './market-updates.ts';

const { values } = parseArgs({ options: { runs: { type: 'string' }, market: { type: 'boolean' } } });
const startedAtMs = performance.now();
if (values.market === true) {
  const wanted = Number(values.runs ?? 200);
  let problemCount = 0;
  for (const [name, kill] of [
    ['loads', () => killLoads({ wanted, deals: 20_000 })],
    ['updates', () => killUpdates({ wanted, deals: 2000 })],
  ] as const) {
    const { runs, kills, newInUse, problems } = await kill();
    for (const problem of problems) process.stdout.write(`FAIL  ${problem}\n`);
    const tookSeconds = Math.round((performance.now() - startedAtMs) / 1000);
    process.stdout.write(
      `${runs} ${name}, ${kills} killed, after ${newInUse} of which the new dataset was in use, ${problems.length} problems, ${tookSeconds} s\n`,
    );
    problemCount += problems.length;
  }
  process.exit(problemCount === 0 ? 0 : 1);
}
const report = await runKills({ runs: Number(values.runs ?? 510), onRun: (line) => process.stdout.write(`${line}\n`) });

process.stdout.write('\nKilled at\n');
for (const [place, count] of [...report.places].sort(([left], [right]) => left.localeCompare(right))) {
  process.stdout.write(`${String(count).padStart(5)}  ${place}\n`);
}
for (const problem of report.problems) {
  process.stdout.write(`FAIL  ${problem}\n`);
}
const seconds = Math.round((performance.now() - startedAtMs) / 1000);
process.stdout.write(
  `\n${report.runs} runs, ${report.kills} kills at ${report.places.size} places, ${report.signed} messages signed, ${report.executed} executed, ${report.problems.length} problems, ${seconds} s\n`,
);
process.exitCode = report.problems.length === 0 ? 0 : 1;

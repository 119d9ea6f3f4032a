/** `npm run test:kill [-- --runs N]`: prints what was killed where, and the totals. */
import { parseArgs } from 'node:util';
import { runKills } from './kill-runs.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '510' } } });
const startedAtMs = performance.now();
const report = await runKills({ runs: Number(values.runs), onRun: (line) => process.stdout.write(`${line}\n`) });

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

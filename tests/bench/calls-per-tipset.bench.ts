/**
 * How many calls one new tipset causes with the overview open, beside the one notification that brings it.
 *
 * The services run over the embedded node as in the product; a reader asks for the overview after every accepted head, as its view
 * does. The tipsets counted are extensions of the chain, without reorgs, one at a time. Why each call: docs/calls-per-tipset.md.
 */
import { startDevnetServices } from '../builders/devnet-services.ts';
import { eventually } from '../builders/eventually.ts';
import { report } from './lib/report.ts';

const TIPSETS = 20;

const services = await startDevnetServices();
/** What the overview's view asks for. */
const openOverview = () => Promise.all([services.chain.getOverview(), services.miners.listMiners({ isOwnOnly: true })]);
try {
  await eventually(() => services.chain.slice.get().strip.length >= 50, 'the strip');
  await eventually(() => services.chain.slice.get().finalized, 'finality');
  await openOverview();
  const before = services.tap.methods().length;
  let tipsets = 0;
  for (let count = 0; count < TIPSETS; count += 1) {
    const heightBefore = services.chain.slice.get().head?.height;
    const { headHeight } = await services.control('advance', { epochs: 1 });
    await eventually(() => services.chain.slice.get().head?.height === headHeight, 'the new head');
    if (headHeight !== heightBefore) {
      tipsets += 1;
      await openOverview();
    }
    await eventually(() => services.tap.calls.every(({ end }) => end !== undefined), 'the calls to end');
  }
  const methods = services.tap.methods().slice(before);
  const counts = new Map<string, number>();
  for (const method of methods) {
    counts.set(method, (counts.get(method) ?? 0) + 1);
  }
  const each = [...counts].map(([method, count]) => `${method} ${(count / tipsets).toFixed(2)}`).join(', ');
  report({
    bench: 'calls caused by one new tipset, overview open, one own miner',
    unit: 'calls',
    measured: methods.length / tipsets,
    baseline: { name: 'the notification alone', value: 1 },
    ratio: methods.length / tipsets,
    aim: 'say how many and why each (docs/calls-per-tipset.md)',
    note: each,
  });
} finally {
  await services.stop();
}

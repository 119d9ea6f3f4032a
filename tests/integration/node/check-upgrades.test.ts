/** npm run check:upgrades against a server on loopback that has the schedule of a node. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { builtInKnowledge } from '../../../shared/domain/chain/network-version.ts';
import { answer, type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../../../build/check-upgrades.mjs');
const MAINNET = Object.fromEntries(builtInKnowledge('mainnet').upgrades.map(({ name, height }) => [`Upgrade${name}Height`, height]));

let node: ScriptedNode | undefined;
afterEach(async () => {
  await node?.stop();
  node = undefined;
});

async function check(result: unknown): Promise<{ code: number; output: string; problem: string }> {
  node = await startScriptedNode();
  node.onRequest((request, response) => answer(response, 200, request, { result }));
  return run(node.httpUrl);
}

function run(...endpoint: string[]): Promise<{ code: number; output: string; problem: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [SCRIPT, ...endpoint.flatMap((url) => ['--endpoint', url])], (_, output, problem) =>
      resolve({ code: child.exitCode ?? -1, output, problem }),
    );
  });
}

it('ends with 0 where the schedule is the one known here, whatever is not scheduled or brings no version', async () => {
  const schedule = { ...MAINNET, UpgradeClausHeight: 343_200, UpgradeXxHeight: 999_999_999_999_999, UpgradeYyHeight: -1 };
  const { code, output } = await check({ NetworkName: 'mainnet', ForkUpgradeParams: schedule });
  expect([code, output]).toEqual([0, `mainnet: all ${Object.keys(schedule).length} schedule entries match.\n`]);
  expect(node?.requests.map(({ call }) => call.method)).toEqual(['Filecoin.StateGetNetworkParams']);
});

it('ends with 1 and names what is not known and what has another height', async () => {
  const schedule = { ...MAINNET, UpgradeFireHorseHeight: 6_052_900, UpgradeTeepHeight: 999_999_999_999_999, UpgradeXxHeight: 7_000_000 };
  const { code, output } = await check({ NetworkName: 'mainnet', ForkUpgradeParams: schedule });
  expect(code).toBe(1);
  expect(output.trimEnd().split('\n').slice(1)).toEqual([
    'FireHorse: 6,052,900 at the node, 6,052,800 in Sextant',
    'Xx: 7,000,000 at the node, unknown in Sextant',
    'Teep: not scheduled at the node, 4,878,840 in Sextant',
  ]);
});

it('ends with 2 where the node gives no schedule, cannot be reached, or none is named', async () => {
  const none = await check({ NetworkName: 'mainnet' });
  expect([none.code, none.problem]).toEqual([2, expect.stringContaining('the answer has no upgrade schedule')]);
  const url = node?.httpUrl ?? '';
  await node?.stop();
  expect(await run(url)).toMatchObject({ code: 2, problem: expect.stringContaining('Could not read the schedule') });
  expect((await run()).problem).toContain('Option --endpoint is missing');
});

/** Every example of the documentation against the decoder of the embedded node: none is refused for its shape or number. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { methodDocs } from '../../../shared/rpc/method-docs.ts';
import { METHODS } from '../../../shared/rpc/methods.ts';
import { postRaw } from '../../builders/devnet-caller.ts';

const NOT_FOUND = -32601;
const PARSE_ERROR = -32700;
const WRONG_COUNT = -32602;
/** Answers only once the message is on chain. */
const WAITS = 'StateWaitMsg';

let node: RunningDevnet;
beforeAll(async () => {
  node = await startDevnet({ seed: 'examples', genesisTime: 1_700_000_000, isPaused: true, historyEpochs: 20 });
});
afterAll(() => node.stop());

it('the examples are read by the node that serves them', async () => {
  const refused: string[] = [];
  let served = 0;
  for (const { name, isStream } of METHODS) {
    const example = methodDocs(name)?.example ?? '';
    if (isStream || name === WAITS) continue;
    const body = `{"jsonrpc":"2.0","id":1,"method":"Filecoin.${name}","params":${example}}`;
    const { json } = await postRaw(node.httpUrl, body);
    const code = json.error?.code;
    if (code === NOT_FOUND) continue;
    served += 1;
    if (code === PARSE_ERROR || code === WRONG_COUNT) refused.push(`${name} ${json.error?.message ?? ''}`);
  }
  expect(refused).toEqual([]);
  // The embedded node serves what the screens ask for, and may come to serve more.
  expect(served).toBeGreaterThanOrEqual(74);
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { JsonRpcClient } from '../../../electron/rpc/json-rpc-client.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { RecordingTap } from '../../builders/recording-tap.ts';
import { answerText, type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const zErrors = z.object({
  errors: z.array(
    z.object({
      id: z.string(),
      httpStatus: z.number(),
      code: z.number().nullable(),
      message: z.string().nullable(),
      class: z.string(),
      body: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
});
const { errors } = zErrors.parse(JSON.parse(readFileSync('../shared/data/errors.json', 'utf8')));

/** What a service is told for each class of recorded error; everything else is the node's own refusal. */
const CODE_OF_CLASS: Readonly<Record<string, string>> = {
  'method-not-found': 'method-not-served',
  'needs-websocket': 'method-not-served',
  auth: 'endpoint-unauthorised',
  'rate-limit': 'endpoint-rate-limited',
  lookback: 'outside-history',
  'actor-not-found': 'not-found',
  'deal-not-found': 'not-found',
};

let node: ScriptedNode;
let client: JsonRpcClient;

beforeAll(async () => {
  node = await startScriptedNode();
  const clock = { ...systemClock, sleep: () => Promise.resolve() };
  client = new JsonRpcClient({
    connectionId: 'c',
    connectionName: 'C',
    httpUrl: node.httpUrl,
    namespace: 'Filecoin',
    tap: new RecordingTap(),
    clock,
  });
});
afterAll(async () => {
  client.close();
  await node.stop();
});

describe('recorded errors', () => {
  test('there are some', () => {
    expect(errors.length).toBeGreaterThan(30);
  });

  test.each(errors.map((recorded) => [recorded.id, recorded] as const))('%s', async (_id, recorded) => {
    node.onRequest((request, response) => {
      const body = recorded.body === null ? '' : JSON.stringify({ ...recorded.body, id: request.call.id });
      answerText(response, recorded.httpStatus, body);
    });
    const error: unknown = await client.call('AuthNew', [], { cause: 'test' }).catch((thrown: unknown) => thrown);
    if (!(error instanceof SextantError)) {
      throw new Error('The call did not fail.');
    }
    expect(error.code).toBe(CODE_OF_CLASS[recorded.class] ?? 'node-error');
    expect(error.details?.httpStatus).toBe(recorded.httpStatus);
    expect(error.details?.nodeCode).toBe(recorded.code ?? undefined);
    expect(error.details?.nodeMessage).toBe(recorded.message ?? undefined);
    expect(error.message).not.toContain('\n');
  });
});

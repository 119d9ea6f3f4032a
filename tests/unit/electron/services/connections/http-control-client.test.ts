import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { HttpTransport } from '../../../../../electron/rpc/http-transport.ts';
import { HttpControlClient } from '../../../../../electron/services/connections/http-control-client.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';
import { RecordingTap } from '../../../../builders/recording-tap.ts';

it('asks at the path it was given, and records the call without it', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('{"blockTimeMs":2000,"streams":"mainnet"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = new HttpTransport();
  onTestFinished(() => {
    transport.close();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tap = new RecordingTap();
  const client = new HttpControlClient({
    connectionId: 'practice',
    connectionName: 'practice',
    url: `${origin}/control/unguessable-0123456789/`,
    transport,
    tap,
    clock: new ManualClock(),
  });
  expect(await client.getInfo()).toEqual({ blockTimeMs: 2000, streams: 'mainnet' });
  expect(asked).toEqual(['/control/unguessable-0123456789/info']);
  expect(tap.calls.map(({ start }) => start.url)).toEqual([`${origin}/[masked]/info`]);
  expect(JSON.stringify(tap.calls)).not.toContain('unguessable');
});

import { expect, test } from 'vitest';
import { createInspectorArea } from '../../../../../electron/services/inspector/inspector-area.ts';
import { TestConnections } from '../../../../builders/active-connection.ts';
import { ManualClock } from '../../../../builders/manual-clock.ts';
import { quietLogger } from '../../../../builders/quiet-logger.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

test('memory is given back once after calls were cleared, and not after the end', async () => {
  const profile = await temporaryProfile();
  const clock = new ManualClock();
  let times = 0;
  const area = createInspectorArea({
    paths: profile.paths,
    clock,
    logger: quietLogger,
    connections: () => new TestConnections(),
    head: () => ({ connectionId: '', strip: [] }),
    version: '0.0.0',
    signatures: () => ({ signedMessageOf: () => undefined }),
    releaseMemory: () => {
      times += 1;
    },
  });
  await area.handlers.inspector.clearCalls({});
  await area.handlers.inspector.clearCalls({});
  expect(times).toBe(0);
  clock.advance(60_000);
  expect(times).toBe(1);
  await area.handlers.inspector.clearCalls({});
  await area.stop();
  clock.advance(60_000);
  expect(times).toBe(1);
  await profile.remove();
});

import { expect, test } from 'vitest';
import { SocketRecorder } from '../../../../electron/rpc/socket-recorder.ts';
import { maskBytes } from '../../../../electron/services/inspector/mask-recording.ts';
import { ManualClock } from '../../../builders/manual-clock.ts';
import { RecordingTap } from '../../../builders/recording-tap.ts';

const KEY = '0123456789abcdef'.repeat(4);

function recorded(frame: string): string {
  const tap = new RecordingTap();
  const recorder = new SocketRecorder({ connectionId: 'c', connectionName: 'C', wsUrl: 'ws://host/', tap, clock: new ManualClock() });
  const received = new TextEncoder().encode(frame);
  recorder.event('unmatched frame', { received });
  expect(received).toHaveLength(Buffer.byteLength(frame));
  return Buffer.from(tap.calls[0]?.end?.response ?? '').toString();
}

test("a frame that is nobody's is recorded from its beginning, and a key that the cut goes through is no more readable than a whole one", () => {
  expect(recorded('{"short":"ü"}')).toBe('{"short":"ü"}');
  for (let before = 3930; before <= 4000; before += 1) {
    const beginning = recorded(`{"a":"${'é '.repeat(1200)}${'x '.repeat((before - 3600) / 2)}${KEY}"} and more ${'y '.repeat(3000)}`);
    expect(beginning.length).toBeGreaterThan(2000);
    const masked = maskBytes(Buffer.from(beginning), { side: 'response', method: 'unmatched frame' });
    expect(Buffer.from(masked).toString()).not.toContain(KEY.slice(0, 8));
  }
});

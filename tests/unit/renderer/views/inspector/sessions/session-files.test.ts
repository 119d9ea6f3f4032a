import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSessionFile } from '../../../../../../renderer/views/inspector/sessions/session-files.ts';
import { clientWith } from '../../../../../builders/rendered.tsx';

const MEGABYTE = 1024 * 1024;

describe('a file that is opened', () => {
  it('goes in pieces of a mebibyte, each after the one before', async () => {
    const whole = randomBytes(2 * MEGABYTE + 17);
    const got: Buffer[] = [];
    const inputs: { importId?: string | undefined; isLast: boolean; name: string }[] = [];
    const client = clientWith({
      inspector: {
        importSession: async ({ base64, ...rest }) => {
          got.push(Buffer.from(base64, 'base64'));
          inputs.push(rest);
          return { importId: 'i', ...(rest.isLast ? { sessionId: 's' } : {}) };
        },
      },
    });
    expect(await openSessionFile(client, new File([whole], 'calls.ndjson.gz'), () => {})).toBe('s');
    expect(got.map((piece) => piece.length)).toEqual([MEGABYTE, MEGABYTE, 17]);
    expect(Buffer.concat(got).equals(whole)).toBe(true);
    expect(inputs).toEqual([
      { name: 'calls.ndjson.gz', isLast: false },
      { importId: 'i', name: 'calls.ndjson.gz', isLast: false },
      { importId: 'i', name: 'calls.ndjson.gz', isLast: true },
    ]);
  });

  it('goes as one piece when there is nothing in it', async () => {
    const client = clientWith({
      inspector: { importSession: async ({ isLast }) => ({ importId: 'i', ...(isLast ? { sessionId: 's' } : {}) }) },
    });
    expect(await openSessionFile(client, new File([], 'empty'), () => {})).toBe('s');
  });
});

import type { Core } from '../../electron/core.ts';
import type { CallDetail } from '../../shared/ipc/schemas/inspector.ts';
import { LIVE_SOURCE } from '../../shared/ipc/schemas/inspector.ts';

export interface WholeRecording extends Omit<CallDetail, 'request' | 'response'> {
  readonly request: string;
  readonly response: string | undefined;
}

/** A call of the live recording with its bodies as text. */
export async function recordingOf(core: Pick<Core, 'handlers'>, id: number): Promise<WholeRecording> {
  const { inspector } = core.handlers;
  const place = { source: LIVE_SOURCE, id };
  const detail = await inspector.getCall(place);
  const read = async (side: 'request' | 'response'): Promise<string> => {
    let whole = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { text, next } = await inspector.readBody({ ...place, side, offset, lengthBytes: 256 * 1024 });
      whole += text;
      offset = next;
    }
    return whole;
  };
  return { ...detail, request: await read('request'), response: detail.response === undefined ? undefined : await read('response') };
}

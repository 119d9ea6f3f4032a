import type { CallEnd, CallStart, CallTap } from '../../electron/rpc/call-tap.ts';

export interface RecordedCall {
  readonly id: number;
  readonly start: CallStart;
  end?: CallEnd;
}

/** A tap that records everything, for tests that count calls. */
export class RecordingTap implements CallTap {
  readonly calls: RecordedCall[] = [];

  begin(start: CallStart): number {
    const id = this.calls.length + 1;
    this.calls.push({ id, start });
    return id;
  }

  end(id: number, end: CallEnd): void {
    const call = this.calls[id - 1];
    if (call !== undefined) {
      call.end = end;
    }
  }

  keep(_id: number): void {
    // Everything is kept.
  }

  release(_id: number): void {
    // Everything is kept.
  }

  /** Method names of the calls sent (not of frames), without namespace. */
  methods(): string[] {
    return this.calls.filter(({ start }) => start.kind === 'call').map(({ start }) => start.method.replace(/^.*\./, ''));
  }
}

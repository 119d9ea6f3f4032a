import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallNote } from '../../../../../../renderer/views/inspector/call/CallNote.tsx';
import { CallTiming } from '../../../../../../renderer/views/inspector/call/CallTiming.tsx';
import { LintFindings } from '../../../../../../renderer/views/inspector/console/LintFindings.tsx';
import { SendActions } from '../../../../../../renderer/views/inspector/console/SendActions.tsx';
import type { CallDetail } from '../../../../../../shared/ipc/schemas/inspector.ts';
import { lintCall } from '../../../../../../shared/rpc/lint.ts';
import { clientWith, type Rendered, render } from '../../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;

afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

const DETAIL: CallDetail = {
  summary: {
    id: 7,
    atMs: 0,
    connectionId: 'c',
    connectionName: 'harbour-1',
    method: 'Filecoin.ChainHead',
    transport: 'http',
    kind: 'call',
    status: 'ok',
    paramsPreview: '',
    tookMs: 204,
    requestBytes: 60,
    responseBytes: 20,
    cause: 'user',
  },
  url: 'http://127.0.0.1/rpc/v1',
  requestHeaders: {},
  request: { sizeBytes: 60, recordedBytes: 60, isTruncated: false, isJson: true },
  response: { sizeBytes: 20, recordedBytes: 20, isTruncated: false, isJson: true },
  children: [],
  sendAgainTo: { to: 'node', connectionId: 'c' },
};

describe('the note of a call', () => {
  async function write(text: string): Promise<HTMLTextAreaElement> {
    const field = rendered?.container.querySelector('textarea');
    if (field === null || field === undefined) throw new Error('There is no field.');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    return field;
  }

  it('is saved when the pane closes, and once', async () => {
    const annotateCall = vi.fn(async () => ({}));
    rendered = await render(
      <CallNote id={7} note="" readOnlyReason={undefined} onSaved={() => undefined} />,
      clientWith({ inspector: { annotateCall } }),
    );
    await write('The key was a number.');
    await rendered.unmount();
    rendered = undefined;
    expect(annotateCall.mock.calls).toEqual([[{ id: 7, note: 'The key was a number.' }]]);
  });

  it('says why it was not saved and keeps what was written', async () => {
    const annotateCall = vi.fn(async () => Promise.reject(new Error('gone')));
    rendered = await render(
      <CallNote id={7} note="" readOnlyReason={undefined} onSaved={() => undefined} />,
      clientWith({ inspector: { annotateCall } }),
    );
    const field = await write('Lost?');
    await act(async () => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
    expect(rendered.container.textContent).toContain('Could not save the note');
    expect(field.value).toBe('Lost?');
  });

  it('takes a newer note from the recording, unless another one is being written', async () => {
    const note = (text: string) => <CallNote id={7} note={text} readOnlyReason={undefined} onSaved={() => undefined} />;
    rendered = await render(note('first'), clientWith({ inspector: { annotateCall: async () => ({}) } }));
    await rendered.rerender(note('second'));
    const field = await write('mine');
    await rendered.rerender(note('third'));
    expect(field.value).toBe('mine');
  });
});

function buttonNamed(name: string): HTMLButtonElement | undefined {
  return [...(rendered?.container.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name);
}

async function pressed(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const button = buttonNamed(name);
    if (button === undefined) throw new Error(`There is no button ${name}.`);
    await act(async () => button.click());
  }
}

describe('stopping a call', () => {
  const frame = { ...DETAIL.summary, id: 8, method: 'Filecoin.ChainNotify', kind: 'frame', parentId: 7 } as const;

  async function actionsOf(summary: Partial<CallDetail['summary']>, children: CallDetail['children'] = [], source = 'live') {
    const stopCall = vi.fn(async () => ({}));
    rendered = await render(
      <SendActions
        source={source}
        call={{ ...DETAIL, summary: { ...DETAIL.summary, ...summary }, children }}
        onSent={() => undefined}
        onEdit={() => undefined}
      />,
      clientWith({ inspector: { stopCall } }),
    );
    return stopCall;
  }

  it('is offered while it is under way', async () => {
    const stopCall = await actionsOf({ status: 'pending' });
    await pressed('Stop');
    expect(stopCall.mock.calls).toEqual([[{ id: 7 }]]);
  });

  it('is left to the screen that asked', async () => {
    const stopCall = await actionsOf({ status: 'pending', cause: 'overview: power' });
    expect(buttonNamed('Stop')?.getAttribute('aria-disabled')).toBe('true');
    await pressed('Stop');
    expect(stopCall).not.toHaveBeenCalled();
  });

  it('is offered for a stream that was opened by hand, until it has ended', async () => {
    const stopCall = await actionsOf({ method: 'Filecoin.ChainNotify' }, [frame]);
    await pressed('Stop');
    expect(stopCall.mock.calls).toEqual([[{ id: 7 }]]);
  });

  it.each<[string, Partial<CallDetail['summary']>, CallDetail['children'], string]>([
    ['an answered call', {}, [], 'live'],
    ['a stream that was cancelled', { method: 'Filecoin.ChainNotify' }, [frame, { ...frame, kind: 'event', method: 'cancelled' }], 'live'],
    ['a stream that was lost', { method: 'Filecoin.ChainNotify' }, [{ ...frame, status: 'error' }], 'live'],
    ['the stream of a screen', { method: 'Filecoin.ChainNotify', cause: 'head' }, [frame], 'live'],
    ['a call of a saved session', { status: 'pending' }, [], 'session-1'],
  ])('is not offered for %s', async (_, summary, children, source) => {
    await actionsOf(summary, children, source);
    expect(buttonNamed('Stop')).toBeUndefined();
  });
});

describe('sending a call again', () => {
  async function actionsOf(method: string) {
    const sendAgain = vi.fn(async () => ({ id: 8 }));
    const call: CallDetail = { ...DETAIL, summary: { ...DETAIL.summary, method } };
    rendered = await render(
      <SendActions source="live" call={call} onSent={() => undefined} onEdit={() => undefined} />,
      clientWith({ inspector: { sendAgain } }),
    );
    return sendAgain;
  }

  it('needs one press for a read', async () => {
    const sendAgain = await actionsOf('Filecoin.ChainHead');
    await pressed('Send again');
    expect(sendAgain.mock.calls).toEqual([[{ source: 'live', id: 7 }]]);
  });

  it.each(['Filecoin.MpoolPush', 'Filecoin.ChainHead, Filecoin.WalletSign', 'Filecoin.Unheard'])('asks before %s', async (method) => {
    const sendAgain = await actionsOf(method);
    await pressed('Send again', 'Cancel');
    expect(rendered?.container.textContent).not.toContain('Send this again?');
    await pressed('Send again');
    expect(sendAgain).not.toHaveBeenCalled();
    await pressed('Send now');
    expect(sendAgain.mock.calls).toEqual([[{ source: 'live', id: 7, isConfirmed: true }]]);
  });
});

describe('the time of a call', () => {
  it('names its phases in the order in which they happen', async () => {
    rendered = await render(<CallTiming call={{ ...DETAIL, phases: { readMs: 9, connectMs: 31, waitMs: 164 } }} />);
    expect([...rendered.container.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
      'connect 31 ms',
      'wait 164 ms',
      'read 9 ms',
    ]);
  });

  it('says what passed without an answer', async () => {
    const { response: _response, ...unanswered } = DETAIL;
    rendered = await render(
      <CallTiming call={{ ...unanswered, summary: { ...DETAIL.summary, status: 'error', tookMs: 2500 }, phases: { connectMs: 4 } }} />,
    );
    expect(rendered.container.textContent).toContain('no answer 2.5 s');
  });

  it('is left out where nothing was measured', async () => {
    rendered = await render(<CallTiming call={DETAIL} />);
    expect(rendered.container.textContent).toBe('');
  });
});

describe('what is wrong with a call', () => {
  it('is said with its fix, which changes only what is wrong', async () => {
    const onFix = vi.fn();
    const findings = lintCall({ method: 'ChainGetTipSetByHeight', paramsText: '[12345678901234567890,  0]' });
    rendered = await render(<LintFindings findings={findings.filter(({ fix }) => fix?.label === 'Write null')} onFix={onFix} />);
    const button = rendered.container.querySelector('button');
    expect(button?.textContent).toBe('Write null');
    await act(async () => button?.click());
    expect(onFix.mock.calls[0]?.[0].fix.paramsText).toBe('[12345678901234567890,  null]');
  });
});

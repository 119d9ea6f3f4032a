import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { type QueryState, useQuery } from '../../../../renderer/hooks/use-query.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

interface Asked {
  readonly question: string;
  readonly resolve: (value: string) => void;
  readonly reject: (error: unknown) => void;
}

function setUp({ refreshOn }: { readonly refreshOn: 'head' | undefined } = { refreshOn: 'head' }) {
  const asked: Asked[] = [];
  let state: QueryState<string> | undefined;
  function Probe({ question, revision }: { readonly question: string; readonly revision?: string }) {
    state = useQuery(question, () => new Promise<string>((resolve, reject) => asked.push({ question, resolve, reject })), {
      ...(refreshOn === undefined ? {} : { refreshOn }),
      ...(revision === undefined ? {} : { revision }),
    });
    return undefined;
  }
  const head = new ManualTopic<unknown>({ head: { key: ['one'] } });
  const connections = new ManualTopic<unknown>({ activeId: 'here', revision: 1 });
  const client = clientWith({
    connections: { changed: connections as never },
    chain: { headChanged: head as never },
  });
  return { asked, head, connections, client, Probe, state: () => state };
}

async function waitForQuestion(asked: readonly Asked[], count: number): Promise<Asked> {
  await act(async () => {
    await expect.poll(() => asked.length).toBe(count);
  });
  const last = asked[count - 1];
  if (last === undefined) throw new Error('Nothing was asked.');
  return last;
}

describe('useQuery', () => {
  it('drops the answer and the failure of a connection that was edited or opened anew, and asks again', async () => {
    const { asked, connections, client, Probe, state } = setUp();
    drawn = await render(<Probe question="a" />, client);
    const first = await waitForQuestion(asked, 1);
    await act(async () => first.reject(new SextantError('endpoint-unauthorised', 'Token missing or rejected.')));
    expect(state()?.error?.code).toBe('endpoint-unauthorised');
    await act(async () => connections.set({ activeId: 'here', revision: 2 }));
    expect(state()).toMatchObject({ data: undefined, error: undefined, isLoading: true });
    const second = await waitForQuestion(asked, 2);
    await act(async () => second.resolve('answer'));
    expect(state()).toMatchObject({ data: 'answer', error: undefined });
    await act(async () => connections.set({ activeId: 'here', revision: 3 }));
    expect(state()).toMatchObject({ data: undefined, error: undefined, isLoading: true });
  });

  it('is not asked again by a change of the connections that leaves the active one as it was', async () => {
    const { asked, connections, client, Probe, state } = setUp();
    drawn = await render(<Probe question="a" />, client);
    await act(async () => (await waitForQuestion(asked, 1)).resolve('answer'));
    await act(async () => connections.set({ activeId: 'here', revision: 1, offers: [] }));
    expect(state()).toMatchObject({ data: 'answer', isLoading: false });
    expect(asked).toHaveLength(1);
  });

  it('keeps the last good answer when a later attempt fails, and says so', async () => {
    const { asked, client, Probe, state } = setUp();
    drawn = await render(<Probe question="a" />, client);
    const first = await waitForQuestion(asked, 1);
    await act(async () => first.resolve('answer'));
    expect(state()).toMatchObject({ data: 'answer', error: undefined, isLoading: false });
    await act(async () => state()?.refresh());
    const second = await waitForQuestion(asked, 2);
    await act(async () => second.reject(new SextantError('endpoint-timeout', 'Too slow.', { retryable: true })));
    expect(state()).toMatchObject({ data: 'answer', error: { code: 'endpoint-timeout' } });
    await act(async () => state()?.refresh());
    const third = await waitForQuestion(asked, 3);
    await act(async () => third.resolve('new'));
    expect(state()).toMatchObject({ data: 'new', error: undefined });
  });

  it('keeps what was known before the screen was opened again, also when the first attempt fails', async () => {
    const { asked, client, Probe, state } = setUp();
    drawn = await render(<Probe question="a" />, client);
    const first = await waitForQuestion(asked, 1);
    await act(async () => first.resolve('answer'));
    await drawn.rerender(undefined);
    await drawn.rerender(<Probe question="a" />);
    const second = await waitForQuestion(asked, 2);
    await act(async () => second.reject(new SextantError('endpoint-unreachable', 'Gone.', { retryable: true })));
    expect(state()).toMatchObject({ data: 'answer', error: { code: 'endpoint-unreachable' } });
  });

  it('asks again with the first head where it failed while there was none', async () => {
    const { asked, head, client, Probe, state } = setUp({ refreshOn: undefined });
    head.set({});
    drawn = await render(<Probe question="a" />, client);
    const first = await waitForQuestion(asked, 1);
    await act(async () => first.reject(new SextantError('endpoint-bad-reply', 'The head could not be read.', { retryable: true })));
    expect(state()).toMatchObject({ data: undefined, error: { code: 'endpoint-bad-reply' } });
    await act(async () => head.set({ head: { key: ['one'] } }));
    const second = await waitForQuestion(asked, 2);
    await act(async () => second.resolve('answer'));
    expect(state()).toMatchObject({ data: 'answer', error: undefined });
    await act(async () => head.set({ head: { key: ['two'] } }));
    expect(asked).toHaveLength(2);
  });

  it('does not repeat with the first head what fails with every head', async () => {
    const { asked, head, client, Probe } = setUp({ refreshOn: undefined });
    head.set({});
    drawn = await render(<Probe question="a" />, client);
    const first = await waitForQuestion(asked, 1);
    await act(async () => first.reject(new SextantError('method-not-served', 'The endpoint does not serve it.', { retryable: false })));
    await act(async () => head.set({ head: { key: ['one'] } }));
    await drawn.rerender(<Probe question="b" />);
    await waitForQuestion(asked, 2);
    expect(asked.map(({ question }) => question)).toEqual(['a', 'b']);
  });

  it('asks again with another revision and keeps the answer meanwhile, but not for the next opening', async () => {
    const { asked, client, Probe, state } = setUp({ refreshOn: undefined });
    drawn = await render(<Probe question="a" revision="1" />, client);
    const first = await waitForQuestion(asked, 1);
    await act(async () => first.resolve('of revision 1'));
    await drawn.rerender(<Probe question="a" revision="2" />);
    const second = await waitForQuestion(asked, 2);
    expect(state()).toMatchObject({ data: 'of revision 1', error: undefined });
    await act(async () => second.resolve('of revision 2'));
    expect(state()?.data).toBe('of revision 2');
    await drawn.rerender(undefined);
    await drawn.rerender(<Probe question="a" revision="3" />);
    expect(state()?.data).toBeUndefined();
  });

  it('asks again when the head changes, one call at a time', async () => {
    const { asked, head, client, Probe, state } = setUp();
    drawn = await render(<Probe question="a" />, client);
    const first = await waitForQuestion(asked, 1);
    await act(async () => head.set({ head: { key: ['two'] } }));
    await act(async () => head.set({ head: { key: ['three'] } }));
    await act(async () => first.resolve('old'));
    const second = await waitForQuestion(asked, 2);
    await act(async () => second.resolve('new'));
    expect(state()?.data).toBe('new');
  });

  it('drops the answer to a question that is no longer asked', async () => {
    const { asked, client, Probe, state } = setUp();
    drawn = await render(<Probe question="a" />, client);
    const first = await waitForQuestion(asked, 1);
    await drawn.rerender(<Probe question="b" />);
    const second = await waitForQuestion(asked, 2);
    await act(async () => second.resolve('of b'));
    await act(async () => first.resolve('of a'));
    expect(state()?.data).toBe('of b');
    await drawn.rerender(<Probe question="a" />);
    expect(state()?.data).toBe('of a');
  });
});

import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { AppClient } from '../../../../../renderer/client/client-context.ts';
import { splitSigned } from '../../../../../renderer/lib/signed-parts.ts';
import { SignData } from '../../../../../renderer/views/signatures/SignData.tsx';
import { signatureStore } from '../../../../../renderer/views/signatures/signature-store.ts';
import { VerifyData } from '../../../../../renderer/views/signatures/VerifyData.tsx';
import { VerifyMessage } from '../../../../../renderer/views/signatures/VerifyMessage.tsx';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import type { SignedReading } from '../../../../../shared/ipc/schemas/signatures.ts';
import type { WalletState } from '../../../../../shared/ipc/schemas/wallet.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const KEY = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const READING: SignedReading = {
  form: 'Signed message (CBOR as hex)',
  verdict: { isValid: true, words: `${KEY} signed exactly this message.`, signer: KEY },
  signatureType: 'secp256k1',
  signatureHex: '01ab',
  signedCid: 'bafysigned',
  unsignedCid: 'bafyunsigned',
  from: KEY,
  to: 't099',
  nonce: '7',
  value: '1000000000000000000',
  method: '0',
  methodName: 'Send',
  params: { form: 'empty' } as never,
  paramsHex: '',
  gasLimit: '1000000',
  gasFeeCap: '1000000000',
  gasPremium: '1000000000',
  maximumFee: '1000000000000000',
  json: '{"Message":{}}',
  hex: '82aa',
};

let drawn: Rendered | undefined;
const initial = signatureStore.getState();
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
  signatureStore.setState(initial, true);
});

function client(messages: Partial<AppClient['messages']>, accounts: readonly object[] = []): AppClient {
  return clientWith({
    wallet: { changed: new ManualTopic({ status: 'locked', accounts, phrases: [] } as unknown as WalletState) } as never,
    connections: { changed: new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState) } as never,
    messages: { journalChanged: new ManualTopic([]), ...messages } as never,
  });
}

function shown(isThere: () => boolean | undefined, what: string): Promise<unknown> {
  return eventually(async () => {
    await act(async () => undefined);
    return isThere();
  }, what);
}

function button(container: HTMLElement, name: string): HTMLButtonElement | undefined {
  return [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name);
}

test('a signed message is read as soon as it stands there, and is pushed by hand alone', async () => {
  const pushed: string[] = [];
  signatureStore.setState({ message: ' 82AA ' });
  drawn = await render(
    <VerifyMessage />,
    client({
      readSigned: async () => READING,
      pushSigned: async ({ text }) => {
        pushed.push(text);
        throw new SextantError('message-refused', 'The node refused it.');
      },
    }),
  );
  const { container } = drawn;
  await shown(() => container.textContent?.includes('The signature is valid'), 'the verdict');
  expect(container.textContent).toContain('bafysigned');
  expect(pushed).toEqual([]);
  await act(async () => button(container, 'Push message')?.click());
  await shown(() => container.textContent?.includes('The node refused it.'), 'the refusal');
  expect(pushed).toEqual(['82AA']);
});

test('one that cannot be pushed says why, and is not', async () => {
  let pushes = 0;
  signatureStore.setState({ message: '82aa' });
  drawn = await render(
    <VerifyMessage />,
    client({
      readSigned: async () => ({
        ...READING,
        verdict: { isValid: false, words: 'Somebody else signed it.' },
        pushProblem: 'No node takes it.',
      }),
      pushSigned: async () => {
        pushes += 1;
        return { journalId: 'x' };
      },
    }),
  );
  const { container } = drawn;
  await shown(() => container.textContent?.includes('The signature is invalid'), 'the verdict');
  expect(container.textContent).toContain('No node takes it.');
  await act(async () => button(container, 'Push message')?.click());
  expect(pushes).toBe(0);
});

test('parts of QR codes are put together, and missing ones are named before anything is read', async () => {
  const read: string[] = [];
  const parts = splitSigned('82aa'.repeat(300), 'bafysignedcidabcdefgh');
  const readSigned = async ({ text }: { text: string }) => {
    read.push(text);
    return READING;
  };
  signatureStore.setState({ message: parts.slice(1).join('\n') });
  drawn = await render(<VerifyMessage />, client({ readSigned }));
  expect(drawn.container.textContent).toContain('Part 1 of 3 is missing.');
  await act(async () => signatureStore.setState({ message: [...parts].reverse().join('\n') }));
  await shown(() => read.length > 0, 'the reading');
  expect(read[0]?.toLowerCase()).toBe('82aa'.repeat(300));
});

test('a verdict stands only under the data it is about', async () => {
  signatureStore.setState({ address: KEY, signature: '01ab', verifiedData: { encoding: 'text', text: 'harbour' } });
  const claims: object[] = [];
  drawn = await render(
    <VerifyData />,
    client({
      verifyData: async (claim) => {
        claims.push(claim);
        return { isValid: true, words: 'It is so.' };
      },
    }),
  );
  const { container } = drawn;
  await act(async () => button(container, 'Verify')?.click());
  await shown(() => container.textContent?.includes('The signature is valid'), 'the verdict');
  expect(claims).toEqual([{ address: KEY, data: { encoding: 'text', text: 'harbour' }, form: 'frc-0102', signature: '01ab' }]);
  await act(async () => signatureStore.setState({ verifiedForm: 'lotus' }));
  expect(container.textContent).not.toContain('The signature is valid');
});

test('data is signed in the trusted document, and what was signed stands here afterwards', async () => {
  const signature = { address: KEY, form: 'lotus', keyType: 'secp256k1', dataHex: '00', signatureHex: '01feed' } as const;
  const prepared: object[] = [];
  signatureStore.setState({ signedData: { encoding: 'hex', text: '00' }, signedForm: 'lotus' });
  drawn = await render(
    <SignData />,
    clientWith({
      ...client({}, []),
      app: { openTrusted: async () => ({}) } as never,
      wallet: {
        changed: new ManualTopic({
          status: 'locked',
          accounts: [{ address: KEY, label: 'Main key' }],
          phrases: [],
        } as unknown as WalletState),
      } as never,
      messages: {
        prepareDataSignature: async (input: object) => {
          prepared.push(input);
          return { approvalId: 'a1' };
        },
        getApprovalOutcome: async () => ({ status: 'confirmed', result: { kind: 'data', signature } }),
      } as never,
    }),
  );
  const { container } = drawn;
  await act(async () => button(container, 'Review and sign')?.click());
  await shown(() => container.textContent?.includes('01feed'), 'the signature');
  expect(prepared).toEqual([{ from: KEY, data: { encoding: 'hex', text: '00' }, form: 'lotus' }]);
  expect(container.textContent).not.toContain('have changed');
  await act(async () => signatureStore.setState({ signedData: { encoding: 'hex', text: '01' } }));
  expect(container.textContent).toContain('have changed');
});

test('an approval that nobody knows any more is not said to be unsigned', async () => {
  signatureStore.setState({ signedData: { encoding: 'hex', text: '00' } });
  const forgotten = new SextantError('approval-missing', 'This approval is not known.');
  drawn = await render(
    <SignData />,
    clientWith({
      ...client(
        {
          prepareDataSignature: async () => ({ approvalId: 'a1' }) as never,
          getApprovalOutcome: async () => {
            throw forgotten;
          },
        },
        [{ address: KEY, label: 'Main key' }],
      ),
      app: { openTrusted: async () => ({}) } as never,
    }),
  );
  const { container } = drawn;
  await act(async () => button(container, 'Review and sign')?.click());
  await shown(() => container.textContent?.includes('not found'), 'the loss');
  expect(container.textContent).not.toContain('Nothing was signed');
});

test('without a key there is nothing to sign with', async () => {
  drawn = await render(<SignData />, client({}));
  expect(drawn.container.textContent).toContain('No key to sign with');
});

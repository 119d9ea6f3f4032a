import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type ApprovalOutcome, OutcomeView } from '../../../../renderer/approve/OutcomeView.tsx';
import { bytesToHex, hexToBytes, utf8ToBytes } from '../../../../shared/domain/encoding/bytes.ts';
import { signDelegated } from '../../../../shared/domain/signatures/delegated-signature.ts';
import type { Approval } from '../../../../shared/ipc/schemas/approvals.ts';
import { readSignatureText } from '../../../../shared/validation/signed-text.ts';

const UNSIGNED = 'bafy2bzacedtwscuteorjy2gmcnfbicnel2r66zxrzrwws7jjm33n3d7rhzpz6';
const SIGNED = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';
const MESSAGE = { kind: 'message', method: '0', methodName: 'Send', value: '1', unsignedCid: UNSIGNED, isHeld: false } as Approval;

function show(outcome: ApprovalOutcome, approval: Approval | undefined = MESSAGE): HTMLElement {
  const host = document.createElement('div');
  host.innerHTML = renderToStaticMarkup(<OutcomeView outcome={outcome} approval={approval} />);
  return host;
}

function reached(host: HTMLElement): string[] {
  return [...host.querySelectorAll('li:not([data-open])')].map(({ textContent }) => textContent ?? '');
}

describe('the outcome', () => {
  it('of a pushed message labels both CIDs', () => {
    const host = show({ name: 'confirmed', confirmed: { kind: 'message', journalId: 'j1', cid: SIGNED, isPushed: true } });
    expect(host.querySelector('h1')?.textContent).toBe('Signed and pushed');
    const facts = [...host.querySelectorAll('dl > div')].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd > span')?.textContent,
    ]);
    expect(facts).toEqual([
      ['Signed CID', SIGNED],
      ['Unsigned CID', UNSIGNED],
    ]);
    expect(reached(host)).toHaveLength(3);
  });

  it('shows one CID if the signature does not change it', () => {
    const host = show({ name: 'confirmed', confirmed: { kind: 'message', journalId: 'j1', cid: UNSIGNED, isPushed: true } });
    expect([...host.querySelectorAll('dl dt')].map(({ textContent }) => textContent)).toEqual(['CID']);
  });

  it('never reports an unaccepted message as pushed, and shows the reason as text', () => {
    const problem = 'The node said: <b>no</b>\u202E';
    const host = show({ name: 'confirmed', confirmed: { kind: 'message', journalId: 'j1', cid: SIGNED, isPushed: false, problem } });
    expect(host.querySelector('h1')?.textContent).toBe('Signed, but not pushed');
    expect(host.textContent).toContain('<b>no</b>');
    expect(host.textContent).not.toContain('\u202E');
    expect(reached(host)).toHaveLength(2);
  });

  it('of a rejected message warns that it can still be executed', () => {
    const rejected = { isPushed: false, isRejected: true, problem: 'not enough funds' } as const;
    const host = show({ name: 'confirmed', confirmed: { kind: 'message', journalId: 'j1', cid: SIGNED, ...rejected } });
    expect(host.querySelector('h1')?.textContent).toBe('Signed, but rejected by the endpoint');
    expect(host.textContent).toContain('The endpoint rejected the message, but kept a copy');
    expect(host.textContent).toContain('It can still be executed');
    expect(host.textContent).toContain('Reason: not enough funds');
    expect(host.textContent).not.toContain('no node accepted it');
    expect(reached(host)).toHaveLength(2);
    const batch = { kind: 'batch', count: 2, totalValue: '1', totalMovedInside: '0', isHeld: false } as Approval;
    const ofBatch = show(
      { name: 'confirmed', confirmed: { kind: 'batch', batchId: 'b', journalIds: ['b-0', 'b-1'], firstCid: SIGNED, ...rejected } },
      batch,
    );
    expect(ofBatch.textContent).toContain('The endpoint rejected the first message');
  });

  it('of a batch reports only the first message as pushed', () => {
    const batch = { kind: 'batch', count: 2, totalValue: '1', totalMovedInside: '0', isHeld: false } as Approval;
    const host = show(
      { name: 'confirmed', confirmed: { kind: 'batch', batchId: 'b', journalIds: ['b-0', 'b-1'], firstCid: SIGNED, isPushed: true } },
      batch,
    );
    expect(host.querySelector('h1')?.textContent).toBe('Signed, pushing');
    expect(reached(host).at(-1)).toBe('First message pushed');
  });

  it('of a held message says that it was not pushed', () => {
    const host = show({ name: 'confirmed', confirmed: { kind: 'message', journalId: 'j1', cid: SIGNED, isPushed: false } }, {
      ...MESSAGE,
      isHeld: true,
    } as Approval);
    expect(host.querySelector('h1')?.textContent).toBe('Signed and held');
    expect(host.textContent).toContain('Signed, not pushed');
  });

  it('of data shows the full signature', () => {
    const signatureHex = '01'.repeat(66);
    const signature = {
      address: 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba',
      form: 'lotus',
      keyType: 'secp256k1',
      dataHex: '61',
      signatureHex,
    };
    const host = show({ name: 'confirmed', confirmed: { kind: 'data', signature: { ...signature } as never } }, {
      kind: 'data',
    } as Approval);
    expect(host.querySelector('[data-signature]')?.textContent?.replaceAll(' ', '')).toBe(signatureHex);
    expect(host.textContent).toContain('Nothing was sent.');
  });

  it('of data signed by an Ethereum key also shows the 0x signature for Ethereum tools', () => {
    const key = hexToBytes('0b'.repeat(32));
    const data = signDelegated(key, utf8ToBytes('hello'));
    const signatureHex = `03${bytesToHex(data)}`;
    const host = show(
      { name: 'confirmed', confirmed: { kind: 'data', signature: { signatureHex, address: 't1x', form: 'frc-0102' } as never } },
      {
        kind: 'data',
      } as Approval,
    );
    const [, ethereum = ''] = [...host.querySelectorAll<HTMLElement>('[data-signature]')].map((line) => line.dataset.signature);
    expect(ethereum).toMatch(/^0x[0-9a-f]{128}1[bc]$/);
    expect(readSignatureText(ethereum)).toEqual({ type: 'delegated', data });
  });

  it('of a refused approval says that nothing was signed', () => {
    const host = show({ name: 'refused', message: 'Another message with nonce 4 was signed.' });
    expect(host.textContent).toContain('Nothing was signed or sent');
    expect(host.textContent).toContain('Another message with nonce 4 was signed.');
  });
});

import { expect, it } from 'vitest';
import { offlineFacts } from '../../../../../electron/services/messages/approvals/offline-facts.ts';
import { fieldsOfDraft, missingWords, toMessageDraft } from '../../../../../renderer/views/compose/draft.ts';
import { readUnsignedDraft } from '../../../../../renderer/views/compose/unsigned-draft.ts';
import { genesisCidOf } from '../../../../../shared/domain/chain/networks.ts';
import { parseDraft } from '../../../../../shared/validation/forms.ts';
import { writeUnsignedText } from '../../../../../shared/validation/unsigned-text.ts';
import { OTHER_GENESIS, sampleMessage } from '../../../electron/wallet/sample-messages.ts';

const MAINNET = genesisCidOf('mainnet') ?? '';
const MESSAGE = sampleMessage({ method: 16n, params: Uint8Array.of(0x81, 0x40), nonce: 41n });
const textFor = (genesisCid: string | undefined) => writeUnsignedText({ message: MESSAGE, genesisCid, actorType: 'account' }, 'f');

it('builds exactly the message that was carried, without a node', () => {
  const { draft, facts } = readUnsignedDraft(textFor(MAINNET), OTHER_GENESIS);
  expect(draft).toMatchObject({ isHeld: true, offline: { genesisCid: MAINNET, actorType: 'account' } });
  expect(facts.find(({ label }) => label === 'Network')?.value).toContain('Mainnet');
  // Through the form and back, as the composer sends it.
  const fields = fieldsOfDraft(draft);
  expect(missingWords(fields)).toBeUndefined();
  const parsed = parseDraft(toMessageDraft(fields));
  expect('fields' in parsed ? offlineFacts(parsed.fields as never, 25).message : parsed).toEqual(MESSAGE);
});

it('asks the node that is connected to the network of the message', () => {
  const { draft } = readUnsignedDraft(textFor(OTHER_GENESIS), OTHER_GENESIS);
  expect(draft.offline).toBeUndefined();
  expect(draft).toMatchObject({ nonce: '41', gasLimit: '1520000', gasFeeCap: '101183 attoFIL', gasPremium: '100129 attoFIL' });
});

it('says where a text names no network', () => {
  expect(readUnsignedDraft(textFor(undefined), undefined)).toMatchObject({
    note: expect.stringContaining('has no network'),
    draft: { offline: { genesisCid: MAINNET } },
  });
});

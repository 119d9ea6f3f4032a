/**
 * Messages, Deals and the inspector against recorded proposals and claims of mainnet, served by a node over real HTTP and WebSocket. What
 * is expected is read from the recorded files and put into words here, not by Sextant's own decoders.
 */
import type { Page } from 'playwright';
import { claimAnswers, proposalAnswers, publishings, type RecordedProposal, recordedClaims } from '../fakes/replay-node/recorded-deals.ts';
import { expect, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';
import { exactly, fact, grouped, openRecorded } from './steps/recorded.ts';
import { writeParams } from './steps/write-params.ts';

// Each has a whole Sextant for itself: two workers share them.
test.describe.configure({ mode: 'parallel' });

const cleanups: (() => Promise<void> | void)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('242 recorded proposals: every message that published them, and the market that has them', async ({ launch }) => {
  const { page } = await openRecorded(launch, { network: 'mainnet', headHeight: 3573066, overrides: proposalAnswers() }, cleanups);
  await expect(page.getByRole('main').getByRole('button', { name: '3,573,066', exact: true })).toBeVisible();
  const all = publishings();
  expect(all.reduce((sum, { deals }) => sum + deals.length, 0)).toBe(242);
  await test.step('each message says what it proposed', async () => {
    for (const { msgCid, deals, dealIds } of all) {
      await expectProposals(page, msgCid, deals);
      // Of what failed in 2020 the message alone was recorded: it is shown, and where it was executed is not claimed to be known.
      await expect(page.getByRole('heading', { name: 'Not found on chain' })).toHaveCount(dealIds === null ? 1 : 0);
    }
  });
  const published = all.flatMap(({ dealIds, deals }) =>
    (dealIds ?? []).flatMap((id, index) => (deals[index] === undefined ? [] : [{ id, ...deals[index] }])),
  );
  expect(published).toHaveLength(230);
  await test.step('all that went through are in the list, as they were proposed', () => expectMarket(page, published));
  await test.step('one of each message has the identity by which the market knew it', async () => {
    for (const dealIds of all.flatMap((message) => (message.dealIds === null ? [] : [message.dealIds]))) {
      const deal = published.find(({ id }) => id === dealIds.at(-1));
      await page.evaluate((hash) => location.assign(hash), `#/deals/${deal?.id}`);
      const pane = page.getByRole('complementary', { name: `Deal ${deal?.id}` });
      await expect(pane.getByTitle(deal?.pendingProposalCid['/'] ?? '', { exact: true })).toBeVisible();
    }
  });
});

/** Every field of each proposal, as the message that carries them is shown. */
async function expectProposals(page: Page, cid: string, deals: readonly RecordedProposal[]): Promise<void> {
  await page.evaluate((hash) => location.assign(hash), `#/messages/${cid}`);
  const params = page.getByRole('region', { name: 'Decoded parameters', exact: true });
  await expect(page.getByRole('main').getByTitle(cid, { exact: true }).first()).toBeVisible();
  await expect(params).toContainText(`Deals ${deals.length} item${deals.length === 1 ? '' : 's'}`);
  const rest = params.getByRole('button', { name: /^Show the other/ });
  if (deals.length > 4) await rest.click();
  await expect(params.locator('dt', { hasText: /^PieceCID$/ })).toHaveCount(deals.length);
  const shown = await params.evaluate((region) =>
    Object.fromEntries(
      ['PieceCID', 'PieceSize', 'Client', 'Provider', 'StartEpoch', 'EndEpoch', 'StoragePricePerEpoch'].map((name) => [
        name,
        [...region.querySelectorAll('dt')]
          .filter((term) => term.textContent?.trim() === name)
          .map(({ nextElementSibling: value }) => `${value?.querySelector('[title]')?.getAttribute('title') ?? ''} ${value?.textContent}`),
      ]),
    ),
  );
  const all = (texts: readonly string[]): unknown[] => texts.map((text) => expect.stringContaining(text));
  const proposals = deals.map(({ Proposal }) => Proposal);
  expect(shown).toEqual({
    PieceCID: all(proposals.map(({ PieceCID }) => PieceCID['/'])),
    PieceSize: all(proposals.map(({ PieceSize }) => grouped(PieceSize))),
    Client: all(proposals.map(({ Client }) => Client)),
    Provider: all(proposals.map(({ Provider }) => Provider)),
    StartEpoch: all(proposals.map(({ StartEpoch }) => grouped(StartEpoch))),
    EndEpoch: all(proposals.map(({ EndEpoch }) => grouped(EndEpoch))),
    StoragePricePerEpoch: all(proposals.map(({ StoragePricePerEpoch }) => exactly(StoragePricePerEpoch))),
  });
}

async function expectMarket(page: Page, published: readonly (RecordedProposal & { readonly id: number })[]): Promise<void> {
  await openScreen(page, 'Deals');
  await expect(page.getByRole('grid', { name: 'Deals' })).toHaveAttribute('aria-rowcount', String(published.length + 1));
  const copied = await copiedRows(page, published.length);
  const wanted = published.map(({ id, Proposal }) => ({
    id,
    kind: 'f05',
    piece_cid: Proposal.PieceCID['/'],
    piece_size_bytes: Proposal.PieceSize,
    client: Proposal.Client,
    provider: Proposal.Provider,
    // Nobody activated them: those whose time to begin is over when the head is at 3,573,066 never will be.
    state: Proposal.StartEpoch < 3573066 ? 'missed-start' : 'published',
    end_epoch: Proposal.EndEpoch,
  }));
  const byId = (left: { id: number }, right: { id: number }): number => left.id - right.id;
  expect(copied.sort(byId)).toEqual(wanted.sort(byId).map((row) => expect.objectContaining(row)));
}

/** What "Copy as JSON" gives of the list of deals. */
async function copiedRows(page: Page, count: number): Promise<{ id: number }[]> {
  await page.getByRole('button', { name: 'Copy or save' }).click();
  await page.getByRole('button', { name: 'Copy as JSON' }).click();
  await expect(page.getByText(`${count} deals copied`)).toBeVisible();
  return JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
}

/** The time of an epoch of mainnet, as the hint beside it says it. */
function utcOf(epoch: number): string {
  const iso = new Date((1_598_306_400 + 30 * epoch) * 1000).toISOString();
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`;
}

/** The inspector decodes so many values of a reply. */
const MAX_DECODED = 60;

test('168 recorded claims: those of a provider, the message behind one, and what the events say', async ({ launch }) => {
  const claims = recordedClaims();
  expect(claims).toHaveLength(168);
  const { page } = await openRecorded(launch, { network: 'mainnet', overrides: claimAnswers() }, cleanups);
  const counts = Map.groupBy(claims, ({ provider }) => provider);
  const [provider = 0, own = []] = [...counts].sort(([, left], [, right]) => right.length - left.length)[0] ?? [];
  await test.step('an endpoint without the market lists the claims of a provider that is named', async () => {
    await openScreen(page, 'Deals');
    const scope = page.getByRole('region', { name: 'Scope' });
    await scope.getByLabel('Provider or client').fill(`f0${provider}`);
    await scope.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('grid', { name: 'Deals' })).toHaveAttribute('aria-rowcount', String(own.length + 1));
    const byId = (left: { id: number }, right: { id: number }): number => left.id - right.id;
    expect((await copiedRows(page, own.length)).sort(byId)).toEqual(
      own.toSorted(byId).map((claim) =>
        expect.objectContaining({
          id: claim.id,
          kind: 'ddo',
          piece_cid: claim['piece-cid'],
          piece_size_bytes: claim['piece-size'],
          client: `f0${claim.client}`,
          provider: `f0${provider}`,
          end_epoch: claim['term-start'] + claim['term-max'],
        }),
      ),
    );
  });
  await test.step('the message that claimed it is found by its event', async () => {
    const claim = own.at(-1);
    await page.evaluate((hash) => location.assign(hash), `#/deals/claim-${provider}-${claim?.id}`);
    const pane = page.getByRole('complementary').filter({ has: page.getByRole('list', { name: 'Deal timeline' }) });
    await pane.getByRole('button', { name: 'Find claim message' }).click();
    await expect(pane.getByTitle(claim?.messageCid ?? '', { exact: true })).toBeVisible();
    await expect(fact(pane, 'Epoch')).toContainText(grouped(claim?.height ?? 0));
    await pane.getByRole('link', { name: /^GetActorEventsRaw/ }).click();
    const call = page.getByRole('complementary', { name: /GetActorEventsRaw/ });
    await call.getByRole('tab', { name: 'Decoded' }).click();
    await expect(call.getByRole('region', { name: 'Event: claim' })).toHaveCount(1);
    await expect(call.locator('dt', { hasText: /^sector$/ }).locator('+ dd')).toHaveText(grouped(claim?.sector ?? 0));
  });
  for (const [height, told] of Map.groupBy(claims, (claim) => claim.height)) {
    await test.step(`all events of epoch ${height}, asked for by hand`, async () => {
      await page.evaluate((hash) => location.assign(hash), '#/inspector/call/GetActorEventsRaw');
      await writeParams(page, `[{"addresses": ["f06"], "fromHeight": ${height}, "toHeight": ${height}}]`);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const call = page.getByRole('complementary', { name: /GetActorEventsRaw/ });
      await call.getByRole('tab', { name: 'Decoded' }).click();
      const events = call.getByRole('region', { name: 'Event: claim' });
      await expect(events).toHaveCount(Math.min(told.length, MAX_DECODED));
      const shown = await events.evaluateAll((regions) =>
        regions.map((region) =>
          Object.fromEntries(
            [...region.querySelectorAll('dt')].map((term) => [
              term.textContent?.trim() ?? '',
              term.nextElementSibling?.querySelector('[title]')?.getAttribute('title') ?? term.nextElementSibling?.textContent ?? '',
            ]),
          ),
        ),
      );
      expect(shown).toEqual(
        told.slice(0, MAX_DECODED).map((claim) => ({
          id: grouped(claim.id),
          client: `f0${claim.client}`,
          provider: `f0${claim.provider}`,
          pieceCid: claim['piece-cid'],
          // What a figure comes to stands behind it.
          pieceSize: expect.stringContaining(grouped(claim['piece-size'])),
          termMin: expect.stringContaining(grouped(claim['term-min'])),
          termMax: expect.stringContaining(grouped(claim['term-max'])),
          termStart: utcOf(claim['term-start']),
          sector: grouped(claim.sector),
        })),
      );
    });
  }
});

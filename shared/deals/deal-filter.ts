/** Filter fields of deals, claims and allocations. */
import { type FilterField, type FilterLanguage, filterLanguage } from '../filter/filter.ts';
import { zDealKind, zDealState } from '../ipc/schemas/deals.ts';

const FIELDS: readonly FilterField[] = [
  {
    name: 'id',
    kind: 'number',
    example: 'id:94',
    meaning: 'deal, claim or allocation ID',
    aliases: ['deal', 'claim', 'allocation'],
  },
  { name: 'piece', kind: 'pattern', example: 'piece:baga6ea4seaq*', meaning: 'piece CID or part of it', aliases: ['commp'] },
  { name: 'label', kind: 'pattern', example: 'label:bafy*', meaning: 'label, usually the payload CID', aliases: ['payload'] },
  { name: 'client', kind: 'pattern', example: 'client:f01010', meaning: 'client' },
  { name: 'provider', kind: 'pattern', example: 'provider:f01000', meaning: 'storage provider', aliases: ['miner', 'sp'] },
  { name: 'sector', kind: 'number', example: 'sector:17', meaning: 'sector number' },
  { name: 'state', kind: 'choice', example: 'state:proving', meaning: 'deal state', choices: zDealState.options },
  { name: 'verified', kind: 'choice', example: 'verified:yes', meaning: 'verified with DataCap', choices: ['yes', 'no'] },
  { name: 'size', kind: 'size', example: 'size:>=16GiB', meaning: 'padded piece size', offers: ['>=32GiB', '>=16GiB', '<1GiB'] },
  { name: 'start', kind: 'epoch', example: 'start:>-7d', meaning: 'start or claim epoch', offers: ['>-7d', '>now'] },
  {
    name: 'end',
    kind: 'epoch',
    example: 'end:<+30d',
    meaning: 'latest end epoch',
    aliases: ['ends', 'expires'],
    offers: ['<+30d', '<+90d'],
  },
  { name: 'price', kind: 'number', example: 'price:>0', meaning: 'price per epoch in attoFIL', offers: ['>0', '0'] },
  { name: 'kind', kind: 'choice', example: 'kind:ddo', meaning: 'f05 deal, DDO claim or allocation', choices: zDealKind.options },
];

/** Deals and claims in force that end within 30 days; the same rule as the counts of the list. */
export const ENDING_SOON_FILTER = '(state:proving or state:faulty) end:now..+30d';

export const DEAL_FILTER: FilterLanguage = filterLanguage(FIELDS, {
  refusePattern: (field, value) =>
    (field === 'provider' || field === 'client') && /^(?:mine|me|own)$/i.test(value)
      ? `${field} needs an address, for example ${field}:f01000. Join several with "or".`
      : undefined,
  adviceOnName: (name) =>
    /^(?:proposal|cid|propcid)$/i.test(name)
      ? 'Proposal CIDs are not on chain. Click Proposal to look one up on a node with the legacy markets module.'
      : undefined,
});

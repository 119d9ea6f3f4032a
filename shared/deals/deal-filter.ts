/** The fields by which deals, claims and allocations are filtered. */
import { type FilterField, type FilterLanguage, filterLanguage } from '../filter/filter.ts';
import { zDealKind, zDealState } from '../ipc/schemas/deals.ts';

const FIELDS: readonly FilterField[] = [
  {
    name: 'id',
    kind: 'number',
    example: 'id:94',
    meaning: 'number of the deal, claim or allocation',
    aliases: ['deal', 'claim', 'allocation'],
  },
  { name: 'piece', kind: 'pattern', example: 'piece:baga6ea4seaq*', meaning: 'piece CID, or a part of it', aliases: ['commp'] },
  { name: 'label', kind: 'pattern', example: 'label:bafy*', meaning: 'label, as a rule the payload CID', aliases: ['payload'] },
  { name: 'client', kind: 'pattern', example: 'client:f01010', meaning: 'client' },
  { name: 'provider', kind: 'pattern', example: 'provider:f01000', meaning: 'storage provider', aliases: ['miner', 'sp'] },
  { name: 'sector', kind: 'number', example: 'sector:17', meaning: 'number of the sector' },
  { name: 'state', kind: 'choice', example: 'state:proving', meaning: 'deal state', choices: zDealState.options },
  { name: 'verified', kind: 'choice', example: 'verified:yes', meaning: 'paid for with DataCap', choices: ['yes', 'no'] },
  { name: 'size', kind: 'size', example: 'size:>=16GiB', meaning: 'size of the padded piece', offers: ['>=32GiB', '>=16GiB', '<1GiB'] },
  { name: 'start', kind: 'epoch', example: 'start:>-7d', meaning: 'epoch it starts or was claimed at', offers: ['>-7d', '>now'] },
  {
    name: 'end',
    kind: 'epoch',
    example: 'end:<+30d',
    meaning: 'epoch it ends at the latest',
    aliases: ['ends', 'expires'],
    offers: ['<+30d', '<+90d'],
  },
  { name: 'price', kind: 'number', example: 'price:>0', meaning: 'price per epoch in attoFIL', offers: ['>0', '0'] },
  { name: 'kind', kind: 'choice', example: 'kind:ddo', meaning: 'f05 deal, DDO claim or allocation', choices: zDealKind.options },
];

/** Deals and claims in force that end within 30 days, as the counts of the list count them. */
export const ENDING_SOON_FILTER = '(state:proving or state:faulty) end:now..+30d';

export const DEAL_FILTER: FilterLanguage = filterLanguage(FIELDS, {
  refusePattern: (field, value) =>
    (field === 'provider' || field === 'client') && /^(?:mine|me|own)$/i.test(value)
      ? `${field} needs an address, for example ${field}:f01000. Write "or" between several.`
      : undefined,
  adviceOnName: (name) =>
    /^(?:proposal|cid|propcid)$/i.test(name)
      ? 'Proposal CIDs are not on chain. Open "Look up a proposal" to ask a node that has the old market.'
      : undefined,
});

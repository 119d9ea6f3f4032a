/** Independent reader of a market file: JSON.parse of the whole, without the product's reader. */
export interface ReadDeal {
  readonly dealId: number;
  readonly row: readonly (string | number | bigint | boolean | null)[];
}

interface Written {
  readonly Proposal: Readonly<Record<string, unknown>> | null;
  readonly State: Readonly<Record<string, number>>;
}

/** All members with complete deals, in the column order of `deals`; piece CIDs and labels as hex. */
export function readMarketFile(text: string): readonly ReadDeal[] {
  const members = text.replace(/^\s*\{/, '').replace(/\}\s*$/, '');
  return splitMembers(members).flatMap((member) => {
    const [key, value] = Object.entries(JSON.parse(`{${member}}`) as Record<string, Written | null>)[0] ?? [];
    // Records that are not deals lack this member; see `NO_DEALS`.
    const isDeal = typeof value === 'object' && value?.Proposal?.ClientCollateral !== undefined;
    return isDeal ? [{ dealId: Number(key), row: rowOf(Number(key), value.Proposal ?? {}, value.State) }] : [];
  });
}

function rowOf(dealId: number, proposal: Readonly<Record<string, unknown>>, state: Written['State']): ReadDeal['row'] {
  const id = (name: string): number => Number(String(proposal[name]).slice(2));
  return [
    dealId,
    id('Client'),
    id('Provider'),
    hexOfBase32(String((proposal.PieceCID as { '/': string })['/']).slice(1)),
    proposal.PieceSize as number,
    proposal.VerifiedDeal as boolean,
    Buffer.from(proposal.Label as string).toString('hex'),
    true,
    proposal.StartEpoch as number,
    proposal.EndEpoch as number,
    BigInt(proposal.StoragePricePerEpoch as string),
    BigInt(proposal.ProviderCollateral as string),
    BigInt(proposal.ClientCollateral as string),
    state.SectorNumber ?? null,
    state.SectorStartEpoch as number,
    state.LastUpdatedEpoch as number,
    state.SlashEpoch as number,
  ];
}

/** Decode via one large number. */
function hexOfBase32(text: string): string {
  let value = 0n;
  for (const letter of text) value = value * 32n + BigInt('abcdefghijklmnopqrstuvwxyz234567'.indexOf(letter));
  const spare = BigInt((text.length * 5) % 8);
  return (value >> spare).toString(16).padStart(Math.floor((text.length * 5) / 8) * 2, '0');
}

/** Split at commas of depth 0. */
function splitMembers(text: string): string[] {
  const members: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    } else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') depth -= 1;
    else if (letter === ',' && depth === 0) {
      members.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...members, text.slice(start)];
}

/** A row of the dataset in the same form. */
export function comparable(row: readonly unknown[]): unknown[] {
  return row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value));
}

import { defined } from '../../../shared/collections/defined.ts';
import { groupOfSectorState } from '../../../shared/domain/sectors/sector-state.ts';
import { explainSealingFailure, wordsOfFailedState } from '../../../shared/sealing/sealing-failure.ts';
import type { ListedSector } from '../../../shared/sealing/sectors-list-text.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import { StatusText } from '../../components/feedback/StatusText.tsx';
import type { DataColumn } from '../../components/tables/DataTable.tsx';
import { UntrustedText } from '../../components/values/UntrustedText.tsx';
import { iconOf, toneOf } from './sealing-columns.tsx';
import { type TimedSector, timeSector } from './sealing-lanes.ts';

export interface PastedRow extends TimedSector {
  readonly listed: ListedSector;
}

/** State of a row that the miner printed as an error. */
const ERROR_STATE = 'Error';

/** A printed row as a sector of the board, without times and calls. */
export function pastedRow(listed: ListedSector): PastedRow {
  const { id, state = '', error } = listed;
  const isError = state === '' && error !== undefined;
  const timed = timeSector(
    {
      number: id,
      state: isError ? ERROR_STATE : state,
      group: isError ? 'failed' : groupOfSectorState(state),
      isOnChain: listed.isOnChain === true,
      isActive: listed.isActive === true,
      deals: (listed.dealIds ?? []).filter((dealId) => dealId !== 0),
      isUpgrade: listed.toUpgrade === true,
      ...defined({ lastError: error }),
    },
    {},
    0,
  );
  return { ...timed, listed };
}

const yesNo = (value: boolean | undefined): string => (value === undefined ? '' : value ? 'YES' : 'NO');

/** The columns that the text has values for. */
export function pastedColumns(sectors: readonly ListedSector[]): readonly DataColumn<PastedRow>[] {
  const has = (key: keyof ListedSector): boolean => sectors.some((sector) => sector[key] !== undefined);
  const number = (
    id: string,
    head: string,
    key: 'expiration' | 'ticketEpoch' | 'seedEpoch' | 'recoveryTimeout',
    beside?: (listed: ListedSector) => string | undefined,
  ): DataColumn<PastedRow>[] =>
    has(key)
      ? [
          {
            id,
            head,
            widthPx: beside === undefined ? 104 : 220,
            cell: ({ listed }) =>
              listed[key] === undefined ? (
                <span className="t3">none</span>
              ) : (
                <>
                  {formatInteger(listed[key])} <span className="t3">{beside?.(listed) ?? ''}</span>
                </>
              ),
            sortBy: ({ listed }) => listed[key] ?? Number.MAX_SAFE_INTEGER,
            text: ({ listed }) => listed[key] ?? '',
          },
        ]
      : [];
  const words = (id: string, head: string, key: 'dealWeight' | 'verifiedPower'): DataColumn<PastedRow>[] =>
    has(key)
      ? [
          {
            id,
            head,
            widthPx: 112,
            cell: ({ listed }) => <UntrustedText text={listed[key] ?? ''} maximumLength={40} />,
            text: ({ listed }) => listed[key] ?? '',
            isWideOnly: true,
          },
        ]
      : [];
  return [
    {
      id: 'number',
      head: 'Sector',
      widthPx: 104,
      cell: ({ listed }) => listed.id,
      sortBy: ({ listed }) => listed.id,
      text: ({ listed }) => listed.id,
    },
    {
      id: 'state',
      head: 'State',
      widthPx: 200,
      cell: (row) => (
        <StatusText tone={toneOf(row)} {...iconOf(row)}>
          <UntrustedText text={row.sector.state} maximumLength={60} />
        </StatusText>
      ),
      sortBy: ({ sector }) => sector.state,
      text: ({ listed }) => listed.state ?? '',
    },
    {
      id: 'onChain',
      head: 'On chain',
      widthPx: 84,
      cell: ({ listed }) => yesNo(listed.isOnChain),
      sortBy: ({ listed }) => yesNo(listed.isOnChain),
      text: ({ listed }) => yesNo(listed.isOnChain),
    },
    {
      id: 'pSet',
      head: 'pSet',
      widthPx: 64,
      cell: ({ listed }) => yesNo(listed.isActive),
      sortBy: ({ listed }) => yesNo(listed.isActive),
      text: ({ listed }) => yesNo(listed.isActive),
      textName: 'active (pSet)',
    },
    ...number('expiration', 'Expiration', 'expiration', ({ expiresIn }) => expiresIn),
    ...number('ticket', 'Ticket', 'ticketEpoch'),
    ...number('seed', 'Seed', 'seedEpoch'),
    {
      id: 'deals',
      head: 'Deals',
      widthPx: 130,
      cell: ({ listed }) => <UntrustedText text={dealsText(listed)} maximumLength={80} />,
      text: ({ listed }) => dealsText(listed),
    },
    ...words('weight', 'Deal weight', 'dealWeight'),
    ...words('verified', 'Verified power', 'verifiedPower'),
    ...number('recovery', 'Recover by', 'recoveryTimeout'),
    {
      id: 'says',
      head: 'Details',
      leastPx: 160,
      cell: (row) => <UntrustedText text={detailsOf(row)} maximumLength={200} />,
      text: ({ listed }) => listed.error ?? '',
      textName: 'error',
    },
  ];
}

/** The deals of a row as its release printed them; zeros are placeholders. */
export function dealsText({ deals, dealIds }: ListedSector): string {
  if (deals !== undefined) return deals;
  const ids = (dealIds ?? []).filter((id) => id !== 0);
  return ids.length > 0 ? ids.join(' ') : dealIds === undefined ? '' : 'CC';
}

/** The error of a row, or the meaning of its state. */
export function detailsOf({ listed, sector }: PastedRow): string {
  if (listed.error !== undefined) return explainSealingFailure(listed.error)?.reason ?? listed.error;
  if (sector.group === 'failed') return wordsOfFailedState(sector.state);
  if (sector.group === 'unknown') return 'Unknown state';
  if (listed.isActive === false && sector.group === 'proving') return 'Proving per its miner but not active on chain: faulty or unproven';
  return '';
}

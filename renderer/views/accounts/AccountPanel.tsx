import { IconCoins, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { AppClient } from '../../client/client-context.ts';
import { AmountText } from '../../components/AmountText.tsx';
import { Button } from '../../components/Button.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { HashText } from '../../components/HashText.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { Note } from '../../components/Note.tsx';
import { Panel } from '../../components/Panel.tsx';
import { PanelError } from '../../components/PanelError.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { StaleBadge } from '../../components/StaleBadge.tsx';
import { TimeText } from '../../components/TimeText.tsx';
import { Traced } from '../../components/Traced.tsx';
import { UntrustedText } from '../../components/UntrustedText.tsx';
import { useCommand } from '../../hooks/use-command.ts';
import { useQuery } from '../../hooks/use-query.ts';
import styles from './accounts.module.css';

interface AccountPanelProps {
  readonly account: Account;
  /** Whether the connection can hand out practice funds. */
  readonly hasFaucet: boolean;
  /** Whether this key is bound to the connected network. */
  readonly isBoundHere: boolean | undefined;
}

const requestFunds = (client: AppClient, address: string) => client.wallet.requestFunds({ address });

/** One key: its address whole, what the chain says of it, and what can be done with it. */
export function AccountPanel({ account, hasFaucet, isBoundHere }: AccountPanelProps) {
  const [, navigate] = useLocation();
  const onChain = useQuery(`account ${account.address}`, (client) => client.wallet.getAccount({ address: account.address }), {
    refreshOn: 'head',
  });
  const faucet = useCommand(requestFunds);
  const [sent, setSent] = useState<{ readonly cid: string; readonly value: string } | undefined>(undefined);
  const data = onChain.data;
  const unknown =
    onChain.error === undefined ? <Skeleton widthPx={72} /> : <span className="t3">not known while the endpoint is away</span>;

  async function askForFunds(): Promise<void> {
    const answer = await faucet.run(account.address);
    if (answer !== undefined) setSent(answer);
  }

  return (
    <Panel title={account.label} sub={`${account.keyType} key`} calls={data?.calls} actions={<StaleBadge query={onChain} />} hasRule>
      <div className={styles.account}>
        <div>
          <div className={styles.label}>Address</div>
          <div className={styles.address} data-testid="account-address" data-address={account.address}>
            {addressGroups(account.address).map((group) => (
              <span key={group.offset}>{group.text}</span>
            ))}
            <CopyButton text={account.address} label="Copy address" />
          </div>
          <div className={styles.forms}>
            <KeyValue
              labelWidthPx={104}
              rows={[
                {
                  label: 'Actor id',
                  value:
                    data?.idAddress ?? (data === undefined ? unknown : <span className="t3">none yet, it comes with the first funds</span>),
                },
                { label: 'Made', value: <TimeText timeMs={account.createdAtMs} as="full" /> },
                {
                  label: 'Network',
                  value:
                    isBoundHere === undefined ? (
                      unknown
                    ) : isBoundHere ? (
                      'used on the connected network'
                    ) : (
                      <span className="t2">not used here yet, the first approval asks</span>
                    ),
                },
              ]}
            />
          </div>
        </div>
        <div>
          {onChain.error !== undefined && data === undefined ? (
            <PanelError error={onChain.error} onRetry={onChain.refresh} />
          ) : (
            <>
              <div className={styles.label}>Balance</div>
              <div className={styles.figure} data-testid="account-balance">
                {data === undefined ? (
                  <Skeleton widthPx={120} />
                ) : (
                  <Traced of="StateGetActor Balance">
                    <AmountText value={data.balance} places={6} />
                  </Traced>
                )}
              </div>
              <div className={styles.forms}>
                <KeyValue
                  labelWidthPx={104}
                  rows={[
                    {
                      label: 'Next nonce',
                      value:
                        data === undefined ? (
                          <Skeleton widthPx={40} />
                        ) : (
                          <Traced of="StateGetActor Nonce">{formatInteger(data.nonce)}</Traced>
                        ),
                    },
                    {
                      label: 'On chain',
                      value:
                        data === undefined ? (
                          <Skeleton widthPx={40} />
                        ) : data.exists ? (
                          'yes'
                        ) : (
                          <span className="t2">not yet, it begins with the first funds</span>
                        ),
                    },
                  ]}
                />
              </div>
              <div className={styles.actions}>
                <Button icon={IconPencil} onClick={() => navigate('/compose')}>
                  Compose
                </Button>
                {hasFaucet ? (
                  <Button
                    icon={IconCoins}
                    isBusy={faucet.isRunning}
                    onClick={() => void askForFunds()}
                    hint="This practice network hands out funds that are worth nothing"
                  >
                    Get practice funds
                  </Button>
                ) : undefined}
              </div>
            </>
          )}
        </div>
      </div>
      {faucet.error === undefined ? undefined : (
        <div className={styles.answer}>
          <Note tone="danger" title="No practice funds came" isInset>
            <UntrustedText text={faucet.error.message} />
          </Note>
        </div>
      )}
      {sent === undefined || faucet.error !== undefined ? undefined : (
        <div className={styles.answer}>
          <Note tone="success" title={<>Practice funds were sent: {<AmountText value={sent.value} />}</>} isInset>
            <Link href={`/messages/${sent.cid}`} className="link">
              Open the message
            </Link>{' '}
            <HashText cid={sent.cid} />
          </Note>
        </div>
      )}
    </Panel>
  );
}

/** The whole address in groups that an eye can compare; the gaps are margins, so that copying gives no spaces. */
function addressGroups(address: string): { readonly text: string; readonly offset: number }[] {
  const groups = [{ text: address.slice(0, 2), offset: 0 }];
  for (let offset = 2; offset < address.length; offset += 6) groups.push({ text: address.slice(offset, offset + 6), offset });
  return groups;
}

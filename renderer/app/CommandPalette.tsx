import { Modal } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { IconFileText, IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { isForExplaining, isWholeExchange } from '../../shared/pasted/pasted-form.ts';
import { sanitiseToText } from '../../shared/text/sanitise.ts';
import { looksSecret, SECRET_WORDS } from '../../shared/text/secret.ts';
import { Keys } from '../components/inputs/Keys.tsx';
import { useTopic } from '../hooks/use-topic.ts';
import { EXPLAIN_ROUTE, handOverPasted } from '../stores/pasted-text.ts';
import styles from './command-palette.module.css';
import { COMMANDS, type Command, type CommandContext, connectionCommands } from './commands.ts';
import { markFirstEntry, palette, paletteStore } from './palette-store.ts';
import { HIT_GROUPS, shownHits } from './search-hits.ts';
import { useSearch } from './use-search.ts';

const GROUPS: readonly Command['group'][] = ['Commands', 'Endpoints', 'Places'];

/** All commands, and search results from the node. */
export function CommandPalette({ context }: { readonly context: CommandContext }) {
  const [query, setQuery] = useState('');
  /** A secret was pasted and discarded immediately. */
  const [wasSecret, setWasSecret] = useState(false);
  const { navigate } = context;
  const search = useSearch(query);
  const wanted = query.trim().toLowerCase();
  const connections = useTopic('connections.changed');
  const all = useMemo(() => [...COMMANDS, ...connectionCommands(connections)], [connections]);
  const commands = all.filter((command) => `${command.title} ${command.detail ?? ''}`.toLowerCase().includes(wanted));
  const { result } = search;
  const hits = useMemo(() => shownHits(result?.hits ?? []), [result]);
  /** Enter was pressed before the node answered: open its first hit when it does. */
  const [isAwaited, setIsAwaited] = useState(false);
  const first = hits[0]?.path;
  useEffect(() => {
    if (first === undefined) return;
    if (!isAwaited) {
      markFirstEntry();
      return;
    }
    setIsAwaited(false);
    palette.close();
    navigate(first);
  }, [first, isAwaited, navigate]);

  function explain(text: string): void {
    handOverPasted(text);
    navigate(EXPLAIN_ROUTE);
  }

  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={(text) => {
        const isSecret = looksSecret(text);
        setQuery(isSecret ? '' : text);
        setWasSecret(isSecret);
        setIsAwaited(false);
      }}
      shortcut={null}
      scrollable
      maxHeight="min(420px, 55cqh)"
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ content: 'overlay-content', overlay: 'overlay-scrim' }}
    >
      <Modal.Title className="visually-hidden">Command palette</Modal.Title>
      <Spotlight.Search
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (!isWholeExchange(pasted)) return;
          event.preventDefault();
          palette.close();
          explain(pasted);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && commands.length === 0) setIsAwaited(search.isSearching);
        }}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        placeholder="Command, screen, address, CID, epoch or deal"
        classNames={{ input: styles.input ?? '' }}
      />
      {wasSecret ? (
        <p className={styles.empty} role="alert">
          {SECRET_WORDS}
        </p>
      ) : undefined}
      <Spotlight.ActionsList className={styles.list ?? ''}>
        {isForExplaining(query) ? (
          <Spotlight.ActionsGroup label="Explain" className={styles.group ?? ''}>
            <Spotlight.Action className={styles.action ?? ''} onClick={() => explain(query)}>
              <IconFileText size={16} stroke={1.6} aria-hidden="true" />
              <span className="ell">Explain this text</span>
              <span className={`ell grow ${styles.detail ?? ''}`}>as an error, a request or a reply</span>
            </Spotlight.Action>
          </Spotlight.ActionsGroup>
        ) : undefined}
        {HIT_GROUPS.filter((group) => hits.some((hit) => hit.group === group)).map((group) => (
          <Spotlight.ActionsGroup key={group} label={group} className={styles.group ?? ''}>
            {hits
              .filter((hit) => hit.group === group)
              .map(({ key, title, detail, path }) => (
                <Spotlight.Action
                  key={key}
                  className={styles.action ?? ''}
                  disabled={path === undefined}
                  onClick={() => path !== undefined && navigate(path)}
                >
                  <span className="ell">{title}</span>
                  {detail === undefined ? undefined : <span className={`ell grow ${styles.detail ?? ''}`}>{detail}</span>}
                </Spotlight.Action>
              ))}
          </Spotlight.ActionsGroup>
        ))}
        {GROUPS.map((group) => {
          const inGroup = commands.filter((command) => command.group === group);
          if (inGroup.length === 0) return undefined;
          return (
            <Spotlight.ActionsGroup key={group} label={group} className={styles.group ?? ''}>
              {inGroup.map((command) => (
                <PaletteAction key={command.id} command={command} context={context} />
              ))}
            </Spotlight.ActionsGroup>
          );
        })}
        {commands.length === 0 && hits.length === 0 && !isForExplaining(query) ? (
          <Spotlight.Empty className={styles.empty ?? ''}>
            {search.isSearching ? 'Searching' : sanitiseToText(search.result?.problem ?? 'No results', 300)}
          </Spotlight.Empty>
        ) : undefined}
      </Spotlight.ActionsList>
      <Spotlight.Footer className={styles.footer ?? ''}>
        <span>Paste any identifier to open it</span>
        <span className="row g4 end">
          <Keys keys={['↑', '↓']} /> move
        </span>
        <span className="row g4">
          <Keys keys={['Enter']} /> run
        </span>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

function PaletteAction({ command, context }: { readonly command: Command; readonly context: CommandContext }) {
  const reason = command.disabledReason?.(context);
  const Icon = command.icon;
  return (
    <Spotlight.Action className={styles.action ?? ''} disabled={reason !== undefined} onClick={() => command.run(context)}>
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <span className="ell">{command.title}</span>
      {command.detail === undefined ? undefined : <span className={styles.detail}>{command.detail}</span>}
      <span className="end row g4">
        {reason === undefined ? undefined : <span className={styles.detail}>{reason}</span>}
        {command.keys === undefined || reason !== undefined ? undefined : <Keys keys={command.keys.flatMap((key) => key.split('+'))} />}
      </span>
    </Spotlight.Action>
  );
}

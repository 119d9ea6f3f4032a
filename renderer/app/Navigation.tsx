import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useLocation } from 'wouter';
import { useAttention } from '../hooks/use-attention.ts';
import { useTopic } from '../hooks/use-topic.ts';
import { classNames } from '../lib/class-names.ts';
import { WAITING_STAGES } from '../lib/waiting-stages.ts';
import { focusScreen } from './focus-screen.ts';
import styles from './navigation.module.css';
import { SCREEN_GROUPS, type Screen, SETTINGS_SCREEN, screenOf } from './screens.ts';

interface NavigationProps {
  readonly isFolded: boolean;
  readonly onFold: () => void;
}

/** The screens in their groups. Counts stand only where something waits. */
export function Navigation({ isFolded, onFold }: NavigationProps) {
  const [location] = useLocation();
  const current = screenOf(location);
  const waitingCount = useTopic(
    'messages.journalChanged',
    (entries) => entries?.filter((entry) => WAITING_STAGES.has(entry.stage)).length ?? 0,
  );
  const attentionCount = useAttention()?.count ?? 0;
  const FoldIcon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav className={classNames(styles.nav, isFolded && styles.folded)} aria-label="Screens">
      <div className={styles.screens}>
        {SCREEN_GROUPS.map((group) => (
          <Fragment key={group.title ?? 'first'}>
            {group.title === undefined ? undefined : <div className={styles.group}>{group.title}</div>}
            {group.screens.map((screen) => (
              <NavigationLink
                key={screen.id}
                screen={screen}
                isCurrent={screen === current}
                isFolded={isFolded}
                {...(screen.id === 'overview'
                  ? { count: attentionCount, countMeaning: 'need attention', isBad: true }
                  : { count: screen.id === 'journal' ? waitingCount : 0, countMeaning: 'not final' })}
              />
            ))}
          </Fragment>
        ))}
      </div>
      <div className={styles.foot}>
        <NavigationLink screen={SETTINGS_SCREEN} isCurrent={current === SETTINGS_SCREEN} isFolded={isFolded} count={0} countMeaning="" />
        <button type="button" className={styles.link} onClick={onFold} title={isFolded ? 'Unfold' : 'Fold'}>
          <FoldIcon size={16} stroke={1.6} aria-hidden="true" />
          <span className={styles.title}>{isFolded ? 'Unfold' : 'Fold'}</span>
        </button>
      </div>
    </nav>
  );
}

interface NavigationLinkProps {
  readonly screen: Screen;
  readonly isCurrent: boolean;
  /** Folded, there is room for two digits beside the icon. */
  readonly isFolded: boolean;
  readonly count: number;
  readonly countMeaning: string;
  /** Red, which is for what needs attention alone. */
  readonly isBad?: boolean;
}

function NavigationLink({ screen, isCurrent, isFolded, count, countMeaning, isBad = false }: NavigationLinkProps) {
  const Icon = screen.icon;
  return (
    <Link
      href={screen.path}
      className={styles.link}
      aria-current={isCurrent ? 'page' : undefined}
      title={`${screen.title}, keys g ${screen.goKey}`}
      onClick={(event) => {
        // A press of Enter; a click has a count.
        if (event.detail === 0) focusScreen();
      }}
    >
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <span className={styles.title}>{screen.title}</span>
      {count === 0 ? undefined : (
        <span className={styles.count} data-bad={isBad || undefined} title={`${count} ${countMeaning}`}>
          {isFolded && count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Link } from '../navigation.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { DarkModeIcon, LightModeIcon, SearchIcon, SystemModeIcon } from '#ui/kit/icons.ts'
import { Photo } from '#ui/kit/Photo.tsx'
import { Tooltip } from '#ui/kit/Tooltip.tsx'
import { AccountMenu } from '../account/AccountMenu.tsx'
import { useShell } from '../activeSchool.ts'
import { useColorMode } from '../colorMode.ts'
import { OutboxChip } from '../outbox/OutboxChip.tsx'
import { supportsNotifications } from '../push/pushSubscription.ts'
import { TermNotice, TermSelector } from './TermSelector.tsx'
import styles from './TopBar.module.css'

// The bar goes on without it.
const NotifyButton = lazy(() =>
  import('../push/PushSwitch.tsx').then(
    ({ NotifyButton: Button }) => ({ default: Button }),
    () => ({ default: () => null }),
  ),
)

interface TopBarProps {
  /** null when the viewer has nothing to find. */
  onFind: (() => void) | null
}

/**
 * Top bar: the school with its current term, the palette, the outbox, the term selection, notifications, colours and
 * the account menu. Below it is a coloured line while the looked-at term is not the current one.
 */
export function TopBar({ onFind }: TopBarProps) {
  return (
    <header className={styles.bar}>
      <div className={styles.line}>
        <SchoolName />
        {onFind && (
          <Button onClick={onFind} aria-keyshortcuts="Control+K" className={styles.find}>
            <SearchIcon />
            <span className={styles.findText}>
              <Trans>Find a screen or a student</Trans>
            </span>
            <kbd aria-hidden className={styles.key}>
              <Trans>Ctrl K</Trans>
            </kbd>
          </Button>
        )}
        <div className={styles.rest} />
        <OutboxChip />
        <div className={styles.terms}>
          <TermSelector />
        </div>
        <div className={styles.deskOnly}>
          <Suspense fallback={supportsNotifications() && <div className={styles.bell} />}>
            <NotifyButton />
          </Suspense>
        </div>
        <div className={styles.deskOnly}>
          <ColorModeButton />
        </div>
        <AccountMenu />
      </div>
      <TermNotice />
    </header>
  )
}

/** The school, and its current term. A super administrator changes the school by it. */
function SchoolName() {
  const { viewer, school, terms } = useShell()
  const current = terms.find((term) => term.current)
  const name = school?.name ?? 'Shala'
  const text = (
    <>
      <Photo src={school?.logoUrl} alt="" whole className={styles.logo}>
        <span aria-hidden>{name.slice(0, 1).toUpperCase()}</span>
      </Photo>
      <span className={styles.names} title={school ? t`${name} - Current Term: ${current?.name ?? ''}` : name}>
        <b className={styles.name}>{name}</b>
        {school && (
          <small className={styles.term}>
            <span className={styles.dash}>{' - '}</span>
            {t`Current Term: ${current?.name ?? ''}`}
          </small>
        )}
      </span>
    </>
  )
  if (viewer.role !== 'SUPERADMIN') return <div className={styles.school}>{text}</div>
  return (
    <Link to="/schools" className={styles.school}>
      {text}
    </Link>
  )
}

const modes = {
  system: { next: 'light', icon: SystemModeIcon, label: t`Colours: as the system. Change to light` },
  light: { next: 'dark', icon: LightModeIcon, label: t`Colours: light. Change to dark` },
  dark: { next: 'system', icon: DarkModeIcon, label: t`Colours: dark. Change to as the system` },
} as const

/** Cycles through the colour modes: as the system, light, dark. The browser stores the choice. */
export function ColorModeButton() {
  const [mode, setMode] = useColorMode()
  const now = modes[mode]
  return (
    <Tooltip text={now.label}>
      <IconButton aria-label={now.label} onClick={() => setMode(now.next)}>
        <now.icon size={20} />
      </IconButton>
    </Tooltip>
  )
}

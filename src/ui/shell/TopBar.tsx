import AppBar from '@mui/material/AppBar'
import Badge from '@mui/material/Badge'
import { useColorScheme } from '@mui/material/styles'
import Toolbar from '@mui/material/Toolbar'
import Tooltip from '@mui/material/Tooltip'
import { AccountMenu } from '../account/AccountMenu.tsx'
import { useShell } from '../activeSchool.ts'
import { OutboxChip } from '../outbox/OutboxChip.tsx'
import { NotifyButton } from '../push/PushSwitch.tsx'
import { TermNotice, TermSelector } from './TermSelector.tsx'
import styles from './TopBar.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { DarkModeIcon, LightModeIcon, MenuIcon, SearchIcon, SystemModeIcon } from '#ui/kit/icons.ts'

interface TopBarProps {
  height: number
  /** Whether a menu entry has new items. */
  news: boolean
  onMenu: () => void
  /** null when the viewer has nothing to find. */
  onFind: (() => void) | null
}

/**
 * Top bar: the school with its current term, the outbox, the palette, the term selection, notifications, colours and
 * the account menu. Below it is a coloured line while the looked-at term is not the current one.
 */
export function TopBar({ height, news, onMenu, onFind }: TopBarProps) {
  const { school, terms } = useShell()
  const current = terms.find((term) => term.current)
  const text = school ? `${school.name} - Current Term: ${current?.name ?? ''}` : 'Shala'
  return (
    <AppBar
      position="fixed"
      color="inherit"
      elevation={0}
      sx={{ zIndex: (theme) => theme.zIndex.drawer + 1, borderBottom: 1, borderColor: 'divider', displayPrint: 'none' }}
    >
      <Toolbar sx={{ gap: { xs: 0, sm: 1 }, minHeight: `${height}px !important`, height }}>
        <IconButton
          aria-label={news ? 'Open the menu, something is unread' : 'Open the menu'}
          onClick={onMenu}
          className={styles.button}
        >
          <Badge variant="dot" color="primary" invisible={!news}>
            <MenuIcon />
          </Badge>
        </IconButton>
        <Text as="p" title={text} className={styles.box}>
          {/* The name is cut, the term is not; in a narrow window the term has its own line. */}
          <span className={styles.clipped}>{school?.name ?? 'Shala'}</span>
          {school && (
            <span className={styles.term}>
              <span className={styles.deskOnly}>{' - '}</span>
              {`Current Term: ${current?.name ?? ''}`}
            </span>
          )}
        </Text>
        <OutboxChip />
        {onFind && (
          <>
            <Button icon={<SearchIcon />} onClick={onFind} aria-keyshortcuts="Control+K" className={styles.find}>
              Find&nbsp;
              <kbd className={styles.key}>Ctrl K</kbd>
            </Button>
            <IconButton aria-label="Find a screen or a student" onClick={onFind} className={styles.findAScreenOrAStudent}>
              <SearchIcon />
            </IconButton>
          </>
        )}
        <div className={styles.terms}>
          <TermSelector />
        </div>
        <div className={styles.terms}>
          <NotifyButton />
        </div>
        <div className={styles.terms}>
          <ColorModeButton />
        </div>
        <AccountMenu />
      </Toolbar>
      <TermNotice />
    </AppBar>
  )
}

const modes = {
  system: { next: 'light', icon: SystemModeIcon, name: 'as the system' },
  light: { next: 'dark', icon: LightModeIcon, name: 'light' },
  dark: { next: 'system', icon: DarkModeIcon, name: 'dark' },
} as const

/** Cycles through the colour modes: as the system, light, dark. The browser stores the choice. */
export function ColorModeButton() {
  const { mode, setMode } = useColorScheme()
  const now = modes[mode ?? 'system']
  const label = `Colours: ${now.name}. Change to ${modes[now.next].name}`
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => setMode(now.next)}>
        <now.icon />
      </IconButton>
    </Tooltip>
  )
}

import DarkModeIcon from '@mui/icons-material/DarkModeOutlined'
import LightModeIcon from '@mui/icons-material/LightModeOutlined'
import MenuIcon from '@mui/icons-material/Menu'
import SearchIcon from '@mui/icons-material/Search'
import SettingsBrightnessIcon from '@mui/icons-material/SettingsBrightness'
import AppBar from '@mui/material/AppBar'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useColorScheme } from '@mui/material/styles'
import Toolbar from '@mui/material/Toolbar'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { AccountMenu } from '../account/AccountMenu.tsx'
import { useShell } from '../activeSchool.ts'
import { OutboxChip } from '../outbox/OutboxChip.tsx'
import { NotifyButton } from '../push/PushSwitch.tsx'
import { TermNotice, TermSelector } from './TermSelector.tsx'

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
      <Toolbar sx={{ gap: 1, minHeight: `${height}px !important`, height }}>
        <IconButton
          edge="start"
          aria-label={news ? 'Open the menu, something is unread' : 'Open the menu'}
          onClick={onMenu}
          sx={{ display: { md: 'none' } }}
        >
          <Badge variant="dot" color="primary" invisible={!news}>
            <MenuIcon />
          </Badge>
        </IconButton>
        <Typography
          component="p"
          title={text}
          sx={{
            flex: 1,
            minWidth: 0,
            display: { md: 'flex' },
            fontWeight: 600,
            fontSize: { xs: '0.875rem', md: '1.0625rem' },
            lineHeight: 1.4,
          }}
        >
          {/* The name is cut, the term is not; in a narrow window the term has its own line. */}
          <Box component="span" sx={{ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {school?.name ?? 'Shala'}
          </Box>
          {school && (
            <Box
              component="span"
              sx={{
                display: 'block',
                whiteSpace: 'pre',
                flexShrink: 0,
                color: { xs: 'text.secondary', md: 'inherit' },
                // On a phone there is no room for it beside the outbox.
                overflow: 'hidden',
                textOverflow: 'ellipsis',
              }}
            >
              <Box component="span" sx={{ display: { xs: 'none', md: 'inline' } }}>
                {' - '}
              </Box>
              {`Current Term: ${current?.name ?? ''}`}
            </Box>
          )}
        </Typography>
        <OutboxChip />
        {onFind && (
          <>
            <Button
              color="inherit"
              variant="outlined"
              startIcon={<SearchIcon />}
              onClick={onFind}
              aria-keyshortcuts="Control+K"
              sx={{ display: { xs: 'none', lg: 'inline-flex' }, color: 'text.secondary', borderColor: 'divider' }}
            >
              Find&nbsp;
              <Box component="kbd" sx={{ font: 'inherit', fontSize: 12 }}>
                Ctrl K
              </Box>
            </Button>
            <IconButton aria-label="Find a screen or a student" onClick={onFind} sx={{ display: { lg: 'none' } }}>
              <SearchIcon />
            </IconButton>
          </>
        )}
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <TermSelector />
        </Box>
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <NotifyButton />
        </Box>
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <ColorModeButton />
        </Box>
        <AccountMenu />
      </Toolbar>
      <TermNotice />
    </AppBar>
  )
}

const modes = {
  system: { next: 'light', icon: SettingsBrightnessIcon, name: 'as the system' },
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

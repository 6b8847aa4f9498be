import Divider from '@mui/material/Divider'
import Drawer from '@mui/material/Drawer'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import visuallyHidden from '@mui/utils/visuallyHidden'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { MenuRoute } from './menuFor.ts'
import styles from './SideMenu.module.css'

const drawerWidth = 240

interface SideMenuProps {
  entries: readonly MenuRoute[]
  /** Number of new items in a screen, by path. */
  counts: Readonly<Record<string, number>>
  /** Whether the menu is open, on a phone or in a narrow window. */
  open: boolean
  onClose: () => void
  /** Controls that have no room in a phone's top bar; shown below the entries. */
  extras: ReactNode
  /** Height of the top bar. */
  barHeight: number
}

/** Menu: a permanent drawer on a desktop, a side drawer in a narrow window, a bottom sheet on a phone. */
export function SideMenu({ entries, counts, open, onClose, extras, barHeight }: SideMenuProps) {
  const theme = useTheme()
  const wide = useMediaQuery(theme.breakpoints.up('md'))
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const { pathname } = useLocation()
  // A page below an entry's path, such as a student's, belongs to that entry.
  const isHere = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const list = (
    <nav aria-label="Menu">
      <List className={styles.box}>
        {entries.map((entry) => (
          <ListItem key={entry.path} disablePadding>
            <ListItemButton
              component={NavLink}
              to={entry.path}
              selected={isHere(entry.path)}
              onClick={onClose}
              className={styles.entry}
            >
              <ListItemIcon className={styles.icon}>
                <entry.menu.icon color={isHere(entry.path) ? 'var(--brand-solid)' : 'currentColor'} />
              </ListItemIcon>
              <ListItemText
                primary={entry.menu.label}
                slotProps={{ primary: { sx: { fontWeight: isHere(entry.path) ? 600 : 400 } } }}
              />
              <Count count={counts[entry.path] ?? 0} />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </nav>
  )
  if (wide) {
    if (entries.length === 0) return null
    return (
      <Drawer
        variant="permanent"
        sx={{ width: drawerWidth, flexShrink: 0, displayPrint: 'none' }}
        slotProps={{
          paper: { sx: { width: drawerWidth, boxSizing: 'border-box', top: barHeight, height: `calc(100% - ${barHeight}px)` } },
        }}
      >
        {list}
      </Drawer>
    )
  }
  return (
    <Drawer
      anchor={phone ? 'bottom' : 'left'}
      open={open}
      onClose={onClose}
      slotProps={{
        paper: {
          sx: phone ? { borderTopLeftRadius: 16, borderTopRightRadius: 16, maxHeight: '85vh', pb: 1 } : { width: drawerWidth },
        },
      }}
    >
      {phone && <div aria-hidden className={styles.handle} />}
      {entries.length > 0 && list}
      {phone && (
        <>
          {entries.length > 0 && <Divider />}
          <div className={styles.extras}>{extras}</div>
        </>
      )}
    </Drawer>
  )
}

/** Badge with the number of new items. */
function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.countBox}>
      {count > 99 ? '99+' : count}
      <span style={visuallyHidden}> unread</span>
    </span>
  )
}

import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useState } from 'react'
import { useShell } from '../activeSchool.ts'
import type { PaletteSource } from '../palette.ts'
import { NotifySwitch } from '../push/NotifySwitch.tsx'
import { PushLinks } from '../push/PushLinks.tsx'
import type { AppRoute } from '../routes.ts'
import { useMayRun } from '../viewerCan/useMay.ts'
import { maySee } from './Guard.tsx'
import { menuFor } from './menu.ts'
import { MenuCounts } from './MenuCounts.tsx'
import { Palette } from './Palette.tsx'
import { SideMenu } from './SideMenu.tsx'
import { termNoticeHeight, TermSelector, useOtherTerm } from './TermSelector.tsx'
import { ColorModeButton, TopBar } from './TopBar.tsx'

/** Of the top bar's first line. */
const lineHeight = 72

/** What stands around every screen: top bar, menu, footer, palette. */
export function Frame({
  routes,
  sources,
  children,
}: {
  routes: readonly AppRoute[]
  sources: readonly PaletteSource[]
  children: ReactNode
}) {
  const { viewer, school } = useShell()
  const [menuOpen, setMenuOpen] = useState(false)
  const [finding, setFinding] = useState(false)
  const barHeight = useOtherTerm() ? lineHeight + termNoticeHeight : lineHeight
  const mayRun = useMayRun()
  const entries = menuFor(routes, viewer, school, mayRun)
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  // A student's menu is all there is to find; those whose menu is empty, and who may ask no source, have nothing to find.
  const asks = entries.length > 0 || sources.some((source) => maySee(viewer.role, viewer.schoolId, source.allow))
  const mayFind = viewer.role !== 'STUDENT' && asks

  useEffect(() => {
    if (!mayFind) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        setFinding((now) => !now)
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [mayFind])

  return (
    <Box sx={{ display: 'flex', minHeight: '100vh' }}>
      <Box
        component="a"
        href="#content"
        sx={{
          position: 'fixed',
          top: -100,
          left: 8,
          zIndex: 'tooltip',
          p: 1,
          bgcolor: 'background.paper',
          color: 'text.primary',
          '&:focus': { top: 8 },
        }}
      >
        Skip to the content
      </Box>
      <MenuCounts key={school?.id} entries={entries} onCounts={setCounts} />
      <TopBar
        height={lineHeight}
        news={entries.some((entry) => (counts[entry.path] ?? 0) > 0)}
        onMenu={() => setMenuOpen(true)}
        onFind={mayFind ? () => setFinding(true) : null}
      />
      <SideMenu
        entries={entries}
        counts={counts}
        open={menuOpen}
        onClose={() => setMenuOpen(false)}
        barHeight={barHeight}
        extras={
          <>
            <TermSelector full />
            <NotifySwitch />
            <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mt: 1 }}>
              Colours
              <ColorModeButton />
            </Box>
          </>
        }
      />
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', pt: `${barHeight}px` }}>
        <Box component="main" id="content" tabIndex={-1} sx={{ flex: 1, minWidth: 0, p: { xs: 2, sm: 3 }, outline: 'none' }}>
          {children}
        </Box>
        <Box
          component="footer"
          sx={{ px: 3, py: 2, color: 'text.secondary', fontSize: 13, textAlign: 'center', displayPrint: 'none' }}
        >
          {`Copyright © Shala ${new Date().getFullYear()}.`}
        </Box>
      </Box>
      <PushLinks />
      {finding && <Palette entries={entries} sources={sources} onClose={() => setFinding(false)} />}
    </Box>
  )
}

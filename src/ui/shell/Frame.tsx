import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { useShell } from '../activeSchool.ts'
import { isTyped } from '../isTyped.ts'
import type { PaletteSource } from '../palette.ts'
import { PushLinks } from '../push/PushLinks.tsx'
import type { AppRoute } from '../routes.ts'
import { DataAge } from './DataAge.tsx'
import { canSee } from './Guard.tsx'
import { barFor, menuFor } from './menuFor.ts'
import { MenuCounts } from './MenuCounts.tsx'
import { BottomBar } from './BottomBar.tsx'
import { SideMenu } from './SideMenu.tsx'
import { useShowsOtherTerm } from './TermSelector.tsx'
import { TopBar } from './TopBar.tsx'
import styles from './Frame.module.css'
import { classes } from '#ui/kit/classes.ts'
import { later } from '#ui/kit/later.tsx'

const Palette = later(async () => ({ default: (await import('./Palette.tsx')).Palette }))
const KeysDialog = later(() => import('./KeysDialog.tsx'))
const WithoutClasses = later(() => import('./WithoutClasses.tsx'))
const MenuSheet = later(async () => ({ default: (await import('./MenuSheet.tsx')).MenuSheet }))

/** Frame of every screen: top bar, menu, footer, palette. */
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
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [areKeysOpen, setKeysOpen] = useState(false)
  const entries = menuFor(routes, viewer, school)
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  // A student has nothing but the menu to find. People with an empty menu and no permitted source have nothing to find
  // either.
  const hasTargets = entries.length > 0 || sources.some((source) => canSee(viewer.role, viewer.schoolId, source.allow))
  const canSearch = viewer.role !== 'STUDENT' && hasTargets

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyped(event) && !document.querySelector('[data-dialog]')) setKeysOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  useEffect(() => {
    if (!canSearch) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault()
        setPaletteOpen((now) => !now)
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [canSearch])

  const barEntries = barFor(entries, viewer.role)
  return (
    <div className={classes(styles.frame, useShowsOtherTerm() && styles.withNotice)}>
      <a href="#content" className={styles.skip}>
        <Trans>Skip to the content</Trans>
      </a>
      <MenuCounts key={school?.id} entries={entries} onCounts={setCounts} />
      <TopBar onFind={canSearch ? () => setPaletteOpen(true) : null} />
      <div className={styles.columns}>
        <SideMenu entries={entries} counts={counts} />
        <div className={classes(styles.sheet, entries.length === 0 && styles.alone)}>
          <main id="content" tabIndex={-1} className={styles.main}>
            {viewer.classIds?.length === 0 && <WithoutClasses />}
            {children}
          </main>
          <footer className={styles.footer}>{t`Copyright © Shala ${new Date().getFullYear()}.`}</footer>
        </div>
      </div>
      <div className={styles.bottom}>
        <BottomBar
          entries={barEntries}
          counts={counts}
          news={entries.some((entry) => !barEntries.includes(entry) && (counts[entry.path] ?? 0) > 0)}
          onMore={() => setMenuOpen(true)}
        />
      </div>
      {menuOpen && <MenuSheet entries={entries} counts={counts} onClose={() => setMenuOpen(false)} />}
      {areKeysOpen && <KeysDialog onClose={() => setKeysOpen(false)} />}
      <DataAge />
      <PushLinks />
      {isPaletteOpen && <Palette entries={entries} sources={sources} onClose={() => setPaletteOpen(false)} />}
    </div>
  )
}

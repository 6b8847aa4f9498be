import { t } from '@lingui/core/macro'
import { useDataClient } from '../data/DataProvider.tsx'
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react'
import { useNavigate } from '../navigation.tsx'
import { useShell } from '../activeSchool.ts'
import type { PaletteHit, PaletteSource } from '../palette.ts'
import { canSee } from './Guard.tsx'
import type { MenuRoute } from './menuFor.ts'
import styles from './Palette.module.css'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { CloseIcon, SearchIcon } from '#ui/kit/icons.ts'
import { List, ListButton, ListText } from '#ui/kit/List.tsx'
import { Dialog } from '#ui/kit/Dialog.tsx'
import { useColorMode } from '../colorMode.ts'
import { lastPeople } from '../lastPeople.ts'
import { useFindByWords } from '../useFindByWords.ts'
import { usePermissions } from '../viewerCan/usePermission.ts'
import { screenWords } from './screenWords.ts'
import { useShellSession } from './shellSession.ts'

interface PaletteProps {
  entries: readonly MenuRoute[]
  sources: readonly PaletteSource[]
  onClose: () => void
}

interface Group {
  label: string
  hits: PaletteHit[]
}

/** Palette: finds a screen or a student from anywhere by typing, arrow keys and Enter. */
export function Palette({ entries, sources, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const [activeIndex, setActiveIndex] = useState(0)
  const found = useSourceHits(sources, typed)
  const navigate = useNavigate()
  const listId = useId()
  const { claims } = useShellSession()
  const schoolId = useShell().school?.id ?? '0'
  const [seen] = useState(() => lastPeople(claims.sub, schoolId))
  const actions = usePaletteActions(entries)

  const findByWords = useFindByWords(typed.trim() !== '')
  const groups = useMemo<Group[]>(() => {
    const screens = findByWords(entries, typed, ({ path, menu }) => `${menu.label} ${screenWords[path] ?? ''}`).map((entry) => ({
      key: entry.path,
      text: entry.menu.label,
      to: entry.path,
    }))
    const people = findByWords(seen, typed, ({ name, hint }) => `${name} ${hint}`)
    // Without a word they would only stand in the way.
    const does = typed.trim() === '' ? [] : findByWords(actions, typed, ({ text }) => text)
    return [
      { label: t`Opened last`, hits: people.map(({ id, name, hint, to }) => ({ key: `seen ${id}`, text: name, hint, to })) },
      { label: t`Do`, hits: [...does] },
      { label: t`Screens`, hits: screens },
      ...found.groups,
    ].filter((group) => group.hits.length > 0)
  }, [entries, typed, found.groups, seen, actions, findByWords])
  const hits = groups.flatMap((group) => group.hits)
  const active = hits[Math.min(activeIndex, hits.length - 1)]

  function go(hit: PaletteHit | undefined) {
    if (!hit) return
    onClose()
    if (hit.run) hit.run()
    else navigate(hit.to)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActiveIndex((now) => (hits.length === 0 ? 0 : (Math.min(now, hits.length - 1) + step + hits.length) % hits.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      go(active)
    }
  }

  return (
    <Dialog title={t`Find a screen or a student`} hideTitle onClose={onClose} className={styles.dialog}>
      <div className={styles.row}>
        <SearchIcon className={styles.muted} />
        <input
          autoFocus
          className={styles.input}
          value={typed}
          placeholder={t`Find a screen or a student`}
          onChange={(event) => {
            setTyped(event.target.value)
            setActiveIndex(0)
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-label={t`Find a screen or a student`}
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={active ? `${listId}-${active.key}` : undefined}
          aria-autocomplete="list"
        />
        {/* A phone has no Escape key, and there the dialog fills the screen. */}
        <IconButton aria-label={t`Close`} onClick={onClose} className={styles.button}>
          <CloseIcon />
        </IconButton>
      </div>
      <List id={listId} role="listbox" aria-label={t`Found`} className={styles.scroll}>
        {groups.map((group) => (
          <li key={group.label} role="group" aria-label={group.label}>
            <ul role="presentation" className={styles.list}>
              <li role="presentation" className={styles.box}>
                {group.label}
              </li>
              {group.hits.map((hit) => (
                <ListButton
                  key={hit.key}
                  as="li"
                  role="option"
                  id={`${listId}-${hit.key}`}
                  aria-selected={hit === active}
                  chosen={hit === active}
                  tabIndex={-1}
                  onClick={() => go(hit)}
                  ref={(element: HTMLElement | null) => {
                    if (element && hit === active) element.scrollIntoView({ block: 'nearest' })
                  }}
                >
                  <ListText title={hit.text} detail={hit.hint} />
                </ListButton>
              ))}
            </ul>
          </li>
        ))}
        {hits.length === 0 && (
          <li role="presentation" className={styles.item}>
            {found.waiting ? t`Searching` : t`Nothing found`}
          </li>
        )}
      </List>
    </Dialog>
  )
}

/** What the palette does besides opening screens: the actions of the screens, and the colours. */
function usePaletteActions(entries: readonly MenuRoute[]): readonly PaletteHit[] {
  const permissionFor = usePermissions()
  const [mode, setMode] = useColorMode()
  return useMemo(
    () => [
      ...entries.flatMap(({ menu }) =>
        (menu.actions ?? [])
          .filter(({ mutation }) => mutation === undefined || permissionFor?.(mutation).allowed === true)
          .map(({ label, to }) => ({ key: `do ${label}`, text: label, to })),
      ),
      ...colorActions
        .filter((action) => action.mode !== mode)
        .map(({ text, mode: next }) => ({ key: text, text, to: '', run: () => setMode(next) })),
    ],
    [entries, permissionFor, mode, setMode],
  )
}

const colorActions = [
  { text: t`Switch to dark`, mode: 'dark' },
  { text: t`Switch to light`, mode: 'light' },
  { text: t`Colours as the system`, mode: 'system' },
] as const

/** Queries the sources when typing pauses. Drops an answer that arrives after the next letter. */
function useSourceHits(sources: readonly PaletteSource[], typed: string): { groups: Group[]; waiting: boolean } {
  const client = useDataClient()
  const { viewer, school, term } = useShell()
  const [groups, setGroups] = useState<Group[]>([])
  const [waiting, setWaiting] = useState(false)
  const text = typed.trim()
  const schoolId = school?.id
  const termId = term?.id
  useEffect(() => {
    if (text.length < 2 || !schoolId || !termId) {
      setGroups([])
      setWaiting(false)
      return
    }
    let isStale = false
    setWaiting(true)
    const timer = setTimeout(() => {
      const permittedSources = sources.filter(
        ({ allow, flag }) => canSee(viewer.role, viewer.schoolId, allow) && (!flag || school?.flags[flag]),
      )
      void Promise.all(
        permittedSources.map(async (source) => ({
          label: source.label,
          // A failing source has no results; the screens can still be found.
          hits: await source.find(client, { schoolId, termId }, text).catch(() => []),
        })),
      ).then((next) => {
        if (isStale) return
        setGroups(next)
        setWaiting(false)
      })
    }, 200)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [sources, text, school, schoolId, termId, viewer, client])
  return { groups, waiting }
}

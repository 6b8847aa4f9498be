import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, usePathname } from '../navigation.tsx'
import { HeardText } from '#ui/kit/HeardText.tsx'
import { ExpandMoreIcon } from '#ui/kit/icons.ts'
import { type MenuGroup, menuGroups } from '../routes.ts'
import type { MenuRoute } from './menuFor.ts'
import styles from './MenuEntries.module.css'

interface MenuEntriesProps {
  entries: readonly MenuRoute[]
  /** Number of new items in a screen, by path. */
  counts: Readonly<Record<string, number>>
  /** After an entry was chosen. */
  onGo?: () => void
}

/** The menu's entries in their groups. A group can be folded, and stays so in this browser. */
export function MenuEntries({ entries, counts, onGo }: MenuEntriesProps) {
  const [folded, fold] = useFoldedGroups()
  return (
    <nav aria-label={t`Menu`} className={styles.menu}>
      {(Object.keys(menuGroups) as MenuGroup[]).map((group) => {
        const own = entries.filter(({ menu }) => menu.group === group)
        if (own.length === 0) return null
        const list = (
          // Without its marks, Safari does not say that it is a list.
          // oxlint-disable-next-line jsx-a11y/no-redundant-roles
          <ul role="list" className={styles.list}>
            {own.map((entry) => (
              <li key={entry.path}>
                <Entry entry={entry} count={counts[entry.path] ?? 0} onGo={onGo} />
              </li>
            ))}
          </ul>
        )
        // One group alone needs no heading.
        if (menuGroups[group] === '' || own.length === entries.length) return <div key={group}>{list}</div>
        return (
          <details key={group} open={!folded.has(group)} onToggle={({ currentTarget }) => fold(group, !currentTarget.open)}>
            <summary className={styles.heading}>
              {menuGroups[group]}
              <ExpandMoreIcon size={14} aria-hidden className={styles.arrow} />
            </summary>
            {list}
          </details>
        )
      })}
    </nav>
  )
}

function Entry({ entry, count, onGo }: { entry: MenuRoute; count: number; onGo: (() => void) | undefined }) {
  const pathname = usePathname()
  // A page below an entry's path, such as a student's, belongs to that entry.
  const isHere = pathname === entry.path || pathname.startsWith(`${entry.path}/`)
  return (
    <Link
      to={entry.path}
      onClick={onGo}
      aria-current={isHere ? 'page' : undefined}
      title={entry.menu.label}
      className={styles.entry ?? ''}
    >
      <entry.menu.icon size={18} aria-hidden />
      <span className={styles.label}>{entry.menu.label}</span>
      <Count count={count} />
    </Link>
  )
}

/** The number of new items. */
export function Count({ count, className = styles.count }: { count: number; className?: string | undefined }) {
  if (count === 0) return null
  return (
    <span className={className}>
      {count > 99 ? '99+' : count}
      <HeardText>
        {' '}
        <Trans>unread</Trans>
      </HeardText>
    </span>
  )
}

const foldedName = 'menu-folded'

function useFoldedGroups() {
  const [folded, setFolded] = useState(() => new Set((localStorage.getItem(foldedName) ?? '').split(' ')))
  const fold = (group: string, isFolded: boolean) => {
    if (folded.has(group) === isFolded) return
    const next = new Set(folded)
    if (isFolded) next.add(group)
    else next.delete(group)
    localStorage.setItem(foldedName, [...next].join(' '))
    setFolded(next)
  }
  return [folded, fold] as const
}

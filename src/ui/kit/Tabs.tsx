import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import styles from './Tabs.module.css'

export interface TabChoice<Key extends string> {
  key: Key
  label: ReactNode
  disabled?: boolean | undefined
}

interface TabsProps<Key extends string> {
  /** Ids are `tab-…` and `panel-…` with this name between, so that a page may have two rows of tabs. */
  name?: string
  tabs: readonly TabChoice<Key>[]
  value: Key | null
  onChange: (key: Key) => void
  'aria-label': string
  className?: string | undefined
}

/** Ids of a tab and of what it shows. */
export function tabIds(name: string | undefined, key: string): { tab: string; panel: string } {
  const full = name === undefined ? key : `${name}-${key}`
  return { tab: `tab-${full}`, panel: `panel-${full}` }
}

/**
 * A row of tabs, by the pattern of the ARIA Authoring Practices: one stop of the Tab key; arrows, Home and End move the
 * focus; Enter and Space open, because opening one asks the server.
 */
export function Tabs<Key extends string>({ name, tabs, value, onChange, className, ...rest }: TabsProps<Key>) {
  const row = useRef<HTMLDivElement>(null)
  const stop = tabs.find(({ key }) => key === value) ?? tabs.find(({ disabled }) => !disabled)

  // On a phone the row is wider than the screen: the open tab stands in its middle.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[aria-selected=true]')
    if (row.current && tab) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [value])

  function onKeyDown(event: KeyboardEvent) {
    const all = [...(row.current?.querySelectorAll<HTMLElement>('[role=tab]:not(:disabled)') ?? [])]
    const at = all.findIndex((tab) => tab === event.target)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all[(to + all.length) % all.length]?.focus()
  }

  return (
    // The focus is on its tabs.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div ref={row} role="tablist" className={classes(styles.tabs, className)} onKeyDown={onKeyDown} {...rest}>
      {tabs.map(({ key, label, disabled }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={tabIds(name, key).tab}
          aria-controls={tabIds(name, key).panel}
          aria-selected={key === value}
          tabIndex={key === stop?.key ? 0 : -1}
          disabled={disabled}
          onClick={() => onChange(key)}
          className={styles.tab}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

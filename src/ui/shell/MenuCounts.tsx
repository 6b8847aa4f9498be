import { type ComponentType, lazy, Suspense, useCallback } from 'react'
import type { MenuRoute } from './menuFor.ts'

type Load = NonNullable<MenuRoute['menu']['count']>
type Counter = ComponentType<{ onCount: (count: number) => void }>
type SetCounts = (change: (before: Readonly<Record<string, number>>) => Readonly<Record<string, number>>) => void

const counters = new Map<Load, Counter>()

function lazyCounter(load: Load): Counter {
  const known = counters.get(load)
  if (known) return known
  // If the code fails to load, there is no count, and the page works.
  const counter = lazy(() => load().catch(() => ({ default: () => null })))
  counters.set(load, counter)
  return counter
}

/** Counts new items for the menu's badges. The counters' code loads after the page's own. */
export function MenuCounts({ entries, onCounts }: { entries: readonly MenuRoute[]; onCounts: SetCounts }) {
  return entries.flatMap(({ path, menu: { count } }) =>
    count ? [<EntryCounter key={path} path={path} load={count} onCounts={onCounts} />] : [],
  )
}

function EntryCounter({ path, load, onCounts }: { path: string; load: Load; onCounts: SetCounts }) {
  const Counter = lazyCounter(load)
  const onCount = useCallback(
    (count: number) => onCounts((before) => (before[path] === count ? before : { ...before, [path]: count })),
    [path, onCounts],
  )
  return (
    <Suspense>
      <Counter onCount={onCount} />
    </Suspense>
  )
}

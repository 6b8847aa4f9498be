import { type ComponentType, lazy, Suspense, useCallback } from 'react'
import type { MenuRoute } from './menu.ts'

type Load = NonNullable<MenuRoute['menu']['count']>
type Counter = ComponentType<{ onCount: (count: number) => void }>
type SetCounts = (change: (before: Readonly<Record<string, number>>) => Readonly<Record<string, number>>) => void

const counters = new Map<Load, Counter>()

function counterOf(load: Load): Counter {
  const known = counters.get(load)
  if (known) return known
  // Without its code nothing is counted, and the page stands.
  const counter = lazy(() => load().catch(() => ({ default: () => null })))
  counters.set(load, counter)
  return counter
}

/** Counts what is new behind the entries of the menu; their code comes behind the page's own. */
export function MenuCounts({ entries, onCounts }: { entries: readonly MenuRoute[]; onCounts: SetCounts }) {
  return entries.flatMap(({ path, menu: { count } }) =>
    count ? [<Counted key={path} path={path} load={count} onCounts={onCounts} />] : [],
  )
}

function Counted({ path, load, onCounts }: { path: string; load: Load; onCounts: SetCounts }) {
  const Counter = counterOf(load)
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

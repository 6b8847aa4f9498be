import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { Router, useLocation, Link as WouterLink } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

/*
 * How a screen reads its address and goes to another: wouter, with a number for each entry of the browser's history and
 * a guard of what is not saved.
 */

export { Redirect, Route, Switch, useParams, useSearch, useSearchParams } from 'wouter'

interface GoOptions {
  /** Whether the address takes the place of the present one, so that Back does not lead to it. */
  replace?: boolean
  /** What the next screen is told besides its address. It stays with the entry when somebody comes back to it. */
  state?: unknown
}

/** A link to another screen. */
export const Link = WouterLink as unknown as ComponentType<Omit<ComponentProps<'a'>, 'href'> & { to: string } & GoOptions>

/** Goes to an address of Shala. */
export type Go = (to: string, options?: GoOptions) => void

/** What is stored with an entry of the browser's history. */
interface Entry {
  place: number
  state: unknown
}

/** Stands in the way of leaving a page. */
export interface LeaveGuard {
  /** Is asked to go on with `go`, at once or later. */
  onGo: (to: string, go: () => void) => void
  /** The browser went back or forward; `stopImmediatePropagation` keeps the screens from seeing it. */
  onBack: (event: PopStateEvent) => void
}

let guard: LeaveGuard | null = null

/** Sets the page's guard; null for none. */
export function setLeaveGuard(next: LeaveGuard | null): void {
  guard = next
}

/** Returns the number of the present entry of the browser's history; NaN for an entry that is not of Shala. */
export function placeInHistory(): number {
  return Number((history.state as Partial<Entry> | null)?.place ?? Number.NaN)
}

/**
 * Begins to number the entries and to listen. Call it once, before a screen listens: Chromium calls the listeners of
 * its window in the order in which they were added, whether they capture or not.
 */
export function startNavigation(): void {
  if (Number.isNaN(placeInHistory())) history.replaceState({ place: 0, state: null } satisfies Entry, '')
  window.addEventListener('popstate', (event) => guard?.onBack(event), { capture: true })
}

/** The screens of an application: below it, links lead to other screens. */
export function Navigation({ children }: { children: ReactNode }) {
  return <Router aroundNav={goGuarded}>{children}</Router>
}

function goGuarded(navigate: (to: string, options: object) => void, to: string, options: GoOptions = {}): void {
  const go = () => {
    // As with a link of the browser's own, the present address again is no further step back.
    const replace = options.replace === true || new URL(to, location.href).href === location.href
    const place = (placeInHistory() || 0) + (replace ? 0 : 1)
    navigate(to, { replace, state: { place, state: options.state ?? null } satisfies Entry })
  }
  if (guard) guard.onGo(to, go)
  else go()
}

/** Returns the path of the address. */
export function usePathname(): string {
  return useLocation()[0]
}

/** Returns what goes to another address. */
export function useNavigate(): Go {
  return useLocation()[1] as Go
}

/** Returns what the screen was told besides its address, of any shape; null for nothing. */
export function useEntryState(): unknown {
  return (useHistoryState() as Partial<Entry> | null)?.state ?? null
}

import { createContext, type MouseEvent, useContext } from 'react'

/** Navigates to another public page without a page load. */
export const NavigateContext = createContext<(path: string) => void>((path) => location.assign(path))

/**
 * Returns the properties of a link to a public page. A plain click navigates in place; the browser handles all others.
 */
export function useLink(): (path: string) => { href: string; onClick: (event: MouseEvent) => void } {
  const go = useContext(NavigateContext)
  return (path) => ({
    href: path,
    onClick: (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      go(path)
    },
  })
}

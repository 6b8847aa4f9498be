import { createContext, type MouseEvent, useContext } from 'react'

/** Goes to another of the public pages without loading it. */
export const NavigateContext = createContext<(path: string) => void>((path) => location.assign(path))

/** The properties of a link to one of the public pages: a plain tap stays on the page, everything else is the browser's. */
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

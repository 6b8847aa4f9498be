import { useSyncExternalStore } from 'react'

/** The widths at which the layout changes. */
export const phoneQuery = '(max-width: 599.95px)'
export const deskQuery = '(min-width: 900px)'

/** Whether a media query holds, now and after every change. Prefer CSS; this is for what renders something else. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    // Rendered without a window, as tests of rights do.
    () => false,
  )
}

/** Whether the window is as narrow as a phone's. */
export const usePhone = (): boolean => useMedia(phoneQuery)

/** Whether the window has room for a menu beside the page. */
export const useDesk = (): boolean => useMedia(deskQuery)

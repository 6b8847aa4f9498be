import { useEffect } from 'react'

/** Lets the browser ask before the tab is closed or loaded again, while something would be lost. */
export function useUnloadWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [active])
}

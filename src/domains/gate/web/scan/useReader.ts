import { useEffect } from 'react'
import { wedge } from './wedge.ts'

/** Hears card readers that type, wherever the focus is; what a person types into a field stays there. */
export function useReader(onCode: (code: string) => void): void {
  useEffect(() => {
    const reader = wedge()
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const target = event.target as HTMLElement
      if (target.closest('input, textarea, select, [contenteditable]')) return
      const code = reader.press(event.key, event.timeStamp)
      if (code === null) return
      // Its Enter must not press the button that has the focus.
      event.preventDefault()
      event.stopPropagation()
      onCode(code)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [onCode])
}

import { useEffect, useRef } from 'react'
import { isTyped } from '#ui/isTyped.ts'
import { createKeyboardWedge } from './keyboardWedge.ts'

/** Receives codes from card readers that act as keyboards, wherever the focus is, except in input fields. */
export function useKeyboardWedge(onCode: (code: string) => void): void {
  // A card may be held to the reader in the moment in which In or Out is pressed.
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    const reader = createKeyboardWedge()
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyped(event)) return
      const code = reader.press(event.key, event.timeStamp)
      if (code === null) return
      // The reader's Enter must not press the focused button.
      event.preventDefault()
      event.stopPropagation()
      latest.current(code)
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

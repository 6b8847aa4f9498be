import { useSyncExternalStore } from 'react'

/** How the page is coloured: as the system, or as the person has chosen. */
export type ColorMode = 'system' | 'light' | 'dark'

/** Where the browser keeps the choice. */
const storedName = 'color-mode'

const listeners = new Set<() => void>()

function stored(): ColorMode {
  const mode = localStorage.getItem(storedName)
  return mode === 'light' || mode === 'dark' ? mode : 'system'
}

/** Colours the page as chosen before; the colours themselves are in kit/tokens.css. Called before anything is drawn. */
export function applyColorMode(): void {
  if (!CSS.supports('color', 'light-dark(oklch(0 0 0), oklch(0 0 0))')) void import('./kit/plainColours.css')
  const mode = stored()
  if (mode === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = mode
}

function subscribe(onChange: () => void): () => void {
  // Another tab has chosen.
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== storedName) return
    applyColorMode()
    onChange()
  }
  listeners.add(onChange)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(onChange)
    window.removeEventListener('storage', onStorage)
  }
}

function choose(next: ColorMode): void {
  localStorage.setItem(storedName, next)
  applyColorMode()
  for (const listener of listeners) listener()
}

/** The chosen mode, and how to choose another. */
export function useColorMode(): [ColorMode, (mode: ColorMode) => void] {
  const mode = useSyncExternalStore(subscribe, stored, () => 'system' as const)
  return [mode, choose]
}

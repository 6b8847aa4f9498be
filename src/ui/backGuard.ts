/** Is told when the browser went back or forward, and keeps the router from seeing it by `stopImmediatePropagation`. */
export type BackGuard = (event: PopStateEvent) => void

let guard: BackGuard | null = null

/** Sets the page's guard; null for none. */
export function setBackGuard(next: BackGuard | null): void {
  guard = next
}

/**
 * Begins to listen. Call it once, before the router listens: Chromium calls the listeners of its window in the order in
 * which they were added, whether they capture or not.
 */
export function listenForBack(): void {
  window.addEventListener('popstate', (event) => guard?.(event), { capture: true })
}

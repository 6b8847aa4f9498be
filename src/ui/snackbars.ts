/** Button of a message, such as a link to the new row. */
export interface SnackbarAction {
  label: string
  onClick: () => void
}

/** A message at the bottom left that goes away by itself. */
export interface Snackbar {
  key: number
  kind: 'success' | 'error' | 'info'
  text: string
  action?: SnackbarAction | undefined
  /** How long it stays, in milliseconds. */
  stays: number
}

/** More would cover what they are about: the oldest goes. */
const most = 3

let shown: readonly Snackbar[] = []
let lastKey = 0
const listeners = new Set<() => void>()

function replace(next: readonly Snackbar[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function show(kind: Snackbar['kind'], text: string, stays: number, action?: SnackbarAction): void {
  const others = shown.filter((other) => other.kind !== kind || other.text !== text)
  replace([...others, { key: ++lastKey, kind, text, stays, action }].slice(-most))
}

/** Shows a success message, in the specification's words. With an action it stays longer. */
export function showSuccess(text: string, action?: SnackbarAction): void {
  show('success', text, action ? 10_000 : 5_000, action)
}

/** Shows an error message. It stays longer than others, because it must be read. */
export function showError(text: string): void {
  show('error', text, 10_000)
}

/** Shows a message that is neither success nor failure. */
export function showInfo(text: string): void {
  show('info', text, 5_000)
}

/** Closes one message, or all of them: on a phone they would cover the buttons of an opening dialog. */
export function dismissSnackbars(key?: number): void {
  if (shown.length > 0) replace(key === undefined ? [] : shown.filter((one) => one.key !== key))
}

/** The messages that are shown now, for `useSyncExternalStore`. */
export const shownSnackbars = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  now: () => shown,
}

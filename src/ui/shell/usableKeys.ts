import { t } from '@lingui/core/macro'

/** Keys of a control, and what they do. */
interface UsableKeys {
  name: string
  keys: string[]
}

/** Keys of the frame itself. */
const always: readonly UsableKeys[] = [
  { name: t`This list`, keys: ['?'] },
  { name: t`Close what is open`, keys: [t`Esc`] },
]

/**
 * Reads from a page which keys do something: from the `aria-keyshortcuts` of its controls, so that there is no second
 * list. A control that is there many times, such as a row, says by `data-keys` what its keys do.
 */
export function usableKeys(page: ParentNode): UsableKeys[] {
  const found = new Map<string, UsableKeys>()
  for (const control of page.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')) {
    const shortcuts = control.getAttribute('aria-keyshortcuts') ?? ''
    const name = control.dataset.keys ?? control.getAttribute('aria-label') ?? heardText(control)
    if (name !== '' && !found.has(shortcuts)) found.set(shortcuts, { name, keys: shortcuts.split(/\s+/).map(readable) })
  }
  return [...found.values(), ...always]
}

/** The text of a control without what only the eye gets, such as the keys themselves. */
function heardText(control: HTMLElement): string {
  const copy = control.cloneNode(true) as HTMLElement
  for (const silent of copy.querySelectorAll('[aria-hidden=true]')) silent.remove()
  return copy.textContent?.trim() ?? ''
}

const arrows: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' }

/** Returns a key as it is printed on a keyboard. */
const readable = (key: string) => arrows[key] ?? (key.length === 1 ? key.toUpperCase() : key)

/** What letters and digits are typed into. A box that is ticked is none. */
const textFields = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=combobox]'

/** Whether a key was pressed in a field, where it is a letter and no shortcut. */
export function isTyped({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(textFields) !== null
}

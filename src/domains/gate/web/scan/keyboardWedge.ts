/** Longest gap between two keys of a reader. Readers take a few milliseconds per key, slow Bluetooth ones fifty. */
const maxKeyGapMs = 80
/** A shorter burst comes from a person. */
const minCodeLength = 4

/** Recognizes a card reader that acts as a keyboard, by a burst of characters that ends with Enter. */
interface KeyboardWedge {
  /**
   * Processes a key press with its time in milliseconds.
   * @returns the code if this key ends a burst, otherwise null
   */
  press: (key: string, atMs: number) => string | null
}

export function createKeyboardWedge(): KeyboardWedge {
  let typed = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    press: (key, atMs) => {
      if (atMs - last > maxKeyGapMs) typed = ''
      if (key === 'Enter') {
        const code = typed.trim()
        typed = ''
        return code.length >= minCodeLength ? code : null
      }
      // Skips Shift and other keys that are no characters.
      if ([...key].length === 1) {
        typed += key
        last = atMs
      }
      return null
    },
  }
}

/** Milliseconds out of sight after which a card counts again. */
const repeatAfterMs = 3000

/**
 * Returns a filter that accepts a card once until it was out of sight for a while. A camera sees it many times a
 * second.
 */
export function createRepeatFilter(): (code: string, atMs: number) => boolean {
  let code = ''
  let seenAt = Number.NEGATIVE_INFINITY
  return (seen, atMs) => {
    const isRepeat = seen === code && atMs - seenAt < repeatAfterMs
    code = seen
    seenAt = atMs
    return !isRepeat
  }
}

/** Readers type faster than people: between two characters of a card lie a few milliseconds, of a slow one over Bluetooth fifty. */
const longestGapMs = 80
/** A shorter burst is a person's. */
const fewestCharacters = 4

/** Tells a card reader that types from a person: a burst of characters that ends with Enter. */
interface Wedge {
  /**
   * Takes one key as it was pressed, with the time in milliseconds.
   * @returns the code when this key ends a burst, else null
   */
  press: (key: string, atMs: number) => string | null
}

export function wedge(): Wedge {
  let typed = ''
  let last = Number.NEGATIVE_INFINITY
  return {
    press: (key, atMs) => {
      if (atMs - last > longestGapMs) typed = ''
      if (key === 'Enter') {
        const code = typed.trim()
        typed = ''
        return code.length >= fewestCharacters ? code : null
      }
      // Shift and its like come between the characters.
      if ([...key].length === 1) {
        typed += key
        last = atMs
      }
      return null
    },
  }
}

/** After so many milliseconds out of sight a card counts again. */
const awayMs = 3000

/** A camera sees a card many times a second: it counts once, until it has been away for a while. */
export function oncePerCard(): (code: string, atMs: number) => boolean {
  let code = ''
  let seenAt = Number.NEGATIVE_INFINITY
  return (seen, atMs) => {
    const again = seen === code && atMs - seenAt < awayMs
    code = seen
    seenAt = atMs
    return !again
  }
}

/** A child's initials on a colour that stays the same. The name stands beside it, so it is silent. */
export function Face({ name, small = false }: { name: string; small?: boolean }) {
  return (
    <span
      aria-hidden="true"
      data-initials={initialsOf(name)}
      className={small ? 'face small' : 'face'}
      style={{ '--hue': hueOf(name) }}
    />
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}

/** A hue in degrees, always the same for a name, as on the school's screens. */
function hueOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return (sum * 137) % 360
}

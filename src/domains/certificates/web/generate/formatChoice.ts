interface Choosable {
  id: string
  usual: boolean
  missing: readonly unknown[]
}

/**
 * The format that a certificate is made with: the one in the address, or else the school's usual one, or else the only one that
 * can be used. undefined when somebody has to choose.
 */
export function chosenFormat<Format extends Choosable>(formats: readonly Format[], asked: string | null): Format | undefined {
  const usable = formats.filter(({ missing }) => missing.length === 0)
  return (
    formats.find(({ id }) => id === asked) ?? usable.find(({ usual }) => usual) ?? (usable.length === 1 ? usable[0] : undefined)
  )
}

interface Choosable {
  id: string
  usual: boolean
  missing: readonly unknown[]
}

/**
 * Returns the format to make a certificate with: the one in the address, else the school's usual one, else the only
 * usable one. Undefined if the user has to choose.
 */
export function chosenFormat<Format extends Choosable>(formats: readonly Format[], formatId: string | null): Format | undefined {
  const usable = formats.filter(({ missing }) => missing.length === 0)
  return (
    formats.find(({ id }) => id === formatId) ??
    usable.find(({ usual }) => usual) ??
    (usable.length === 1 ? usable[0] : undefined)
  )
}

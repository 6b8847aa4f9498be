/** A field of the product's catalogue. It is prefilled from the student if possible. */
export interface KnownField {
  name: string
  label: string
  group: string
}

/** Returns a function from a field's name to its label; a field outside the catalogue is called by its name. */
export function labelLookup(catalogue: readonly KnownField[]): (name: string) => string {
  const labels = new Map(catalogue.map(({ name, label }) => [name, label]))
  return (name) => labels.get(name) ?? name
}

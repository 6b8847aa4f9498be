/** A field the product knows: it is prefilled from the student where it can be. */
export interface KnownField {
  name: string
  label: string
  group: string
}

/** What a field is called: one that only the format knows, by its own name. */
export function naming(catalogue: readonly KnownField[]): (name: string) => string {
  const labels = new Map(catalogue.map(({ name, label }) => [name, label]))
  return (name) => labels.get(name) ?? name
}

import { t } from '#shared/texts.ts'

const labels = {
  Certificate: () => t`Certificate`,
  School: () => t`School`,
  Ids: () => t`Ids`,
  Student: () => t`Student`,
  Family: () => t`Family`,
  Admission: () => t`Admission`,
  Class: () => t`Class`,
  Leaving: () => t`Leaving`,
} as const

/** The groups of the fields that the product knows. */
export type FieldGroup = keyof typeof labels

/** Returns the heading of a group of fields. */
export function fieldGroupLabel(group: string): string {
  return group in labels ? labels[group as FieldGroup]() : group
}

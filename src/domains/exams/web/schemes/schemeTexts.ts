import { t } from '@lingui/core/macro'
import type { SchemeRowFragment } from '../exams.graphql.ts'

/** Returns the address of a scheme's page: by its id, or by the name of a ready one. */
export function schemeAddress(idOrReady: string): string {
  return `/exams/schemes/${idOrReady}`
}

/** Formats classes by their terms: `6, 7 (2026-27) · 7 (2025-26)`. */
export function classesInWords(classes: SchemeRowFragment['classes']): string {
  return [...Map.groupBy(classes, ({ termName }) => termName)]
    .map(([termName, own]) => {
      const names = own.map(({ name }) => name).join(', ')
      return t`${names} (${termName})`
    })
    .join(' · ')
}

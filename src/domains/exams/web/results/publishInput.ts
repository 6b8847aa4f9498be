import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { publishForm } from '../../publishing.schema.ts'

const { visibleFrom, incomplete, rank, promotedTo, tellFamilies } = publishForm.shape

/** What is asked once for several sections. */
export const severalForm = z.object({
  sectionIds: z.array(z.string()).min(1, { error: () => t`Choose at least one section` }),
  visibleFrom,
  tellFamilies,
  rank,
  incomplete,
  /** By class id: the class to which its students are promoted who have passed the year. */
  promotedTo: z.record(z.string(), promotedTo),
})
export type SeveralForm = z.output<typeof severalForm>

/**
 * Returns the input of one section, without its request key. A section without missing marks is not asked what becomes
 * of students who have some: if marks are taken away meanwhile, the server asks.
 */
export function sectionInput(
  form: SeveralForm,
  {
    sectionId,
    classId,
    incomplete: missing,
    part,
  }: { sectionId: string; classId: string; incomplete: number; part: string | null },
) {
  return {
    sectionId,
    part,
    visibleFrom: form.visibleFrom,
    tellFamilies: form.tellFamilies,
    rank: form.rank,
    incomplete: missing > 0 ? form.incomplete : null,
    promotedTo: part === null ? (form.promotedTo[classId] ?? '') : '',
  }
}

/** Returns the class that comes after another in the school's order; '' after the last one. */
export function nextClass(classNames: readonly string[], className: string): string {
  const at = classNames.indexOf(className)
  return at < 0 ? '' : (classNames[at + 1] ?? '')
}

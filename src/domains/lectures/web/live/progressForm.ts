import { t } from '@lingui/core/macro'
import { z } from 'zod'
import { bookProgressForm } from '../../lectures.schema.ts'

/** A page number as typed. */
const typedPage = z
  .string()
  .trim()
  .min(1, { error: t`Required`, abort: true })
  .regex(/^\d{1,9}$/, t`A page number`)
  .transform(Number)

/** The form after a lecture, with the server's rules (specification, section 5, Books progress). */
export const progressForm = z.object({
  progress: z.array(
    z
      .object({
        attId: z.union([z.string(), z.number()]),
        bookId: z.union([z.string(), z.number()]),
        from: typedPage,
        to: typedPage,
        comment: z.string().optional(),
      })
      .pipe(bookProgressForm),
  ),
})
export type ProgressForm = z.input<typeof progressForm>

/** Returns the pages read, `to` minus `from`; null while either is missing or invalid. */
export function pagesRead(from: string, to: string): number | null {
  const [first, last] = [typedPage.safeParse(from), typedPage.safeParse(to)]
  return first.success && last.success && last.data >= first.data ? last.data - first.data : null
}

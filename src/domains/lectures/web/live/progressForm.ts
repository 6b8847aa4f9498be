import { z } from 'zod'
import { bookProgressForm } from '../../lectures.schema.ts'

/** A page as it is typed. */
const typedPage = z
  .string()
  .trim()
  .min(1, { error: 'Required', abort: true })
  .regex(/^\d{1,9}$/, 'A page number')
  .transform(Number)

/** What is typed after a lecture, by the rules of the server (specification, section 5, Books progress). */
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

/** pages = to minus from; null where there is nothing to count yet. */
export function pagesRead(from: string, to: string): number | null {
  const [first, last] = [typedPage.safeParse(from), typedPage.safeParse(to)]
  return first.success && last.success && last.data >= first.data ? last.data - first.data : null
}

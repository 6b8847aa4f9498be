import { z } from 'zod'
import { id, requestKey, requiredText } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'
import { voice } from './holisticScheme.ts'

const part = requiredText(60)

/** The longest words of a voice about an area. */
const maxWords = 500

export const holisticChoice = z.object({ sectionId: id, part })

/** What is entered for a student: a descriptor for a statement and voice, and words for an area and voice. */
const descriptor = z.object({ voice, statement: z.number().int(), grade: requiredText(30) })
const words = z.object({ voice, area: z.number().int(), text: requiredText(maxWords) })

/** The whole of what stands on the holistic card of a student. */
const entries = {
  descriptors: z.array(descriptor).max(2000, { error: () => t`At most ${2000} descriptors for a student` }),
  words: z.array(words).max(200, { error: () => t`At most ${200} texts for a student` }),
}
export const holisticEntries = z.object(entries)
export type HolisticEntries = z.infer<typeof holisticEntries>

/** Entries of students of a section, each as a whole. `seen` is the version that was opened, 0 for none. */
export const holisticForm = z.object({
  key: requestKey,
  sectionId: id,
  part,
  students: z
    .array(z.object({ studentId: id, seen: z.number().int(), ...entries }))
    .min(1, { error: () => t`Choose at least one student` })
    .max(200, { error: () => t`At most ${200} students at once` }),
})

import { z } from 'zod'
import { requiredText } from '#shared/inputs.ts'
import { t } from '#shared/texts.ts'

/** Who speaks on a holistic progress card: the teacher, the child, classmates, the family at home. */
export const voices = ['TEACHER', 'OWN', 'CLASSMATES', 'FAMILY'] as const
export type Voice = (typeof voices)[number]
export const voice = z.enum(voices).meta({ graphql: 'HolisticVoice' })

/** Names an area or a statement for as long as the scheme has it, so that its words can be corrected. */
const number = z.number().int().min(1).max(10_000)

const statement = z.object({ id: number, text: requiredText(300) })

const area = z.object({
  id: number,
  name: requiredText(100),
  statements: z
    .array(statement)
    .min(1, { error: () => t`At least one statement` })
    .max(50, { error: () => t`At most 50` }),
})

/**
 * What the holistic progress card of some classes asks: statements by area, of which each voice says how far they hold,
 * by a scale of points.
 */
export const holisticScheme = z.object({
  /** Classes of the scheme that have the card; a name that none of them has says nothing. */
  classes: z
    .array(requiredText(60))
    .min(1, { error: () => t`At least one class` })
    .max(50, { error: () => t`At most 50` }),
  /** In the order of the columns. */
  voices: z
    .array(z.object({ voice, scale: requiredText(60) }))
    .min(1, { error: () => t`Choose who speaks on the card` })
    .max(voices.length),
  areas: z
    .array(area)
    .min(1, { error: () => t`At least one area` })
    .max(30, { error: () => t`At most 30` }),
})
export type HolisticScheme = z.infer<typeof holisticScheme>

/** Refuses a scale that is none of points of the scheme, a voice that is there twice, and a number given twice. */
export function checkHolistic(
  { voices: speaking, areas }: HolisticScheme,
  scales: readonly { name: string; by: 'SHARE' | 'POINTS' }[],
  refuse: (path: (string | number)[], message: string) => void,
): void {
  speaking.forEach(({ voice, scale }, index) => {
    if (speaking.findIndex((each) => each.voice === voice) < index)
      refuse(['holistic', 'voices', index, 'voice'], t`This voice is there twice`)
    const found = scales.find((each) => each.name === scale)
    if (!found) refuse(['holistic', 'voices', index, 'scale'], t`There is no scale “${scale}”`)
    else if (found.by === 'SHARE')
      refuse(['holistic', 'voices', index, 'scale'], t`The holistic card needs a scale that is given without marks`)
  })
  const areaIds = new Set<number>()
  const statementIds = new Set<number>()
  areas.forEach(({ id, statements }, index) => {
    if (areaIds.has(id)) refuse(['holistic', 'areas', index, 'name'], t`This area is there twice`)
    areaIds.add(id)
    statements.forEach((each, place) => {
      if (statementIds.has(each.id))
        refuse(['holistic', 'areas', index, 'statements', place, 'text'], t`This statement is there twice`)
      statementIds.add(each.id)
    })
  })
}

import { z } from 'zod'
import { requiredText, text } from '#shared/inputs.ts'
import { isDay, showDay } from '#shared/dates.ts'
import { t } from '#shared/texts.ts'

/** A day, or '' for none. */
const oneDay = text(20).refine((value) => value === '' || isDay(value), {
  error: () => t`Enter a day such as 15 Jun 2026`,
  abort: true,
})

/**
 * The days of a part of the year, the last one included. Both days are '' for a part that has the whole term.
 */
export interface PartDays {
  part: string
  from: string
  to: string
}

/** The days of parts, each part once and after the others that begin earlier; parts without days are left out. */
export const partDays = z
  .array(z.object({ part: requiredText(60), from: oneDay, to: oneDay }))
  .max(50, { error: () => t`At most 50` })
  .superRefine((parts, context) => {
    const refuse = (index: number, field: 'part' | 'from' | 'to', message: string) =>
      context.addIssue({ code: 'custom', path: [index, field], message })
    parts.forEach(({ part, from, to }, index) => {
      if (parts.findIndex((each) => each.part === part) < index) return refuse(index, 'part', t`“${part}” is there twice`)
      if (from === '' && to === '') return
      if (from === '' || to === '')
        return refuse(index, from === '' ? 'from' : 'to', t`Enter both days, or none for the whole term`)
      if (from > to) return refuse(index, 'to', t`This day must not be before the first`)
      const other = parts.find((each) => each.part !== part && each.from !== '' && each.from <= from && from <= each.to)
      if (!other) return
      const [name, last] = [other.part, showDay(other.to)]
      refuse(index, 'from', t`${name} lasts until ${last}`)
    })
  })

/**
 * Returns the days of parts for another version of their scheme. A part that has another name now, at the same place,
 * keeps its days; those of a part that is gone go with it.
 */
export function daysOfVersion(all: readonly PartDays[], before: readonly string[], after: readonly string[]): PartDays[] {
  const nameOf = (part: string): string | undefined => {
    if (after.includes(part)) return part
    const name = after[before.indexOf(part)]
    return name === undefined || before.includes(name) ? undefined : name
  }
  return all.flatMap((days) => {
    const part = nameOf(days.part)
    return part === undefined ? [] : [{ ...days, part }]
  })
}

/** Returns the days of a part; null where it has the whole term, as the year does. */
export function daysOfPart(all: readonly PartDays[], part: string | null): { from: string; to: string } | null {
  const found = all.find((each) => each.part === part)
  return found && found.from !== '' ? { from: found.from, to: found.to } : null
}

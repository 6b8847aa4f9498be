import type { SectionFigure } from '#domains/attendance/web/dayFigures.exports.tsx'

interface Section {
  name: string
  class: { name: string }
  /** '7-B' */
  title: string
}

interface AbsentCell {
  title: string
  count: number
  to: string | undefined
  isMissing: boolean
}

interface AbsentCells {
  classes: string[]
  names: string[]
  /** By class and name, as in '7-B'. */
  cells: ReadonlyMap<string, AbsentCell>
}

/** More names of sections than this make a grid full of holes. */
const mostNames = 8

/**
 * Arranges the absent students of sections by class and name.
 * @returns null when a figure belongs to no section of the list, as in another term, or when there are too many names
 */
export function absentCells(
  sections: readonly Section[],
  absent: readonly SectionFigure[],
  notTaken: readonly SectionFigure[],
): AbsentCells | null {
  const names = [...new Set(sections.map(({ name }) => name))].sort()
  const titles = new Set(sections.map(({ title }) => title))
  if (names.length > mostNames || !absent.every(({ label }) => titles.has(label))) return null
  const cells = sections.map((section): [string, AbsentCell] => {
    const found = absent.find(({ label }) => label === section.title)
    // A label may have the half day or slot behind the title.
    const missing = notTaken.find(({ label }) => label === section.title || label.startsWith(`${section.title} `))
    return [
      `${section.class.name}-${section.name}`,
      {
        title: section.title,
        count: found?.count ?? 0,
        to: found?.to ?? missing?.to,
        isMissing: found === undefined && missing !== undefined,
      },
    ]
  })
  return { classes: [...new Set(sections.map((section) => section.class.name))], names, cells: new Map(cells) }
}

import { plural, t } from '@lingui/core/macro'
import { type Share, percentNumber } from '#shared/percent.ts'
import { sayWord } from '../sayWord.ts'
import type { ResultAnalysisQuery } from './analysis.graphql.ts'

export type Analysis = ResultAnalysisQuery['resultAnalysis']
export type Group = Analysis['groups'][number]
export type NamedStudent = Analysis['fell'][number]

/** The kinds of groups in the order of the screen, each with what a row is and what all rows are. */
export const groupKinds = [
  { kind: 'CLASS', title: t`Classes`, row: t`Class` },
  { kind: 'SECTION', title: t`Sections`, row: t`Section` },
  { kind: 'SUBJECT', title: t`Subjects`, row: t`Subject` },
  { kind: 'SUBJECT_OF_SECTION', title: t`Subjects by section`, row: t`Section and subject` },
  { kind: 'TEACHER', title: t`Teachers`, row: t`Teacher` },
  { kind: 'COMPONENT', title: t`Tests`, row: t`Test` },
] as const satisfies readonly { kind: Group['kind']; title: string; row: string }[]

export type GroupKind = (typeof groupKinds)[number]

/** Formats a share with at most one decimal: `61.4 %`. */
export function shareText(share: Share): string {
  const number = percentNumber(Math.round(share / 10) * 10)
  return t`${number} %`
}

/** Formats a change with its sign: `+2.5`. '' for none. */
export function changeText(change: Share | null): string {
  if (change === null) return ''
  const number = percentNumber(Math.round(Math.abs(change) / 10) * 10)
  if (number === '0') return '0'
  return change > 0 ? `+${number}` : `−${number}`
}

/** Returns the share of a group that has passed; null where nothing is asked for. */
export function passShare({ failed, marks }: Pick<Group, 'failed' | 'marks'>): Share | null {
  return failed === null || marks === 0 ? null : Math.round((10_000 * (marks - failed)) / marks)
}

/** Says what is between the lowest and the highest mark. */
export function spreadText({ lowest, lowerQuarter, median, upperQuarter, highest }: Group): string {
  const [from, to] = [shareText(lowest), shareText(highest)]
  const [lower, middle, upper] = [shareText(lowerQuarter), shareText(median), shareText(upperQuarter)]
  return t`From ${from} to ${to}, half of them between ${lower} and ${upper}, the middle one ${middle}`
}

/** Says how many of the failed students failed in components alone, and in which; null for none. */
export function byComponentsText({ failedByComponents: { students, components } }: Analysis): string | null {
  if (students === 0) return null
  const names = components.map(sayWord).join(', ')
  return plural(students, {
    one: `# of them in a component alone: ${names}`,
    other: `# of them in a component alone: ${names}`,
  })
}

/** Says what of a failed subject is below its pass mark, where components have their own. The year names the parts. */
export function belowText({ whole, components }: NamedStudent, part: string | null): string {
  const texts = components.map(({ component, part: ofPart, share }) => {
    const [name, inPart, mark] = [sayWord(component), sayWord(ofPart), shareText(share)]
    return part === null ? t`${name} in ${inPart}: ${mark}` : t`${name}: ${mark}`
  })
  return [...texts, ...(whole ? [t`Subject as a whole`] : [])].join(', ')
}

/** Returns whether somebody failed in a component. Otherwise it need not be said what of a subject was failed. */
export function hasFailedComponents({ failedInOne }: Analysis): boolean {
  return failedInOne.some(({ components }) => components.length > 0)
}

import { plural, t } from '@lingui/core/macro'

/** Describes what a deletion keeps: the class of a section, and the teachers, if any. */
export function keptText(ofClass: boolean, teachers: number): string {
  if (teachers === 0) return ofClass ? t`Its class stays.` : ''
  return ofClass
    ? plural(teachers, { one: 'Its class and its teacher stay.', other: 'Its class and its teachers stay.' })
    : plural(teachers, { one: 'Its teacher stays.', other: 'Its teachers stay.' })
}

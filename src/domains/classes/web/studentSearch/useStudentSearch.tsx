import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { SearchIcon } from '#ui/kit/icons.ts'
import { useSectionChoices } from '../classes.exports.tsx'
import { parseStudentSearch } from './parseStudentSearch.ts'
import { StudentOption } from './StudentOption.tsx'
import { type StudentMatch, useStudentMatches } from './useStudentMatches.ts'

/**
 * Searches students by name, roll, section, register number or phone while the user types.
 * @returns the matches; whether those of the typed text have yet to come; and the properties that every `Combobox` over
 *   them has
 */
export function useStudentSearch(typed: string) {
  const { sections } = useSectionChoices()
  const search = useMemo(() => parseStudentSearch(typed, sections ?? []), [typed, sections])
  const matches = useStudentMatches(typed, search)
  const waiting = matches.text !== typed.trim()
  const emptyText = matches.failure ?? (search === null ? t`Type three letters` : waiting ? t`Searching` : t`Nothing found`)
  return {
    matches,
    waiting,
    canSearch: search !== null,
    props: { highlightFirst: true, emptyText, start: <SearchIcon size={20} />, end: null },
  }
}

/** How a `Combobox` shows the matches. */
export const studentMatchProps = {
  optionKey: (match: StudentMatch) => match.id,
  optionLabel: (match: StudentMatch) => match.student.name,
  renderOption: (match: StudentMatch) => <StudentOption match={match} />,
}

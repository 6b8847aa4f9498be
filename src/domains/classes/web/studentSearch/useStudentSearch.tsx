import InputAdornment from '@mui/material/InputAdornment'
import { useMemo } from 'react'
import { useSectionChoices } from '../classes.exports.tsx'
import { parseStudentSearch } from './parseStudentSearch.ts'
import { type StudentMatch, useStudentMatches } from './useStudentMatches.ts'
import { SearchIcon } from '#ui/kit/icons.ts'

/**
 * Searches students by name, roll, section, register number or phone while the user types.
 * @returns the matches; whether those of the typed text have yet to come; and the properties that every `Autocomplete`
 *   over them has
 */
export function useStudentSearch<Option = StudentMatch>(typed: string) {
  const { sections } = useSectionChoices()
  const search = useMemo(() => parseStudentSearch(typed, sections ?? []), [typed, sections])
  const matches = useStudentMatches(typed, search)
  const waiting = matches.text !== typed.trim()
  const noOptionsText = matches.failure ?? (search === null ? 'Type three letters' : waiting ? 'Searching' : 'Nothing found')
  return {
    matches,
    waiting,
    canSearch: search !== null,
    props: {
      // The server has filtered already: a match by roll or phone is not part of the label.
      filterOptions: (options: Option[]) => options,
      autoHighlight: true,
      popupIcon: null,
      noOptionsText,
      fullWidth: true,
    },
    searchIcon: (
      <InputAdornment position="start">
        <SearchIcon />
      </InputAdornment>
    ),
  }
}

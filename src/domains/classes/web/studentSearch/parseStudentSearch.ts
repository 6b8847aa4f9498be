import { isSearchable } from '#shared/isSearchable.ts'

/** The search for a student: words of a name, a roll, a register number or a phone, in one section or in all. */
export interface StudentSearch {
  search: string
  sectionId: string | null
}

/**
 * Parses the text of a student search. A word that names a section, `7-B` or `7b`, limits the search to it, so that
 * `7b 12` finds one student. Returns null while there is too little to search for: three letters, two of
 * Devanagari, any digits or a section are enough.
 */
export function parseStudentSearch(typed: string, sections: readonly { id: string; title: string }[]): StudentSearch | null {
  const words = typed.trim().split(/\s+/).filter(Boolean)
  const named = new Map(sections.map(({ id, title }) => [sectionKey(title), id]))
  const sectionIndex = words.findIndex((word) => named.has(sectionKey(word)))
  const sectionId = named.get(sectionKey(words[sectionIndex] ?? '')) ?? null
  const search = words.filter((_, index) => index !== sectionIndex).join(' ')
  return sectionId !== null || isSearchable(search) || /^\d+$/.test(search) ? { search, sectionId } : null
}

function sectionKey(title: string): string {
  return title.toLowerCase().replaceAll('-', '')
}

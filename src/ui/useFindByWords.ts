import { useEffect, useState } from 'react'
import { withLatinDigits } from '#shared/digits.ts'

/** Finds the items with every word of a search (shared/nameSearch.ts). */
export type FindByWords = typeof import('#shared/nameSearch.ts').findByWords

/** Finds words as they are typed, until the other spellings of names are known. */
export const findAsTyped: FindByWords = (items, search, textOf) => {
  const words = withLatinDigits(search.normalize('NFC')).toLowerCase().split(/\s+/u).filter(Boolean)
  return items.filter((item) => {
    const text = textOf(item).normalize('NFC').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

let findByWords: FindByWords | undefined

/**
 * Returns the search for names in any script and spelling. Its rules, 2 kB, are loaded when something is searched for,
 * and not with every screen that has a list.
 */
export function useFindByWords(isSearching: boolean): FindByWords {
  const [find, setFind] = useState(() => findByWords)
  const isNeeded = isSearching && find === undefined
  useEffect(() => {
    if (!isNeeded) return
    let isStale = false
    import('#shared/nameSearch.ts').then(
      (rules) => {
        findByWords = rules.findByWords
        if (!isStale) setFind(() => rules.findByWords)
      },
      // Without a connection the words are found as they are typed.
      () => undefined,
    )
    return () => {
      isStale = true
    }
  }, [isNeeded])
  return find ?? findAsTyped
}

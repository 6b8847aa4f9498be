import { useEffect, useRef } from 'react'
import { isLanguage, type Language, languageCookie } from '#shared/languages.ts'
import { language as pageLanguage } from '#shared/pageLanguage.ts'
import { changeLanguage, chosenLanguageKey } from '../chosenLanguage.ts'
import { useDataClient } from '../data/DataProvider.tsx'
import { ChooseLanguageDocument } from './shell.graphql.ts'

/** Where the tab notes the language that it was opened again for, so that it is not opened again and again. */
const openedForKey = 'languageOpenedFor'

/** Whether somebody has typed since the page started: what was typed would be lost by opening the page again. */
let hasTyped = false
addEventListener('input', () => (hasTyped = true))

/** What the server knows of the person who opens a page. */
interface Reader {
  /** '0' for a SUPERADMIN. */
  schoolId: string
  /** What is kept with the account; null: nothing. */
  language: Language | null
}

/**
 * Brings the page and the account to one language when a page starts: what was chosen on this tab goes to the account;
 * else the page takes the account's language; else, if the browser wishes none that the product speaks, the school's.
 *
 * @param viewer undefined or null while the server has not said who reads
 * @param ofSchool the school's language; undefined while it is not known, or no school is open
 */
export function useOwnLanguage(viewer: Reader | null | undefined, ofSchool: Language | undefined): void {
  const { schoolId, language: own } = viewer ?? {}
  const client = useDataClient()
  const isDone = useRef(false)
  useEffect(() => {
    if (schoolId === undefined || own === undefined || isDone.current) return
    const chosen = sessionStorage.getItem(chosenLanguageKey) ?? undefined
    if (isLanguage(chosen)) {
      isDone.current = true
      client.request(ChooseLanguageDocument, { schoolId, input: { language: chosen } }).then(
        () => sessionStorage.removeItem(chosenLanguageKey),
        // It stays in the tab, for the next start.
        () => undefined,
      )
      return
    }
    const wanted = own ?? (hasWish() ? pageLanguage : ofSchool)
    if (wanted === undefined) return
    isDone.current = true
    if (wanted !== pageLanguage) void openIn(wanted)
  }, [schoolId, own, ofSchool, client])
}

/** Whether the person's browser wishes a language that the product speaks, or one was chosen on this device. */
function hasWish(): boolean {
  return (
    document.cookie.split('; ').some((cookie) => cookie.startsWith(`${languageCookie}=`)) ||
    navigator.languages.some((wished) => isLanguage(wished.split('-')[0]))
  )
}

async function openIn(language: Language): Promise<void> {
  if (hasTyped || sessionStorage.getItem(openedForKey) === language) return
  sessionStorage.setItem(openedForKey, language)
  await changeLanguage(language)
}

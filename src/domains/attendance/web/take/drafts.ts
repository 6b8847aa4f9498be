import { keptShell } from '#ui/session/storage.ts'
import type { RegisterPlace } from '../registerPlace.ts'
import { placeKey } from '../registerPlace.ts'
import type { Sheet } from './sheet.ts'

/**
 * What was tapped and is not saved yet, by person and register. Phones close the tabs of an application that waits behind another;
 * this storage lives as long as the tab and comes back with it. It goes at sign-out, with what else the page keeps of a person.
 */
const prefix = `${keptShell}register:`

function place(person: string, register: RegisterPlace): string {
  return `${prefix}${person}:${placeKey(register)}`
}

export function readDraft(person: string, register: RegisterPlace): Sheet | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place(person, register)) ?? 'null') as Sheet | null
    return kept ?? undefined
  } catch {
    return undefined
  }
}

export function keepDraft(person: string, register: RegisterPlace, sheet: Sheet): void {
  try {
    sessionStorage.setItem(place(person, register), JSON.stringify(sheet))
  } catch {
    // A full storage costs the copy, not the sheet on the screen.
  }
}

export function dropDraft(person: string, register: RegisterPlace): void {
  sessionStorage.removeItem(place(person, register))
}

/** The keys of the registers somebody has begun. */
export function draftKeys(person: string): Set<string> {
  const start = `${prefix}${person}:`
  return new Set(
    Object.keys(sessionStorage)
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice(start.length)),
  )
}

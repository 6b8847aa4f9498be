import { placeOf } from './address.ts'
import { FamilyDocument, type FamilyQuery } from './family.graphql.ts'
import { ask } from './server.ts'

let asked: { hash: string; answer: Promise<FamilyQuery> } | null = null

/** Asks for the family of the address before the page's libraries are there: on a slow line they take longer than the answer. */
export function askEarly(): void {
  const place = placeOf(location.pathname, location.search)
  if (place.page !== 'family' && place.page !== 'child') return
  asked = { hash: place.hash, answer: ask(FamilyDocument, { hash: place.hash }) }
  // Whoever takes it is told of a failure.
  asked.answer.catch(() => undefined)
}

/** The answer that was asked for early, once; later ones are asked for anew. */
export function takeEarly(hash: string): Promise<FamilyQuery> | null {
  const taken = asked
  asked = null
  return taken?.hash === hash ? taken.answer : null
}

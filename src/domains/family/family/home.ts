import type { Family } from '#domains/onlinefees/family/home.exports.tsx'
import type { FamilyHomeQuery } from './home.graphql.ts'

export type Home = FamilyHomeQuery['familyHome']
export type HomeSchool = Home['schools'][number]
export type Facts = HomeSchool['children'][number]
export type Fees = Family['children'][number]

/** A child with what is known of it, in one school. */
export interface Child {
  school: HomeSchool
  fees: Fees
  facts: Facts
}

/** Returns the children of a school, in its order. */
export function childrenOf(school: HomeSchool): Child[] {
  return school.family.children.flatMap((fees) => {
    const facts = school.children.find(({ id }) => id === fees.id)
    return facts ? [{ school, fees, facts }] : []
  })
}

/** Returns the child at an address; undefined when the guardian has no such child any more. */
export function findChild(home: Home, place: string, id: string): Child | undefined {
  const school = home.schools.find((one) => one.place === place)
  return school && childrenOf(school).find(({ fees }) => fees.id === id)
}

/** Returns what was told about today, if anything. */
export function toldToday(home: Home, { facts }: Child): Facts['leaveNotes'][number] | undefined {
  return facts.leaveNotes.find(({ fromDay, toDay }) => fromDay <= home.today && toDay >= home.today)
}

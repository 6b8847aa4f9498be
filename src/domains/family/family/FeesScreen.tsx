import { useCallback } from 'react'
import { ChildPage } from '#domains/onlinefees/family/home.exports.tsx'
import type { Child } from './home.ts'
import type { HomeState } from './useHome.ts'

/** A child's fees with the pay page's own parts, so that both places take money in one way. */
export function FeesScreen({ child, reload }: { child: Child; reload: HomeState['reload'] }) {
  const { place, family } = child.school
  const reloadFamily = useCallback(async () => {
    const home = await reload()
    return home?.schools.find((school) => school.place === place)?.family ?? null
  }, [reload, place])
  return <ChildPage hash={place} family={family} child={child.fees} reload={reloadFamily} />
}

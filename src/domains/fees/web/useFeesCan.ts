import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { FeesViewerCanDocument, type FeesViewerCanQuery } from './fees.graphql.ts'

/** Returns whether the viewer may do something with the fees of the school as a whole; false until it is loaded. */
export function useFeesCan(action: keyof FeesViewerCanQuery['feesViewerCan']): boolean {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(FeesViewerCanDocument, {
    variables: { schoolId },
    // The fees screen has loaded this already.
    fetchPolicy: 'cache-first',
  })
  return data?.feesViewerCan[action].allowed ?? false
}

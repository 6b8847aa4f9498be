import { useQuery } from '@apollo/client/react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { FeesViewerCanDocument, type FeesViewerCanQuery } from './fees.graphql.ts'

/** Whether the viewer may do something with the fees of the school as a whole; false until the server has said so. */
export function useFeesCan(action: keyof FeesViewerCanQuery['feesViewerCan']): boolean {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(FeesViewerCanDocument, {
    variables: { schoolId },
    // The screen has just asked, and tabs ask for their parts.
    fetchPolicy: 'cache-first',
  })
  return data?.feesViewerCan[action].allowed ?? false
}

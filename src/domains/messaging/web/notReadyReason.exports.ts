import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { NotReadyReasonsDocument, type NotReadyReasonsQuery } from './send/send.graphql.ts'

type Kind = NotReadyReasonsQuery['messageKinds'][number]['kind']

/** Returns why the school cannot send a kind, as a preview says it: null when it can, '' until it is known. */
export function useNotReadyReason(kind: Kind): string | null {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(NotReadyReasonsDocument, { variables: { schoolId } })
  return data ? (data.messageKinds.find((each) => each.kind === kind)?.notReadyReason ?? null) : ''
}

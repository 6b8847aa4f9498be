import { useDeferredValue } from 'react'
import type { z } from 'zod'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { concessionPreviewInput } from '../../concessions.schema.ts'
import { ConcessionPreviewDocument, type ConcessionPreviewQuery } from './concessions.graphql.ts'

type Preview = ConcessionPreviewQuery['concessionPreview'][number]

/** Returns what a concession would take off one student's fees; null while the form is incomplete or it is loading. */
export function useConcessionPreview(termId: string, studentId: string, values: object): Preview | null {
  const { schoolId } = useActiveSchool()
  const parsed = concessionPreviewInput.safeParse({ ...values, termId, studentIds: [studentId] })
  const typed = useDeferredValue(parsed.success ? JSON.stringify(grantInput(parsed.data)) : null)
  const { data } = useQuery(ConcessionPreviewDocument, {
    variables: {
      schoolId,
      input: { termId, studentIds: [studentId], ...(JSON.parse(typed ?? '{}') as ReturnType<typeof grantInput>) },
    },
    skip: typed === null,
    fetchPolicy: 'network-only',
  })
  return data?.concessionPreview[0] ?? null
}

type Grant = Pick<
  z.output<typeof concessionPreviewInput>,
  'kindId' | 'share' | 'amount' | 'feeCategoryIds' | 'feeIds' | 'startsOn' | 'endsOn'
>

/** Returns the part of an input that says what is given, with ids as GraphQL has them. */
export function grantInput({ kindId, share, amount, feeCategoryIds, feeIds, startsOn, endsOn }: Grant) {
  return {
    kindId: String(kindId),
    share,
    amount,
    feeCategoryIds: feeCategoryIds?.map(String) ?? null,
    feeIds: feeIds?.map(String) ?? null,
    startsOn,
    endsOn,
  }
}

import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { Heading, Text } from '#ui/kit/Text.tsx'
import StudentConcessions from './concessions/StudentConcessions.tsx'
import type { StudentDuesFactsFragment } from './counter/studentDues.graphql.ts'

/** The concessions of a student in the shown term, and the discounts that were asked for. */
export function ConcessionsOfStudent({ account }: { account: StudentDuesFactsFragment }) {
  const titleId = useId()
  const isEmpty = account.concessions.length + account.discountRequests.length === 0
  if (!isEmpty) return <StudentConcessions account={account} />
  return (
    <section aria-labelledby={titleId}>
      <Heading level={2} id={titleId}>
        <Trans>Concessions</Trans>
      </Heading>
      <Text tone="quiet">
        <Trans>No concessions in this term</Trans>
      </Text>
    </section>
  )
}

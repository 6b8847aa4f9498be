import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { showMoney, sumMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { accountAddress } from '../counter/useCounterAddress.ts'
import { LeftWithDuesDocument } from './pending.graphql.ts'

/** Who has left the school and still owes. A name leads to the account, where the money is taken. */
export function LeftWithDues() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(LeftWithDuesDocument, { variables: { schoolId, input: {} } })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const students = data.leftWithDues
  if (students.length === 0) return <EmptyState text={t`Nobody who has left owes anything`} />
  return (
    <section aria-label={t`Left the school`}>
      <Heading level={2}>
        <Trans>Left the school</Trans>
      </Heading>
      <Text tone="quiet">
        {plural(students.length, { one: '# student owes', other: '# students owe' })}{' '}
        {showMoney(sumMoney(students.map(({ pending }) => pending)))}
      </Text>
      <TableScroll>
        <Table aria-label={t`Left the school`}>
          <thead>
            <tr>
              <HeadCell>
                <Trans>Name</Trans>
              </HeadCell>
              <HeadCell>
                <Trans>Was in</Trans>
              </HeadCell>
              <HeadCell>
                <Trans>Phone</Trans>
              </HeadCell>
              <HeadCell end>
                <Trans>Pending</Trans>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {students.map((student) => (
              <tr key={student.studentId}>
                <Cell as="th" scope="row">
                  <Link as={RouterLink} to={accountAddress(student.studentId, student.termId)}>
                    {student.name}
                  </Link>
                </Cell>
                <Cell>
                  {student.sectionName}, {student.termName}
                </Cell>
                <Cell>{student.phone}</Cell>
                <Cell end>{showMoney(student.pending)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </section>
  )
}

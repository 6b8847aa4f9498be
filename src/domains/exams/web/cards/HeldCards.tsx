import { plural, t } from '@lingui/core/macro'
import { Link as RouterLink } from '#ui/navigation.tsx'
import { showMoney } from '#shared/money.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { Link } from '#ui/kit/Link.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Cell, HeadCell, Table, TableScroll } from '#ui/kit/Table.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { HeldReportCardsDocument } from './cards.graphql.ts'

/** The students whose families do not see their report cards now, because fees are overdue. */
export default function HeldCards() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(HeldReportCardsDocument, { variables: { schoolId }, alsoOf: ['fees'] })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const students = data.heldReportCards
  if (students.length === 0)
    return (
      <EmptyState
        text={t`No report card is held`}
        hint={t`Students with published report cards and overdue fees stand here. Their families see the cards as soon as they have paid.`}
      />
    )
  return (
    <Stack gap={3}>
      <Text tone="quiet">
        {plural(students.length, {
          one: 'The family of # student sees its report cards as soon as it has paid.',
          other: 'The families of # students see their report cards as soon as they have paid.',
        })}
      </Text>
      <TableScroll>
        <Table aria-label={t`Students whose report cards are held`}>
          <thead>
            <tr>
              <HeadCell>{t`Section`}</HeadCell>
              <HeadCell>{t`Roll`}</HeadCell>
              <HeadCell>{t`Student`}</HeadCell>
              <HeadCell end>{t`Overdue`}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {students.map(({ studentId, name, sectionName, roll, overdue }) => (
              <tr key={studentId}>
                <Cell>{sectionName}</Cell>
                <Cell>{roll}</Cell>
                <Cell as="th" scope="row">
                  <Link as={RouterLink} to={`/students/${studentId}`}>
                    {name}
                  </Link>
                </Cell>
                <Cell end>{showMoney(overdue)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </Stack>
  )
}

import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useId } from 'react'
import { Link as RouterLink, useNavigate, useSearchParams } from '#ui/navigation.tsx'
import { addDays, schoolDay } from '#shared/dates.ts'
import { showCount } from '#shared/counts.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { showPoints } from '../../discipline.rules.ts'
import { DisciplineTotalsDocument, type DisciplineTotalsQuery } from '../discipline.graphql.ts'
import { PointsChip } from '../PointsChip.tsx'
import { Row } from '#ui/kit/Row.tsx'
import styles from './Overview.module.css'
import { Avatar } from '#ui/kit/Avatar.tsx'
import { Heading, Text } from '#ui/kit/Text.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { Link } from '#ui/kit/Link.tsx'
import { Stack } from '#ui/kit/Stack.tsx'

type Totals = DisciplineTotalsQuery['disciplineTotals']
type Sums = Totals['bySection'][number]

const spans = [
  { value: '', label: t`Whole term` },
  { value: '30', label: t`Last 30 days` },
  { value: '7', label: t`Last 7 days` },
] as const

/** The tab Overview: incident totals by section, type and student, each linked to its incidents. */
export default function Overview() {
  const { schoolId, termId } = useActiveSchool()
  const [address, setAddress] = useSearchParams()
  const span = spans.find(({ value }) => value === address.get('span'))?.value ?? ''
  const from = span === '' ? {} : { from: addDays(schoolDay(new Date()), 1 - Number(span)) }
  const { data, previousData, error, refetch } = useQuery(DisciplineTotalsDocument, {
    variables: { schoolId, input: { termId, ...from } },
  })
  const totals = (data ?? previousData)?.disciplineTotals
  return (
    <Stack gap={4} className={data || !totals ? undefined : styles.before}>
      <Row gap={4} align="center" wrap>
        <Select
          label={t({ message: 'Time', context: 'a span of days' })}
          value={span}
          onChange={({ target }) =>
            setAddress({ tab: 'overview', ...(target.value === '' ? {} : { span: target.value }) }, { replace: true })
          }
          className={styles.field}
          compact
        >
          {spans.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        {totals && totals.count > 0 && (
          <Text tone="quiet" role="status">
            {totalsText(totals)}
          </Text>
        )}
      </Row>
      {!totals ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={10} />
        )
      ) : totals.count === 0 ? (
        <EmptyState text={t`No incidents in this time`} hint={t`Incidents are totalled here by section, type and student.`} />
      ) : (
        <Tables totals={totals} span={span} />
      )}
    </Stack>
  )
}

/** Formats '12 incidents of 8 students · 7 done well, 5 to be better · +4 points'. */
function totalsText({ count, students, good, bad, points }: Totals): string {
  const doneWell = showCount(good)
  const toBeBetter = showCount(bad)
  const shownPoints = showPoints(points)
  return t`${plural(count, { one: '# incident', other: '# incidents' })} of ${plural(students, { one: '# student', other: '# students' })} · ${doneWell} done well, ${toBeBetter} to be better · ${shownPoints} points`
}

const nameColumn = (header: string): Column<Sums> => ({
  key: 'name',
  header,
  value: (row: Sums) => row.name,
  minWidth: 110,
  flex: 1.4,
  phone: 'title',
})

const figures: readonly Column<Sums>[] = [
  { key: 'count', header: t`Incidents`, value: (row) => row.count, numeric: true, minWidth: 104, flex: 0.6, phone: 'line' },
  {
    key: 'good',
    header: t`Done well`,
    value: (row) => row.good,
    numeric: true,
    minWidth: 104,
    flex: 0.6,
    hidden: true,
    phone: 'none',
  },
  {
    key: 'bad',
    header: t`To be better`,
    value: (row) => row.bad,
    numeric: true,
    minWidth: 118,
    flex: 0.6,
    hidden: true,
    phone: 'none',
  },
  {
    key: 'points',
    header: t`Points`,
    value: (row: Sums) => row.points,
    numeric: true,
    minWidth: 92,
    flex: 0.7,
    render: (row) => <PointsChip points={row.points} />,
    phone: 'line',
  },
]

const sectionColumns = [nameColumn(t`Section`), ...figures]
const typeColumns = [nameColumn(t`Type`), ...figures]
const rowKey = (row: Sums) => row.key
const rowName = (row: Sums) => row.name
const noIncidents = { text: t`No incidents in this time` }

function Tables({ totals, span }: { totals: Totals; span: string }) {
  const navigate = useNavigate()
  const incidentsAddress = (filter: Record<string, string>) =>
    `/discipline?${new URLSearchParams({ ...filter, ...(span === '' ? {} : { 'f.span': span }) }).toString()}`
  return (
    <>
      <div className={styles.columns}>
        <Ranking title={t`MOST POINTS`} students={totals.best} addressOf={(name) => incidentsAddress({ q: name })} />
        <Ranking title={t`LEAST POINTS`} students={totals.worst} addressOf={(name) => incidentsAddress({ q: name })} />
      </div>
      <div className={styles.columns}>
        <DataTable
          title={t`BY SECTION`}
          fileName="incidents-by-section"
          defaults={{ name: 'section' }}
          columns={sectionColumns}
          rows={totals.bySection}
          rowId={rowKey}
          rowName={rowName}
          onOpen={(row) => navigate(incidentsAddress({ 'f.section': row.key }))}
          empty={noIncidents}
        />
        <DataTable
          title={t`BY TYPE`}
          fileName="incidents-by-type"
          defaults={{ name: 'type' }}
          columns={typeColumns}
          rows={totals.byType}
          rowId={rowKey}
          rowName={rowName}
          onOpen={(row) => navigate(incidentsAddress({ 'f.type': row.key }))}
          empty={noIncidents}
        />
      </div>
    </>
  )
}

interface RankingProps {
  title: string
  students: Totals['best']
  /** Returns the address of the incidents of a student with this name. */
  addressOf: (name: string) => string
}

function Ranking({ title, students, addressOf }: RankingProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={styles.section}>
      <Heading level={2} id={titleId}>
        {title}
      </Heading>
      {students.length === 0 ? (
        <Text className={styles.hint}>
          <Trans>No students in this time</Trans>
        </Text>
      ) : (
        <ol className={styles.list}>
          {students.map(({ studentId, studentName, sectionName, count, points }) => (
            <li key={studentId} className={styles.item}>
              <Avatar name={studentName} />
              <div className={styles.box}>
                <Link as={RouterLink} to={addressOf(studentName)} bare>
                  {studentName}
                </Link>{' '}
                <span
                  className={styles.muted}
                >{t`${sectionName} · ${plural(count, { one: '# incident', other: '# incidents' })}`}</span>
              </div>
              <PointsChip points={points} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

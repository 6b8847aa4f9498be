import { useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { Fragment, useId } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { markCircle } from '../take/markLook.ts'
import { markWords, sessionWords, showCounts, showPercent, weekdayAndDay } from '../words.ts'
import { isLow, showMonth } from './monthColumns.ts'
import { yearTable } from './monthTable.ts'
import { StudentYearDocument, type StudentYearQuery } from './view.graphql.ts'

type YearMonth = StudentYearQuery['studentYear']['months'][number]

/** A student's marks of the active term: every month with its share, and the days that were missed or late. */
export function StudentYearDialog({ studentId, name, onClose }: { studentId: string; name: string; onClose: () => void }) {
  const { schoolId, termId, term } = useActiveSchool()
  const titleId = useId()
  const { data, error, refetch } = useQuery(StudentYearDocument, {
    variables: { schoolId, input: { termId, studentId } },
    fetchPolicy: 'cache-and-network',
  })
  const year = data?.studentYear
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId} sx={{ pb: 0 }}>
        {name}
      </DialogTitle>
      <DialogContent>
        {!year ? (
          error ? (
            <ErrorState error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState />
          )
        ) : (
          <>
            <Typography sx={{ color: 'text.secondary' }}>{[year.sectionName, term?.name].filter(Boolean).join(' · ')}</Typography>
            <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, flexWrap: 'wrap', my: 1.5 }}>
              <Percent percent={year.percent} large />
              <span>{showCounts(year)}</span>
            </Box>
            {year.months.length === 0 ? (
              <EmptyState text="No attendance taken in this term" />
            ) : (
              year.months.map((month) => <MonthOfYear key={month.month} month={month} />)
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        {year && year.months.length > 0 && (
          <Box sx={{ mr: 'auto' }}>
            <ExportButton
              fileName={`attendance-of-${studentId}`}
              choices={[{ label: 'Every mark', tables: () => [yearTable(year, name)] }]}
            />
          </Box>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

function Percent({ percent, large = false }: { percent: number | null | undefined; large?: boolean }) {
  return (
    <Box
      component="span"
      sx={{
        fontWeight: 600,
        px: 0.75,
        borderRadius: 1,
        fontSize: large ? '1.75rem' : 'inherit',
        ...(isLow(percent) ? { bgcolor: 'rgba(var(--mui-palette-error-mainChannel) / 0.16)' } : {}),
      }}
    >
      {showPercent(percent)}
    </Box>
  )
}

function MonthOfYear({ month }: { month: YearMonth }) {
  const missed = month.days.flatMap((day) =>
    day.marks.flatMap((mark) => (mark.value === 'P' && mark.note === '' ? [] : [{ day: day.day, ...mark }])),
  )
  return (
    <Box component="section" sx={{ py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="h3" sx={{ flex: '1 1 140px', fontSize: '1rem' }}>
          {showMonth(month.month)}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {showCounts(month)}
        </Typography>
        <Percent percent={month.percent} />
      </Box>
      {missed.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 0.75, p: 0 }}>
          {missed.map((one) => (
            <Box component="li" key={one.registerId} sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.25 }}>
              <Box component="span" title={markWords[one.value]} sx={{ ...markCircle(one.value, 24), fontSize: '0.8125rem' }}>
                {one.value}
              </Box>
              <Typography variant="body2" component="span">
                {[weekdayAndDay(one.day), sessionWords(one), one.note].filter(Boolean).map((part, place) => (
                  <Fragment key={part}>
                    {place > 0 && ' · '}
                    {part}
                  </Fragment>
                ))}
                {!one.counted && ' (does not count)'}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}

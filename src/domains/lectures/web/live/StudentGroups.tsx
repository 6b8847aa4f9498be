import ScheduleIcon from '@mui/icons-material/Schedule'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import visuallyHidden from '@mui/utils/visuallyHidden'
import { memo, useId } from 'react'
import { StateChip } from '#ui/StateChip.tsx'
import { markLabels } from '#domains/attendance/web/marks.exports.tsx'
import { type GroupName, groupNames, type MarkedStudent } from './groups.ts'

const empty: Record<GroupName, string> = {
  Active: 'Nobody is active yet',
  Inactive: 'Nobody has left',
  Absent: 'Nobody is absent',
}

/** Active, Inactive and Absent, side by side where there is room; a tap on a student corrects the mark. */
export function StudentGroups({
  groups,
  onMark,
}: {
  groups: Record<GroupName, MarkedStudent[]>
  onMark: (student: MarkedStudent) => void
}) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      {groupNames.map((name) => (
        <Group key={name} name={name} students={groups[name]} onMark={onMark} />
      ))}
    </Box>
  )
}

function Group({
  name,
  students,
  onMark,
}: {
  name: GroupName
  students: MarkedStudent[]
  onMark: (student: MarkedStudent) => void
}) {
  const headingId = useId()
  return (
    <Paper component="section" variant="outlined" aria-labelledby={headingId}>
      <Typography variant="h2" id={headingId} sx={{ px: 2, py: 1.5 }}>
        {`${name} (${students.length})`}
      </Typography>
      {students.length === 0 ? (
        <Typography variant="body2" sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
          {empty[name]}
        </Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {students.map((student) => (
            <StudentRow key={student.id} student={student} onMark={onMark} />
          ))}
        </Box>
      )}
    </Paper>
  )
}

const StudentRow = memo(
  function StudentRow({ student, onMark }: { student: MarkedStudent; onMark: (student: MarkedStudent) => void }) {
    const { roll, name, className, sectionName, mark, waiting } = student
    const section = className === '' ? '' : `${className}-${sectionName}`
    return (
      <Box component="li" sx={{ borderTop: 1, borderColor: 'divider' }}>
        <ButtonBase
          onClick={() => onMark(student)}
          sx={{
            fontSize: '1rem',
            display: 'flex',
            width: '100%',
            minHeight: 52,
            px: 2,
            py: 0.75,
            gap: 1.5,
            textAlign: 'left',
            '&:hover': { bgcolor: 'action.hover' },
            '&:focus-visible': { bgcolor: 'action.focus' },
          }}
        >
          <Box component="span" sx={{ width: 28, textAlign: 'right', color: 'text.secondary' }}>
            {roll}
          </Box>
          <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
            <Box component="span" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
              {name}
            </Box>
            {section !== '' && (
              <Box component="span" sx={{ display: 'block', fontSize: '0.8125rem', color: 'text.secondary' }}>
                {section}
              </Box>
            )}
          </Box>
          {waiting && <ScheduleIcon titleAccess="Waiting to be sent" fontSize="small" sx={{ color: 'text.secondary' }} />}
          <StateChip state={mark} />
          <Box component="span" sx={visuallyHidden}>
            {markLabels[mark]}
          </Box>
        </ButtonBase>
      </Box>
    )
  },
  // Every poll builds new objects, and most students have not changed.
  (before, after) =>
    before.onMark === after.onMark &&
    (['id', 'name', 'roll', 'className', 'mark', 'waiting'] as const).every((key) => before.student[key] === after.student[key]),
)

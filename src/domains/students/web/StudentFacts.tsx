import VisibilityIcon from '@mui/icons-material/Visibility'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode, useState } from 'react'
import { showDay, showMoment } from '../../../shared/dates.ts'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { useCommand } from '../../../ui/useCommand.ts'
import { fieldGroups, type StudentField, studentFields } from '../students.fields.ts'
import { RevealAadhaarDocument, type StudentDetailFragment } from './students.graphql.ts'

const genderWords = { MALE: 'Male', FEMALE: 'Female', OTHER: 'Other', BLANK: '' }

type Details = NonNullable<StudentDetailFragment['details']>

/** Every field of a student, in the groups of the form. What is not known is a dash, so that nothing has to be guessed. */
export function StudentFacts({ student }: { student: StudentDetailFragment }) {
  const { details } = student
  if (!details) return null
  return (
    <Box sx={{ columnWidth: { md: 440 }, columnGap: 2 }}>
      <Facts
        title="Essentials"
        facts={[
          ['Name', student.name],
          ['Phone', student.phone],
          ['Gender', genderWords[student.gender]],
          ['Login email', student.loginEmail],
          ['Added', showMoment(details.createdAt)],
        ]}
      />
      {fieldGroups.map(({ title, fields }) => (
        <Facts
          key={title}
          title={title}
          facts={[
            ...fields.map((field): [string, ReactNode] => [studentFields[field].label, shown(field, details)]),
            ...(title === 'Government ids' ? aadhaarFacts(student, details) : []),
          ]}
        />
      ))}
    </Box>
  )
}

function shown(field: StudentField, details: Details): ReactNode {
  const value = details[field]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return studentFields[field].kind === 'day' ? showDay(value) : value
}

function aadhaarFacts(student: StudentDetailFragment, details: Details): [string, ReactNode][] {
  return [
    ['Aadhaar number', details.aadharNumber ? <Aadhaar key={student.id} student={student} masked={details.aadharNumber} /> : ''],
    [
      'Aadhaar PDF',
      details.aadharUrl ? (
        <Link href={details.aadharUrl} target="_blank" rel="noreferrer">
          Open
        </Link>
      ) : (
        ''
      ),
    ],
  ]
}

/** The masked number; showing the whole one is written into the audit log, and it goes again when the page is left. */
function Aadhaar({ student, masked }: { student: StudentDetailFragment; masked: string }) {
  const { schoolId } = useActiveSchool()
  const [whole, setWhole] = useState<string | null>(null)
  const [reveal, running] = useCommand(RevealAadhaarDocument)
  if (whole !== null) return whole.replace(/(\d{4})(?=\d)/g, '$1 ')
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
      {masked}
      <Button
        size="small"
        startIcon={<VisibilityIcon />}
        loading={running}
        disabled={!student.viewerCan.revealAadhaar.allowed}
        onClick={() => void reveal({ schoolId, id: student.id }).then((data) => setWhole(data?.revealAadhaar ?? null))}
      >
        Show
      </Button>
    </Box>
  )
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={title}
      sx={{ breakInside: 'avoid', mb: 2, overflow: 'hidden', display: 'inline-block', width: '100%', verticalAlign: 'top' }}
    >
      <Typography variant="h2" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        {title}
      </Typography>
      <Box
        component="dl"
        sx={{
          ...{ m: 0, p: 2, display: 'grid', columnGap: 2, rowGap: 0.75, alignItems: 'baseline' },
          gridTemplateColumns: 'minmax(110px, 2fr) minmax(0, 3fr)',
          '& dt': { color: 'text.secondary', fontSize: '0.875rem' },
          '& dd': { m: 0, overflowWrap: 'anywhere' },
        }}
      >
        {facts.map(([label, value]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value || '–'}</dd>
          </Fragment>
        ))}
      </Box>
    </Paper>
  )
}

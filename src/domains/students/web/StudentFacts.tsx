import VisibilityIcon from '@mui/icons-material/Visibility'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode, useState } from 'react'
import { showDay, showMoment } from '#shared/dates.ts'
import { tableFromCells } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { useCommand } from '#ui/useCommand.ts'
import { fieldGroups, type StudentField, studentFields } from '../students.fields.ts'
import { RevealAadhaarDocument, type StudentDetailFragment } from './students.graphql.ts'

const genderLabels = { MALE: 'Male', FEMALE: 'Female', OTHER: 'Other', BLANK: '' }

type Details = NonNullable<StudentDetailFragment['details']>

/** All fields of a student, in the groups of the form. A blank field is shown as a dash. */
export function StudentFacts({ student }: { student: StudentDetailFragment }) {
  const { details } = student
  const { terms } = useActiveSchool()
  if (!details) return null
  return (
    <Box sx={{ columnWidth: { md: 440 }, columnGap: 2 }}>
      <Facts
        title="Essentials"
        facts={[
          ['Name', student.name],
          ['Phone', student.phone],
          ['Gender', genderLabels[student.gender]],
          ['Login email', student.loginEmail],
          ['Added', showMoment(details.createdAt)],
          ['Added in term', terms.find((term) => term.id === details.createTermId)?.name],
          // Null for viewers who may not print the codes.
          ...(details.qrcode === null ? [] : [['QR code', details.qrcode] as const]),
        ]}
      />
      <History student={student} />
      {fieldGroups.map(({ title, fields }) => (
        <Facts
          key={title}
          title={title}
          facts={[
            ...fields.map((field): [string, ReactNode] => [studentFields[field].label, fieldText(field, details)]),
            ...(title === 'Government ids' ? aadhaarFacts(student, details) : []),
          ]}
        />
      ))}
    </Box>
  )
}

function fieldText(field: StudentField, details: Details): ReactNode {
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

/** The masked Aadhaar number. Showing the whole number is audited, and it is hidden again when the page is left. */
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

const historyHead = ['Term', 'Class', 'Section', 'Roll']

/** The student's class, section and roll in each term. */
function History({ student: { id: studentId, places } }: { student: StudentDetailFragment }) {
  const { terms } = useActiveSchool()
  const names = new Map(terms.map((term) => [term.id, term.name]))
  const rows = places.map((place) => [names.get(place.termId) ?? '…', place.className, place.sectionName, place.roll])
  const table = tableFromCells('Terms', [historyHead, ...rows])
  return (
    <Card
      title="Terms"
      action={
        places.length > 0 && (
          <ExportButton
            size="small"
            fileName={`terms-of-student-${studentId}`}
            choices={[{ label: 'All terms', tables: () => [table] }]}
          />
        )
      }
    >
      {places.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', p: 2 }}>Not enrolled in any term.</Typography>
      ) : (
        <Table size="small">
          <TableHead>
            <TableRow>
              {historyHead.map((header) => (
                <TableCell key={header}>{header}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row, index) => (
              <TableRow key={places[index]?.id} sx={{ '&:last-child td': { border: 0 } }}>
                {row.map((cell, column) => (
                  <TableCell key={historyHead[column]}>{cell}</TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}

function Card({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={title}
      sx={{ breakInside: 'avoid', mb: 2, overflow: 'hidden', display: 'inline-block', width: '100%', verticalAlign: 'top' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Paper>
  )
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Card title={title}>
      <Box
        component="dl"
        sx={{
          m: 0,
          p: 2,
          display: 'grid',
          columnGap: 2,
          rowGap: 0.75,
          alignItems: 'baseline',
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
    </Card>
  )
}

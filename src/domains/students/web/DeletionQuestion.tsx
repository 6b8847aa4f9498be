import { useQuery } from '@apollo/client/react'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { counted } from '#shared/counted.ts'
import type { ImportQuestion } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { nameKey } from '../students.rules.ts'
import { StudentNameDocument } from './students.graphql.ts'

/** More names than this nobody reads. */
const mostNames = 10

/** What is asked before a Bulk Edit file deletes students; null when it deletes nobody. */
export function deletionQuestion(rows: readonly ImportRow[]): ImportQuestion | null {
  const of = (action: string) => rows.filter((row) => (row.action ?? '').toUpperCase() === action)
  const deleted = of('D')
  if (deleted.length === 0) return null
  const [changed, added] = [of('U').length, of('A').length]
  return {
    title: `Permanently Delete ${counted(deleted.length, 'Student')}`,
    text: <Text deleted={deleted} changed={changed} added={added} />,
    confirmLabel: `Delete ${counted(deleted.length, 'Student')}`,
  }
}

const number = (value: number) => value.toLocaleString('en-IN')

function Text({ deleted, changed, added }: { deleted: readonly ImportRow[]; changed: number; added: number }) {
  const one = deleted.length === 1
  const more = deleted.length - mostNames
  return (
    <>
      <Typography gutterBottom>
        <strong>{counted(deleted.length, 'student is', 'students are')} deleted for good</strong>, with the places in all terms,
        the {one ? 'account to sign in with, the photo' : 'accounts to sign in with, the photos'} and the Aadhaar{' '}
        {one ? 'PDF' : 'PDFs'}:
      </Typography>
      <Box component="ul" sx={{ mt: 0, mb: 1, pl: 3, overflowWrap: 'anywhere' }}>
        {deleted.slice(0, mostNames).map((row, place) => (
          // A row of a file has no id that is surely its own.
          <li key={place}>
            <DeletedName id={row.id ?? ''} inFile={row.name ?? ''} />
          </li>
        ))}
        {more > 0 && <li>{`and ${number(more)} more`}</li>}
      </Box>
      <Typography gutterBottom>{otherRows(changed, added)} All other students stay as they are.</Typography>
      <Typography>This cannot be reversed. Disabling {one ? 'the student' : 'these students'} is safer.</Typography>
    </>
  )
}

/** Says what the file does besides deleting. */
function otherRows(changed: number, added: number): string {
  const parts = [
    ...(changed > 0 ? [`changes ${counted(changed, 'student')}`] : []),
    ...(added > 0 ? [`adds ${counted(added, 'student')}`] : []),
  ]
  return parts.length === 0 ? 'The file changes and adds nobody.' : `The file also ${parts.join(' and ')}.`
}

/** The stored name: the id says who goes, whatever name the file has beside it. */
function DeletedName({ id, inFile }: { id: string; inFile: string }) {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(StudentNameDocument, { variables: { schoolId, id }, fetchPolicy: 'network-only' })
  const stored = data?.student.name
  if (stored === undefined) return inFile || `Student with id ${id}`
  return inFile !== '' && nameKey(inFile) !== nameKey(stored) ? `${stored} (in the file: ${inFile})` : stored
}

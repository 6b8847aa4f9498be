import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { countWithNoun } from '#shared/plural.ts'
import type { ImportQuestion } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { nameKey } from '../students.rules.ts'
import { StudentNameDocument } from './students.graphql.ts'
import styles from './DeletionQuestion.module.css'
import { Text } from '#ui/kit/Text.tsx'

/** Maximum number of names in the question. */
const maxNames = 10

/** Returns the question before a Bulk Edit file deletes students; null when it deletes none. */
export function deletionQuestion(rows: readonly ImportRow[]): ImportQuestion | null {
  const rowsOf = (action: string) => rows.filter((row) => (row.action ?? '').toUpperCase() === action)
  const deleted = rowsOf('D')
  if (deleted.length === 0) return null
  const [changed, added] = [rowsOf('U').length, rowsOf('A').length]
  return {
    title: `Permanently Delete ${countWithNoun(deleted.length, 'Student')}`,
    text: <Deletions deleted={deleted} changed={changed} added={added} />,
    confirmLabel: `Delete ${countWithNoun(deleted.length, 'Student')}`,
  }
}

const number = (value: number) => value.toLocaleString('en-IN')

function Deletions({ deleted, changed, added }: { deleted: readonly ImportRow[]; changed: number; added: number }) {
  const isOne = deleted.length === 1
  const more = deleted.length - maxNames
  return (
    <>
      <Text>
        <strong>{countWithNoun(deleted.length, 'student is', 'students are')} deleted for good</strong>, with the places in all
        terms, the {isOne ? 'account to sign in with, the photo' : 'accounts to sign in with, the photos'} and the Aadhaar{' '}
        {isOne ? 'PDF' : 'PDFs'}:
      </Text>
      <ul className={styles.list}>
        {deleted.slice(0, maxNames).map((row, index) => (
          // The index is the key, because two rows of a file may have the same id.
          <li key={index}>
            <DeletedName id={row.id ?? ''} inFile={row.name ?? ''} />
          </li>
        ))}
        {more > 0 && <li>{`and ${number(more)} more`}</li>}
      </ul>
      <Text>{otherRows(changed, added)} All other students stay as they are.</Text>
      <Text>This cannot be reversed. Disabling {isOne ? 'the student' : 'these students'} is safer.</Text>
    </>
  )
}

/** Describes the additions and changes of the file. */
function otherRows(changed: number, added: number): string {
  const parts = [
    ...(changed > 0 ? [`changes ${countWithNoun(changed, 'student')}`] : []),
    ...(added > 0 ? [`adds ${countWithNoun(added, 'student')}`] : []),
  ]
  return parts.length === 0 ? 'The file changes and adds nobody.' : `The file also ${parts.join(' and ')}.`
}

/** Shows the stored name of a student, because the id decides who is deleted, not the name in the file. */
function DeletedName({ id, inFile }: { id: string; inFile: string }) {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(StudentNameDocument, { variables: { schoolId, id }, fetchPolicy: 'read-once' })
  const stored = data?.student.name
  if (stored === undefined) return inFile || `Student with id ${id}`
  return inFile !== '' && nameKey(inFile) !== nameKey(stored) ? `${stored} (in the file: ${inFile})` : stored
}

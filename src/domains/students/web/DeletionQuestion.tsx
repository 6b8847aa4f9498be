import { showCount } from '#shared/counts.ts'
import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
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
    title: t`Permanently Delete ${plural(deleted.length, { one: '# Student', other: '# Students' })}`,
    text: <Deletions deleted={deleted} changed={changed} added={added} />,
    confirmLabel: t`Delete ${plural(deleted.length, { one: '# Student', other: '# Students' })}`,
  }
}

function Deletions({ deleted, changed, added }: { deleted: readonly ImportRow[]; changed: number; added: number }) {
  const isOne = deleted.length === 1
  const more = deleted.length - maxNames
  return (
    <>
      <Text>
        <Trans>
          <strong>
            <Plural value={deleted.length} one="# student is" other="# students are" /> deleted for good
          </strong>
          , with the places in all terms, the{' '}
          {isOne ? t`account to sign in with, the photo` : t`accounts to sign in with, the photos`} and the Aadhaar{' '}
          {isOne ? t`PDF` : t`PDFs`}
        </Trans>
        :
      </Text>
      <ul className={styles.list}>
        {deleted.slice(0, maxNames).map((row, index) => (
          // The index is the key, because two rows of a file may have the same id.
          <li key={index}>
            <DeletedName id={row.id ?? ''} inFile={row.name ?? ''} />
          </li>
        ))}
        {more > 0 && <li>{t`and ${showCount(more)} more`}</li>}
      </ul>
      <Text>
        <Trans>{otherRows(changed, added)} All other students stay as they are.</Trans>
      </Text>
      <Text>
        <Trans>This cannot be reversed. Disabling {isOne ? t`the student` : t`these students`} is safer.</Trans>
      </Text>
    </>
  )
}

/** Describes the additions and changes of the file. */
function otherRows(changed: number, added: number): string {
  const parts = [
    ...(changed > 0 ? [t`changes ${plural(changed, { one: '# student', other: '# students' })}`] : []),
    ...(added > 0 ? [t`adds ${plural(added, { one: '# student', other: '# students' })}`] : []),
  ]
  return parts.length === 0 ? t`The file changes and adds nobody.` : t`The file also ${parts.join(' and ')}.`
}

/** Shows the stored name of a student, because the id decides who is deleted, not the name in the file. */
function DeletedName({ id, inFile }: { id: string; inFile: string }) {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(StudentNameDocument, { variables: { schoolId, id }, fetchPolicy: 'read-once' })
  const stored = data?.student.name
  if (stored === undefined) return inFile || t`Student with id ${id}`
  return inFile !== '' && nameKey(inFile) !== nameKey(stored) ? t`${stored} (in the file: ${inFile})` : stored
}

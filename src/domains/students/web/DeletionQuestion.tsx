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
  const more = deleted.length - maxNames
  return (
    <>
      <Text>
        <strong>
          <Plural value={deleted.length} one="# student is deleted for good:" other="# students are deleted for good:" />
        </strong>
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
        <Plural
          value={deleted.length}
          one="The places in all terms, the account to sign in with, the photo and the Aadhaar PDF are deleted with the student."
          other="The places in all terms, the accounts to sign in with, the photos and the Aadhaar PDFs are deleted with them."
        />
      </Text>
      <Text>
        {otherRows(changed, added)} <Trans>All other students stay as they are.</Trans>
      </Text>
      <Text>
        <Plural
          value={deleted.length}
          one="This cannot be reversed. Disabling the student is safer."
          other="This cannot be reversed. Disabling these students is safer."
        />
      </Text>
    </>
  )
}

/** Describes the additions and changes of the file. */
function otherRows(changed: number, added: number): string {
  if (changed === 0 && added === 0) return t`The file changes and adds nobody.`
  if (added === 0) return plural(changed, { one: 'The file also changes # student.', other: 'The file also changes # students.' })
  if (changed === 0) return plural(added, { one: 'The file also adds # student.', other: 'The file also adds # students.' })
  return t`The file also changes ${plural(changed, { one: '# student', other: '# students' })} and adds ${plural(added, { one: '# student', other: '# students' })}.`
}

/** Shows the stored name of a student, because the id decides who is deleted, not the name in the file. */
function DeletedName({ id, inFile }: { id: string; inFile: string }) {
  const { schoolId } = useActiveSchool()
  const { data } = useQuery(StudentNameDocument, { variables: { schoolId, id }, fetchPolicy: 'read-once' })
  const stored = data?.student.name
  if (stored === undefined) return inFile || t`Student with id ${id}`
  return inFile !== '' && nameKey(inFile) !== nameKey(stored) ? t`${stored} (in the file: ${inFile})` : stored
}

import { useApolloClient } from '@apollo/client/react'
import { useActiveSchool } from '../../../ui/activeSchool.ts'
import { ImportStudio } from '../../../ui/import/ImportStudio.tsx'
import type { ImportColumn } from '../../../shared/importColumns.ts'
import type { ImportRow } from '../../../ui/import/importTable.ts'
import { repeatedEmails } from '../users.rules.ts'
import { emailTwice, teacherRow } from '../users.schema.ts'
import { UserGuide } from './UserGuide.tsx'
import { ImportTeachersDocument, UndoTeachersImportDocument } from './users.graphql.ts'

const columns: readonly ImportColumn[] = [
  { key: 'name', label: 'Name', required: true },
  { key: 'phone', label: 'Phone', required: true, aliases: ['mobile', 'phone_number'] },
  { key: 'email', label: 'Email', required: true, aliases: ['e_mail', 'mail'] },
]

function checkRow(row: ImportRow) {
  const parsed = teacherRow.safeParse(row)
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => {
    const key = String(issue.path[0])
    return { key, message: row[key] === '' ? 'Required' : issue.message }
  })
}

function checkAll(rows: readonly ImportRow[]) {
  const emails = rows.map((row) => (row.email ?? '').toLowerCase())
  return repeatedEmails(emails)
    .filter((index) => emails[index] !== '')
    .map((index) => ({ index, key: 'email', message: emailTwice }))
}

/** The tab Bulk Add: teachers from a file. */
export function BulkAddUsers() {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()

  async function upload(rows: readonly ImportRow[], key: string) {
    const { data } = await client.mutate({
      mutation: ImportTeachersDocument,
      variables: {
        schoolId,
        input: { key, rows: rows.map(({ name = '', phone = '', email = '' }) => ({ name, phone, email })) },
      },
    })
    const id = data?.importTeachers.id
    return {
      message: 'Teachers Successfully Imported',
      link: { to: '/users', label: 'View Users' },
      ...(id === undefined ? {} : { undo: () => undo(id) }),
    }
  }

  async function undo(id: string) {
    const { data } = await client.mutate({ mutation: UndoTeachersImportDocument, variables: { schoolId, id } })
    const count = data?.undoTeachersImport ?? 0
    return { message: `${count.toLocaleString('en-IN')} ${count === 1 ? 'teacher' : 'teachers'} deleted` }
  }

  return (
    <ImportStudio
      columns={columns}
      checkRow={checkRow}
      checkAll={checkAll}
      template={{
        name: 'UserTemplate.csv',
        columns: ['name', 'phone', 'email'],
        example: [['Asha Patil', '9876543210', 'asha.patil@example.com']],
      }}
      submitLabel="Upload Users"
      onSubmit={upload}
      verdicts={{
        good: 'File looks good. Please click submit to import.',
        invalid: 'Some field is not valid. Please Recheck The File And Try Again',
        blank: 'Some Field is blank. Please Recheck The File And Try Again',
      }}
      guide={<UserGuide adding="many" />}
    />
  )
}

import { plural, t } from '@lingui/core/macro'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { checkTeacher, checkTeachers, sentTeacher, teacherColumns } from './teacherFile.ts'
import { UserGuide } from './UserGuide.tsx'
import { ImportTeachersDocument, UndoTeachersImportDocument } from './users.graphql.ts'

/** A row of the template, below its header. */
const sample = { name: 'Asha Patil', phone: '9876543210', email: 'asha.patil@example.com' }

/** The tab Bulk Add: teachers from a file. */
export default function BulkAddUsers() {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()

  async function upload(rows: readonly ImportRow[], key: string) {
    const data = await sendCommand(ImportTeachersDocument, {
      schoolId,
      input: { key, rows: rows.map(sentTeacher) },
    })
    const id = data.importTeachers.id
    return {
      message: t`Teachers Successfully Imported`,
      link: { to: '/users', label: t`View Users` },
      ...(id === undefined ? {} : { undo: () => undo(id) }),
    }
  }

  async function undo(id: string) {
    const data = await sendCommand(UndoTeachersImportDocument, { schoolId, id })
    const count = data.undoTeachersImport
    return { message: plural(count, { one: '# teacher deleted', other: '# teachers deleted' }) }
  }

  return (
    <ImportStudio
      columns={teacherColumns}
      checkRow={checkTeacher}
      checkAll={checkTeachers}
      template={{
        name: 'UserTemplate.csv',
        columns: Object.keys(sample),
        example: [Object.values(sample)],
      }}
      submitLabel={t`Upload Users`}
      onSubmit={upload}
      verdicts={{
        good: t`File looks good. Please click submit to import.`,
        invalid: t`Some field is not valid. Please Recheck The File And Try Again`,
        blank: t`Some Field is blank. Please Recheck The File And Try Again`,
      }}
      guide={<UserGuide adding="many" />}
    />
  )
}

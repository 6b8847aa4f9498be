import { plural, t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { ErrorState } from '#ui/states.tsx'
import { FileGuide } from '#ui/import/FileGuide.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { type SectionChoice, useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { InnerPage } from './InnerPage.tsx'
import { ImportOpeningDuesDocument, UndoOpeningDuesImportDocument } from './openingDues.graphql.ts'
import { checkOpeningDue, openingDueInput, openingDuesColumns, openingDuesHeaders } from './openingDuesFile.ts'

/** The page that imports what students owed before their school started with Shala. */
export default function ImportOpeningDues() {
  const { terms } = useActiveSchool()
  const { sections, error } = useSectionChoices()
  const current = terms.find((term) => term.current)?.name ?? ''
  return (
    <InnerPage title={t`Import dues from before Shala`} context={t`Students of ${current}, and what they owe of earlier terms`}>
      {sections ? <Studio sections={sections} /> : error ? <ErrorState error={error} /> : <LoadingState />}
    </InnerPage>
  )
}

function Studio({ sections }: { sections: readonly SectionChoice[] }) {
  const { schoolId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const checkRow = useMemo(() => checkOpeningDue(sections), [sections])

  async function upload(rows: readonly ImportRow[], key: string) {
    const { importOpeningDues } = await sendCommand(ImportOpeningDuesDocument, {
      schoolId,
      input: { key, rows: rows.map(openingDueInput) },
    })
    const { id, count } = importOpeningDues
    if (count === 0) return { message: t`These dues are saved already. Nothing was changed` }
    return {
      message: t`Dues imported`,
      link: { to: '/fees?tab=pending', label: t`View Pending Fees` },
      undo: () => undo(id),
    }
  }

  async function undo(id: string) {
    const { undoOpeningDuesImport } = await sendCommand(UndoOpeningDuesImportDocument, { schoolId, id })
    return { message: t`${plural(undoOpeningDuesImport, { one: '# due', other: '# dues' })} taken back` }
  }

  return (
    <ImportStudio
      columns={openingDuesColumns}
      checkRow={checkRow}
      template={{
        name: 'OpeningDuesTemplate.csv',
        columns: openingDuesHeaders,
        example: [['1042', '', '', '', t`Asha Patil`, '4500', '2024-25', t`Term fees`]],
      }}
      submitLabel={t`Import dues`}
      onSubmit={upload}
      verdicts={{
        good: t`File looks good. Please click submit to import.`,
        invalid: t`Some field is not valid. Please Recheck The File And Try Again`,
      }}
      guide={<FileGuide id="opening-dues-guide" points={points} />}
    />
  )
}

const points = [
  t`Each row is what one student owes of one term, such as 4,500 of 2024-25. It is a term before the current one.`,
  t`Students are matched by register no. Where it is blank, they are matched by class, section and roll.`,
  t`A name is only checked: the row is refused when the student has another one.`,
  t`The dues are overdue at once and are paid first, at the counter and by the family's link. Receipts say “Dues of 2024-25”.`,
  t`Import the same student and term again to correct the amount. It cannot be lower than what is paid.`,
  t`If one row is wrong, nothing is imported. Correct it here or in the file.`,
]

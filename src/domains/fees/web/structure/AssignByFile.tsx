import { plural, t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type SectionChoice, useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { FileGuide } from '#ui/import/FileGuide.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { assignmentColumns, assignmentHeaders, checkAssignment, assignmentInput } from './assignmentFile.ts'
import { ImportFeeAssignmentsDocument } from './assignments.graphql.ts'
import { categoriesAddress, InnerPage } from './InnerPage.tsx'
import { noCategories } from './structureTexts.ts'
import { useFeeCategories } from './useFeeCategories.ts'

/** The page that imports fee assignments from a file. */
export function AssignByFile() {
  const { term } = useActiveSchool()
  const { categories, error, retry } = useFeeCategories()
  const { sections, error: failed } = useSectionChoices()
  return (
    <InnerPage title={t`Assign Students By CSV`} context={t`Which students of ${term?.name ?? ''} pay which fees category`}>
      {categories && sections ? (
        categories.length === 0 ? (
          <EmptyState text={noCategories} hint={t`Add the fees categories first.`} />
        ) : (
          <Studio categories={categories} sections={sections} />
        )
      ) : error || failed ? (
        <ErrorState error={error ?? failed} onRetry={retry} />
      ) : (
        <LoadingState />
      )}
    </InnerPage>
  )
}

function Studio({ categories, sections }: { categories: readonly { name: string }[]; sections: readonly SectionChoice[] }) {
  const { schoolId, termId } = useActiveSchool()
  const sendCommand = useSendCommand()
  const checkRow = useMemo(() => checkAssignment(categories, sections), [categories, sections])

  async function upload(rows: readonly ImportRow[]) {
    const data = await sendCommand(ImportFeeAssignmentsDocument, { schoolId, input: { termId, rows: rows.map(assignmentInput) } })
    const added = data.importFeeAssignments
    return {
      message: t`Students Successfully Assigned: ${plural(added, { one: '# new assignment', other: '# new assignments' })}`,
      link: { to: categoriesAddress(), label: t`View Fees Categories` },
    }
  }

  return (
    <ImportStudio
      columns={assignmentColumns}
      checkRow={checkRow}
      template={{
        name: 'FeesAssignmentTemplate.csv',
        columns: assignmentHeaders,
        example: [[sections[0]?.class.name ?? '7', sections[0]?.name ?? 'A', '1', '', categories[0]?.name ?? '']],
      }}
      submitLabel={t`Assign Students`}
      onSubmit={upload}
      verdicts={{
        good: t`File looks good. Please click submit to import.`,
        invalid: t`Some field is not valid. Please Recheck The File And Try Again`,
      }}
      guide={<FileGuide id="assignments-guide" points={points} />}
    />
  )
}

const points = [
  t`Students are matched by register no. Where it is blank, they are matched by class, section and roll.`,
  t`The fees category must exist already. Upper and lower case do not matter in its name.`,
  t`A student who pays several categories has a row for each. Existing assignments stay, so you can upload the same file again.`,
  t`A file only adds students to categories. It never removes them.`,
  t`If one row is wrong, nothing is imported. Correct it here or in the file.`,
]

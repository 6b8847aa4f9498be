import { useApolloClient } from '@apollo/client/react'
import { useMemo } from 'react'
import { counted } from '#shared/counted.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ImportStudio } from '#ui/import/ImportStudio.tsx'
import type { ImportRow } from '#ui/import/importTable.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type SectionChoice, useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { assignmentColumns, checkAssignment, sentAssignment } from './assignmentFile.ts'
import { ImportFeeAssignmentsDocument } from './assignments.graphql.ts'
import { forgetFees } from './feeLists.ts'
import { categoriesAddress, FileGuide, InnerPage } from './InnerPage.tsx'
import { noCategories } from './structureWords.ts'
import { useFeeCategories } from './useFeeCategories.ts'

/** Who pays which category, from a file. */
export function AssignByFile() {
  const { term } = useActiveSchool()
  const { categories, error, retry } = useFeeCategories()
  const { sections, error: failed } = useSectionChoices()
  return (
    <InnerPage title="Assign Students By CSV" context={`Which students of ${term?.name} pay which fees category`}>
      {categories && sections ? (
        categories.length === 0 ? (
          <EmptyState text={noCategories} hint="Add the fees categories first." />
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
  const client = useApolloClient()
  const checkRow = useMemo(() => checkAssignment(categories, sections), [categories, sections])

  async function upload(rows: readonly ImportRow[]) {
    const { data } = await client.mutate({
      mutation: ImportFeeAssignmentsDocument,
      variables: { schoolId, input: { termId, rows: rows.map(sentAssignment) } },
      update: forgetFees,
    })
    const added = data?.importFeeAssignments ?? 0
    return {
      message: `Students Successfully Assigned: ${counted(added, 'new assignment')}`,
      link: { to: categoriesAddress(), label: 'View Fees Categories' },
    }
  }

  return (
    <ImportStudio
      columns={assignmentColumns}
      checkRow={checkRow}
      template={{
        name: 'FeesAssignmentTemplate.csv',
        columns: assignmentColumns.map((column) => column.label),
        example: [[sections[0]?.class.name ?? '7', sections[0]?.name ?? 'A', '1', '', categories[0]?.name ?? '']],
      }}
      submitLabel="Assign Students"
      onSubmit={upload}
      verdicts={{
        good: 'File looks good. Please click submit to import.',
        invalid: 'Some field is not valid. Please Recheck The File And Try Again',
      }}
      guide={<FileGuide id="assignments-guide" points={points} />}
    />
  )
}

const points = [
  'A student is found by the register no.; where it is blank, by class, section and roll together.',
  'The fees category must be there already, by its name; the case of letters does not matter.',
  'A student who pays several categories has a row for each. Who pays a category already stays as is, so the same file may be sent again.',
  'Nobody is taken off a category by a file.',
  'One wrong row keeps the whole file out; correct it here or in the file.',
]

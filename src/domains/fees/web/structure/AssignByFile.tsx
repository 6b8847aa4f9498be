import { useApolloClient } from '@apollo/client/react'
import { useMemo } from 'react'
import { useActiveSchool } from '../../../../ui/activeSchool.ts'
import { ImportStudio } from '../../../../ui/import/ImportStudio.tsx'
import type { ImportColumn } from '../../../../shared/importColumns.ts'
import type { CellProblem, ImportRow } from '../../../../ui/import/importTable.ts'
import { LoadingState } from '../../../../ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { type SectionChoice, useSectionChoices } from '../../../classes/web/classes.exports.tsx'
import { nameKey, sectionKey, unknownCategory, unknownSection, unnamedStudent } from '../../fees.rules.ts'
import { feeAssignmentRow } from '../../fees.schema.ts'
import { ImportFeeAssignmentsDocument } from './assignments.graphql.ts'
import { forgetFees } from './feeLists.ts'
import { categoriesAddress, FileGuide, InnerPage } from './InnerPage.tsx'
import { counted, noCategories } from './structureWords.ts'
import { useFeeCategories } from './useFeeCategories.ts'

const columns: readonly ImportColumn[] = [
  { key: 'class', label: 'Class', aliases: ['class_name'] },
  { key: 'section', label: 'Section', aliases: ['section_name'] },
  { key: 'roll', label: 'Roll', aliases: ['roll_no', 'roll_number'] },
  { key: 'registerNo', label: 'Register No', aliases: ['register_number', 'gr_no'] },
  { key: 'feeCategory', label: 'Fees Category', required: true, aliases: ['category', 'fees_structure'] },
]

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
  const checkRow = useMemo(() => checkWith(categories, sections), [categories, sections])

  async function upload(rows: readonly ImportRow[]) {
    const { data } = await client.mutate({
      mutation: ImportFeeAssignmentsDocument,
      variables: { schoolId, input: { termId, rows: rows.map(lineOf) } },
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
      columns={columns}
      checkRow={checkRow}
      template={{
        name: 'FeesAssignmentTemplate.csv',
        columns: columns.map((column) => column.label),
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

/** What is wrong with a line as far as this page knows; whether the student is there, and alone, the server finds out. */
function checkWith(categories: readonly { name: string }[], sections: readonly SectionChoice[]) {
  const names = new Set(categories.map((category) => nameKey(category.name)))
  const places = new Set(sections.map((section) => sectionKey(section.class.name, section.name)))
  return (row: ImportRow): CellProblem[] => {
    const line = lineOf(row)
    const parsed = feeAssignmentRow.safeParse(line)
    if (!parsed.success) return parsed.error.issues.map((issue) => ({ key: String(issue.path[0]), message: issue.message }))
    const missing = unnamedStudent(line)
    const problems: CellProblem[] = missing.map((key) => ({ key, message: 'Required' }))
    if (missing.length === 0 && line.registerNo === '' && !places.has(sectionKey(line.class, line.section)))
      problems.push({ key: 'class', message: unknownSection(line.class, line.section) })
    if (!names.has(nameKey(line.feeCategory))) problems.push({ key: 'feeCategory', message: unknownCategory(line.feeCategory) })
    return problems
  }
}

function lineOf(row: ImportRow) {
  const { class: className = '', section = '', roll = '', registerNo = '', feeCategory = '' } = row
  return { class: className, section, roll, registerNo, feeCategory }
}

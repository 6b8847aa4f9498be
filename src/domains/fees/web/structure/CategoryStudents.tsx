import { plural, t } from '@lingui/core/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useEffect, useState } from 'react'
import { showMoney } from '#shared/money.ts'
import { tableFromCells, type SheetTable } from '#shared/sheet.ts'
import { showCount } from '#shared/counts.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { NotFound } from '#ui/NotFound.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { FeeCategoryPlacesDocument, FeeCategoryStudentsDocument } from './assignments.graphql.ts'
import type { FeeCategoryRowFragment } from './feeCategories.graphql.ts'
import { InnerPage } from './InnerPage.tsx'
import { SectionTree, StudentCheckboxes } from './SectionTree.tsx'
import { useAssignment } from './useAssignment.tsx'
import { useFeeCategories } from './useFeeCategories.ts'
import styles from './CategoryStudents.module.css'
import { Card } from '#ui/kit/Card.tsx'
import { IconButton } from '#ui/kit/IconButton.tsx'
import { ClearIcon, SearchIcon } from '#ui/kit/icons.ts'
import { TextField } from '#ui/kit/TextField.tsx'

/** The page that assigns a category to whole classes, sections or single students. */
export function CategoryStudents({ id }: { id: string }) {
  const { categories, error, retry } = useFeeCategories()
  if (!categories) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState lines={10} />
  const category = categories.find(({ id: categoryId }) => categoryId === id)
  return category ? <Page category={category} /> : <NotFound />
}

function Page({ category }: { category: FeeCategoryRowFragment }) {
  const { schoolId } = useActiveSchool()
  const { id, name, studentCount, feeCount, fixedTotal } = category
  const { data, error, refetch } = useQuery(FeeCategoryPlacesDocument, {
    variables: { schoolId, feeCategoryId: id },
  })
  const [search, setSearch] = useState('')
  const debouncedSearch = useDebounced(search.trim())
  const assignment = useAssignment(category)
  const sections = data?.feeCategoryPlaces
  const total = sections?.reduce((sum, section) => sum + section.studentCount, 0)
  const context = [
    total === undefined
      ? plural(studentCount, { one: '# student', other: '# students' })
      : t`${showCount(studentCount)} of ${plural(total, { one: '# student', other: '# students' })}`,
    feeCount === 0 ? t`no fees yet` : t`${plural(feeCount, { one: '# fee', other: '# fees' })}, ${showMoney(fixedTotal)} each`,
  ].join(' · ')
  return (
    <InnerPage
      title={t`Students Who Pay ${name}`}
      context={context}
      action={studentCount > 0 && <Download category={category} />}
    >
      {!sections ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={10} />
        )
      ) : sections.length === 0 ? (
        <EmptyState
          text={t`There are no sections associated with this term!`}
          hint={t`Add the classes and their students first.`}
        />
      ) : (
        <>
          <TextField
            type="search"
            label={t`Find a student`}
            hint={t`Name, register no., phone or roll`}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className={styles.field}
            start={<SearchIcon size={20} />}
            end={
              search !== '' && (
                <IconButton size="small" aria-label={t`Clear what was typed`} onClick={() => setSearch('')}>
                  <ClearIcon size={20} />
                </IconButton>
              )
            }
            hideLabel
          />
          <Card className={styles.card}>
            {debouncedSearch === '' ? (
              <SectionTree categoryId={id} sections={sections} assignment={assignment} />
            ) : (
              <div className={styles.box}>
                <StudentCheckboxes view={{ feeCategoryId: id, search: debouncedSearch }} withSection assignment={assignment} />
              </div>
            )}
          </Card>
          {assignment.dialog}
        </>
      )}
    </InnerPage>
  )
}

/** Returns a text after typing has paused; an empty text at once. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), 250)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : debounced
}

/** The button that exports the students who pay. */
function Download({ category }: { category: FeeCategoryRowFragment }) {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()

  async function exportTables(): Promise<SheetTable[]> {
    const data = await client.fetch(FeeCategoryStudentsDocument, {
      schoolId,
      input: { feeCategoryId: category.id, assigned: true },
    })
    const rows = (data?.feeCategoryStudents ?? []).map((row) => [
      row.className,
      row.sectionName,
      row.roll,
      row.registerNo,
      row.name,
      category.name,
    ])
    return [tableFromCells(category.name, [[t`Class`, t`Section`, t`Roll`, t`Register No`, t`Name`, t`Fees Category`], ...rows])]
  }

  return <ExportButton fileName={`students-${category.name}`} choices={[{ label: t`Students who pay`, tables: exportTables }]} />
}

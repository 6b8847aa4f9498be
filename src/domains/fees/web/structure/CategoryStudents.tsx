import { useApolloClient, useQuery } from '@apollo/client/react'
import ClearIcon from '@mui/icons-material/Clear'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import { useEffect, useState } from 'react'
import { counted } from '#shared/counted.ts'
import { showMoney } from '#shared/money.ts'
import { plainTable, type SheetTable } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { NotFound } from '#ui/NotFound.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { FeeCategoryPlacesDocument, FeeCategoryStudentsDocument } from './assignments.graphql.ts'
import type { FeeCategoryRowFragment } from './feeCategories.graphql.ts'
import { InnerPage } from './InnerPage.tsx'
import { PlaceTree, StudentChecks } from './PlaceTree.tsx'
import { useAssign } from './useAssign.tsx'
import { useFeeCategories } from './useFeeCategories.ts'

/** Who pays a category: whole classes, sections or single students, each by one click. */
export function CategoryStudents({ id }: { id: string }) {
  const { categories, error, retry } = useFeeCategories()
  if (!categories) return error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState lines={10} />
  const category = categories.find((one) => one.id === id)
  return category ? <Page category={category} /> : <NotFound />
}

function Page({ category }: { category: FeeCategoryRowFragment }) {
  const { schoolId } = useActiveSchool()
  const { id, name, studentCount, feeCount, fixedTotal } = category
  const { data, error, refetch } = useQuery(FeeCategoryPlacesDocument, {
    variables: { schoolId, feeCategoryId: id },
  })
  const [search, setSearch] = useState('')
  const asked = useSettled(search.trim())
  const assign = useAssign(category)
  const places = data?.feeCategoryPlaces
  const total = places?.reduce((sum, place) => sum + place.studentCount, 0)
  const context = [
    total === undefined
      ? counted(studentCount, 'student')
      : `${studentCount.toLocaleString('en-IN')} of ${counted(total, 'student')}`,
    feeCount === 0 ? 'no fees yet' : `${counted(feeCount, 'fee')}, ${showMoney(fixedTotal)} each`,
  ].join(' · ')
  return (
    <InnerPage title={`Students Who Pay ${name}`} context={context} action={studentCount > 0 && <Download category={category} />}>
      {!places ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={10} />
        )
      ) : places.length === 0 ? (
        <EmptyState text="There are no sections associated with this term!" hint="Add the classes and their students first." />
      ) : (
        <>
          <TextField
            type="search"
            size="small"
            label="Find a student"
            helperText="Name, register no., phone or roll"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            sx={{ maxWidth: { sm: 360 } }}
            slotProps={{
              input: {
                startAdornment: (
                  <InputAdornment position="start">
                    <SearchIcon fontSize="small" />
                  </InputAdornment>
                ),
                endAdornment: search !== '' && (
                  <InputAdornment position="end">
                    <IconButton size="small" aria-label="Clear what was typed" edge="end" onClick={() => setSearch('')}>
                      <ClearIcon fontSize="small" />
                    </IconButton>
                  </InputAdornment>
                ),
              },
              htmlInput: { sx: { '&::-webkit-search-cancel-button': { display: 'none' } } },
            }}
          />
          <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
            {asked === '' ? (
              <PlaceTree categoryId={id} places={places} assign={assign} />
            ) : (
              <Box sx={{ p: 1 }}>
                <StudentChecks view={{ feeCategoryId: id, search: asked }} withSection assign={assign} />
              </Box>
            )}
          </Paper>
          {assign.question}
        </>
      )}
    </InnerPage>
  )
}

/** A text once typing has paused; at once when it is emptied. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : settled
}

/** The list of those who pay, as a file. */
function Download({ category }: { category: FeeCategoryRowFragment }) {
  const { schoolId } = useActiveSchool()
  const client = useApolloClient()

  async function list(): Promise<SheetTable[]> {
    const { data } = await client.query({
      query: FeeCategoryStudentsDocument,
      variables: { schoolId, input: { feeCategoryId: category.id, assigned: true } },
      fetchPolicy: 'network-only',
    })
    const rows = (data?.feeCategoryStudents ?? []).map((row) => [
      row.className,
      row.sectionName,
      row.roll,
      row.registerNo,
      row.name,
      category.name,
    ])
    return [plainTable(category.name, [['Class', 'Section', 'Roll', 'Register No', 'Name', 'Fees Category'], ...rows])]
  }

  return <ExportButton fileName={`students-${category.name}`} choices={[{ label: 'Those who pay', tables: list }]} />
}

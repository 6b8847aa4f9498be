import { useQuery } from '@apollo/client/react'
import Button from '@mui/material/Button'
import { useSearchParams } from 'react-router'
import { showMoment } from '#shared/dates.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { StateChip } from '#ui/StateChip.tsx'
import { LegacyImportsDocument } from './legacy.graphql.ts'
import { LegacyImportCard } from './LegacyImportCard.tsx'
import { LegacyLayout } from './LegacyLayout.tsx'
import { cameIn, isUnderWay, type LegacyImport, stateWords } from './legacyWords.ts'
import { SendFile } from './SendFile.tsx'

/** /import-data: brings a school over from its previous system, one file at a time. */
export default function ImportDataScreen() {
  const { schoolId, school } = useActiveSchool()
  return <ImportsOfSchool key={schoolId} name={school?.name ?? ''} />
}

function ImportsOfSchool({ name }: { name: string }) {
  const { schoolId } = useActiveSchool()
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useQuery(LegacyImportsDocument, { variables: { schoolId }, fetchPolicy: 'cache-and-network' })
  const imports = data?.legacyImports
  const shown = search.get('import') ?? imports?.find(isUnderWay)?.id ?? null
  const show = (id: string) => setSearch({ import: id })
  // Somebody else's file: a second one is taken when it is done.
  const busy = imports?.some(isUnderWay) ?? false
  return (
    <PageLayout
      title="Import Data"
      context={`Students of the previous system, with their years, into ${name}`}
      action={
        shown !== null &&
        !busy && (
          <Button variant="contained" onClick={() => setSearch({})}>
            Import another file
          </Button>
        )
      }
    >
      {shown !== null ? (
        <LegacyImportCard key={shown} id={shown} />
      ) : imports || error ? (
        <SendFile onOrdered={show} />
      ) : (
        <LoadingState />
      )}
      {(error || (imports && imports.length > 0)) && (
        <DataTable
          title="FILES"
          fileName="imports"
          columns={columns}
          rows={imports}
          error={imports ? undefined : error}
          onRetry={() => void refetch().catch(() => undefined)}
          rowId={importId}
          rowName={fileName}
          onOpen={(one) => show(one.id)}
          defaults={defaults}
          empty={{ text: 'No files yet' }}
        />
      )}
      <LegacyLayout />
    </PageLayout>
  )
}

const defaults = { name: 'files' }
const importId = (one: LegacyImport) => one.id
const fileName = (one: LegacyImport) => one.fileName

const columns: readonly Column<LegacyImport>[] = [
  { key: 'file', header: 'File', value: fileName, flex: 2, minWidth: 200, phone: 'title' },
  {
    key: 'state',
    header: 'State',
    value: (one) => stateWords[one.state],
    render: (one) => <StateChip state={one.state} label={stateWords[one.state]} />,
    minWidth: 150,
    phone: 'line',
  },
  { key: 'cameIn', header: 'Came in', value: cameIn, flex: 1.6, minWidth: 200, phone: 'line' },
  {
    key: 'sent',
    header: 'Sent',
    value: (one) => one.createdAt,
    render: (one) => showMoment(one.createdAt),
    minWidth: 170,
    phone: 'none',
  },
  { key: 'by', header: 'By', value: (one) => one.createdByName, minWidth: 140, phone: 'none' },
]

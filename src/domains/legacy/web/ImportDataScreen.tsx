import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { useSearchParams } from '#ui/navigation.tsx'
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
import { resultText, isUnderWay, type LegacyImport, stateLabels } from './importTexts.ts'
import { SendFile } from './SendFile.tsx'
import { Button } from '#ui/kit/Button.tsx'

/** /import-data: imports a school's students from its previous system, one file at a time. */
export default function ImportDataScreen() {
  const { schoolId, school } = useActiveSchool()
  return <ImportsOfSchool key={schoolId} name={school?.name ?? ''} />
}

function ImportsOfSchool({ name }: { name: string }) {
  const { schoolId } = useActiveSchool()
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = useQuery(LegacyImportsDocument, { variables: { schoolId } })
  const imports = data?.legacyImports
  const shown = search.get('import') ?? imports?.find(isUnderWay)?.id ?? null
  const show = (id: string) => setSearch({ import: id })
  // One import at a time; it may be another user's.
  const busy = imports?.some(isUnderWay) ?? false
  return (
    <PageLayout
      title={t`Import Data`}
      context={t`Students and their years from the previous system, into ${name}`}
      action={
        shown !== null &&
        !busy && (
          <Button variant="primary" onClick={() => setSearch({})}>
            <Trans>Import another file</Trans>
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
          title={t`FILES`}
          fileName="imports"
          columns={columns}
          rows={imports}
          error={imports ? undefined : error}
          onRetry={() => void refetch().catch(() => undefined)}
          rowId={importId}
          rowName={fileName}
          onOpen={(legacyImport) => show(legacyImport.id)}
          defaults={defaults}
          empty={{ text: t`No files yet` }}
        />
      )}
      <LegacyLayout />
    </PageLayout>
  )
}

const defaults = { name: 'files' }
const importId = (legacyImport: LegacyImport) => legacyImport.id
const fileName = (legacyImport: LegacyImport) => legacyImport.fileName

const columns: readonly Column<LegacyImport>[] = [
  { key: 'file', header: t`File`, value: fileName, flex: 2, minWidth: 200, phone: 'title' },
  {
    key: 'state',
    header: t`State`,
    value: (legacyImport) => stateLabels[legacyImport.state],
    render: (legacyImport) => <StateChip state={legacyImport.state} label={stateLabels[legacyImport.state]} />,
    minWidth: 150,
    phone: 'line',
  },
  { key: 'cameIn', header: t`Result`, value: resultText, flex: 1.6, minWidth: 200, phone: 'line' },
  {
    key: 'sent',
    header: t({ message: 'Sent', context: 'time of a file' }),
    value: (legacyImport) => legacyImport.createdAt,
    render: (legacyImport) => showMoment(legacyImport.createdAt),
    minWidth: 170,
    phone: 'none',
  },
  {
    key: 'by',
    header: t({ message: 'By', context: 'a person' }),
    value: (legacyImport) => legacyImport.createdByName,
    minWidth: 140,
    phone: 'none',
  },
]

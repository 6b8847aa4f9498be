import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, Suspense } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { NotFound } from '#ui/NotFound.tsx'
import { ErrorState } from '#ui/states.tsx'
import { CertificatesViewerCanDocument } from '../certificates.graphql.ts'
import { FormatList } from './FormatList.tsx'
import { CertificateFormatsDocument, type CertificateFormatsQuery, ReadyFormatsDocument } from './formats.graphql.ts'
import { FormatView } from './FormatView.tsx'
import type { FormatStart } from './FormatEdit.tsx'

// The editor is larger than all other code of this domain, and an ADMIN never needs it.
const FormatEdit = lazy(() => import('./FormatEdit.tsx'))

const emptyFormat = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }] })

/** The tab LC Format: the layouts of the school's certificates. A SUPERADMIN changes them, an ADMIN reads them. */
export default function Formats() {
  const { schoolId } = useActiveSchool()
  const [address] = useSearchParams()
  const can = useQuery(CertificatesViewerCanDocument, { variables: { schoolId }, fetchPolicy: 'cache-first' })
  const { data, error, refetch } = useQuery(CertificateFormatsDocument, { variables: { schoolId } })
  const mayEdit = can.data?.certificatesViewerCan.editFormat.allowed ?? false
  const ready = useQuery(ReadyFormatsDocument, { variables: { schoolId }, skip: !mayEdit })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState lines={8} />
  const readyFormats = ready.data?.readyFormats ?? []

  const formatId = address.get('format')
  if (formatId === null) return <FormatList formats={data.certificateFormats} ready={readyFormats} mayAdd={mayEdit} />
  const row = data.certificateFormats.find(({ id }) => id === formatId)
  if (row && !row.viewerCan.edit.allowed) return <FormatView key={row.id} format={row} fields={data.certificateFields} />
  const readyKey = address.get('ready')
  if (formatId === 'new' && mayEdit && readyKey !== null && !ready.data)
    return ready.error ? <ErrorState error={ready.error} onRetry={() => void ready.refetch()} /> : <LoadingState lines={8} />
  const start = row
    ? storedStart(row)
    : formatId === 'new' && mayEdit
      ? newStart(readyFormats.find(({ key }) => key === readyKey))
      : null
  if (!start) return <NotFound />
  return (
    <Suspense fallback={<LoadingState lines={8} />}>
      <FormatEdit key={start.which} start={start} fields={data.certificateFields} />
    </Suspense>
  )
}

function storedStart(row: CertificateFormatsQuery['certificateFormats'][number]): FormatStart {
  const { id, version, name, format, fields, pictures } = row
  return { which: id, id, seen: version, name, format, pictures, order: ordered(fields) }
}

function newStart(
  ready: { key: string; name: string; format: string; fields: readonly { name: string; sr: number }[] } | undefined,
) {
  const { key = '', name = '', format = emptyFormat, fields = [] } = ready ?? {}
  return { which: `new-${key}`, id: null, seen: null, name, format, pictures: [], order: ordered(fields) }
}

function ordered(fields: readonly { name: string; sr: number }[]): string[] {
  return fields.toSorted((a, b) => a.sr - b.sr).map(({ name }) => name)
}

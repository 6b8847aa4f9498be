import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDataClient } from '#ui/data/DataProvider.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { useState } from 'react'
import { Link } from '#ui/navigation.tsx'
import { tableFromCells } from '#shared/sheet.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { fetchAllPages, maxPageSize } from '#ui/DataTable/fetchAllPages.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { LoadingState } from '#ui/LoadingState.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { certificatesAddress } from '../certificatesAddress.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { CertificateCard } from './CertificateCard.tsx'
import { CertificateFilters } from './CertificateFilters.tsx'
import { type CertificateRowFragment, CertificatesDocument } from './certificateList.graphql.ts'
import { DuplicateDialog } from './DuplicateDialog.tsx'
import { FirstSerial } from './FirstSerial.tsx'
import { registerCells } from './register.ts'
import { pageSize, useListAddress } from './useListAddress.ts'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './CertificateList.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { Progress } from '#ui/kit/Progress.tsx'
import { Pages } from '#ui/kit/Pages.tsx'

/** The tab Leaving Certificates: the register of issued certificates, newest first. */
export default function CertificateList() {
  const { schoolId } = useActiveSchool()
  const client = useDataClient()
  const { view, change } = useListAddress()
  const { search, state, page } = view
  const filter = { search, state }
  const result = useQuery(CertificatesDocument, { variables: { schoolId, input: { ...filter, page, pageSize } } })
  const [open, setOpen] = useState<{ dialog: 'duplicate' | 'cancel'; certificate: CertificateRowFragment } | null>(null)
  // The previous page stays until the answer arrives.
  const { error, refetch, loading } = result
  const shown = (result.data ?? result.previousData)?.certificates
  if (!shown) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />

  const narrowed = search !== '' || state !== null
  const pages = Math.ceil(shown.total / pageSize)
  const close = () => setOpen(null)

  async function register() {
    const rows = await fetchAllPages(
      (pageIndex) =>
        client
          .request(CertificatesDocument, { schoolId, input: { ...filter, page: pageIndex, pageSize: maxPageSize } })
          .then((data) => data.certificates),
      (row: CertificateRowFragment) => row.id,
    )
    return [tableFromCells(t`Leaving Certificates`, registerCells(rows))]
  }

  if (shown.total === 0 && !narrowed && !loading)
    return (
      <>
        <EmptyState
          text={t`No leaving certificate has been issued yet.`}
          hint={t`Each one is entered here with its serial number, and can be downloaded again, duplicated or cancelled.`}
          action={
            <Button as={Link} to={certificatesAddress({ part: 'generate' })} variant="primary">
              <Trans>Generate LC</Trans>
            </Button>
          }
        />
        <FirstSerial />
      </>
    )
  return (
    <Stack gap={4}>
      <Row gap={3} align="center" wrap>
        <CertificateFilters view={view} change={change} />
        <div className={styles.spaced}>
          <ExportButton
            fileName="leaving-certificates"
            choices={[{ label: narrowed ? t`The certificates found` : t`The whole register`, tables: register }]}
          />
        </div>
      </Row>
      <div className={styles.box}>{loading && <Progress aria-label={t`Searching`} />}</div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {shown.total === 0 ? (
        <EmptyState text={t`Nothing found`} hint={t`Search by a student’s name, the register number or the serial number.`} />
      ) : (
        <ul aria-label={t`Leaving Certificates`} className={styles.list}>
          {shown.rows.map((certificate) => (
            <CertificateCard
              key={certificate.id}
              certificate={certificate}
              onDuplicate={() => setOpen({ dialog: 'duplicate', certificate })}
              onCancel={() => setOpen({ dialog: 'cancel', certificate })}
            />
          ))}
        </ul>
      )}
      {pages > 1 && <Pages count={pages} page={Math.min(page, pages - 1)} onChange={(next) => change({ page: next })} />}
      {open?.dialog === 'duplicate' && <DuplicateDialog certificate={open.certificate} onClose={close} />}
      {open?.dialog === 'cancel' && <CancelDialog certificate={open.certificate} onClose={close} />}
    </Stack>
  )
}

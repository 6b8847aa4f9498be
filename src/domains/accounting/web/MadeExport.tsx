import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '#ui/navigation.tsx'
import { DocumentPage } from '#ui/documents/DocumentPage.tsx'
import { Alert } from '#ui/kit/Alert.tsx'
import { accountingExportParams } from '../accounting.schema.ts'

/** The export that the address names, with its files. */
export default function MadeExport() {
  const navigate = useNavigate()
  return (
    <DocumentPage
      title={t`Accounting`}
      kinds={['ACCOUNTING']}
      all={t`All exports`}
      onAgain={({ params }) => {
        const { start, end } = accountingExportParams.parse(JSON.parse(params))
        navigate(`/accounting?${new URLSearchParams({ start, end })}`)
      }}
      content={() => (
        <Alert kind="info">
          <Trans>
            In Tally, open the company, choose Import, then Transactions, and the file Tally XML. Turn on “Create the ledgers in
            Tally” where Tally says that a ledger does not exist.
          </Trans>
        </Alert>
      )}
    />
  )
}

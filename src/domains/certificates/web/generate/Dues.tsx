import { t } from '@lingui/core/macro'
import { showMoney, sumMoney } from '#shared/money.ts'
import type { CertificateDraftQuery } from './generate.graphql.ts'
import { Alert } from '#ui/kit/Alert.tsx'

export interface DuesProps {
  dues: CertificateDraftQuery['certificateDraft']['dues']
  name: string
  /** Asks whether to issue it all the same. */
  asks?: boolean
}

/** Shows a student's arrears. They do not block the certificate, because courts forbid that. */
export function Dues({ dues, name, asks = false }: DuesProps) {
  if (dues.length === 0) return null
  const total = showMoney(sumMoney(dues.map(({ pending }) => pending)))
  const term = dues[0]?.termName ?? ''
  const terms = dues.map(({ termName, pending }) => `${termName} ${showMoney(pending)}`).join(', ')
  return (
    <Alert kind="warning">
      {dues.length === 1
        ? t`${name} still owes ${total} for ${term}. A leaving certificate may not be withheld for unpaid fees.`
        : t`${name} still owes ${total} (${terms}). A leaving certificate may not be withheld for unpaid fees.`}
      {asks && <> {t`Issue it all the same?`}</>}
    </Alert>
  )
}

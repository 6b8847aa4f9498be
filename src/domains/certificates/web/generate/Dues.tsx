import Alert from '@mui/material/Alert'
import { showMoney, sumMoney } from '#shared/money.ts'
import type { CertificateDraftQuery } from './generate.graphql.ts'

export interface DuesProps {
  dues: CertificateDraftQuery['certificateDraft']['dues']
  name: string
  /** Asks whether to go on, where the certificate is about to be issued. */
  asks?: boolean
}

/** Says what a student still owes. It keeps no certificate back, because courts bar that. */
export function Dues({ dues, name, asks = false }: DuesProps) {
  if (dues.length === 0) return null
  const total = showMoney(sumMoney(dues.map(({ pending }) => pending)))
  const ofTerm =
    dues.length === 1
      ? `of ${dues[0]?.termName}`
      : `(${dues.map(({ termName, pending }) => `${termName} ${showMoney(pending)}`).join(', ')})`
  return (
    <Alert severity="warning">
      {`${name} still owes ${total} ${ofTerm}. A leaving certificate may not be withheld for unpaid fees.`}
      {asks && ' Issue it all the same?'}
    </Alert>
  )
}

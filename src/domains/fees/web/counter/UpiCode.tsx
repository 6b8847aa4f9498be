import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Paise, showMoney } from '#shared/money.ts'
import { qrPath } from '#shared/qrCode.ts'
import { Text } from '#ui/kit/Text.tsx'
import { type UpiPayee, upiPaymentAddress } from '../../upi.rules.ts'
import styles from './UpiCode.module.css'

export interface UpiCodeProps {
  payee: UpiPayee
  amount: Paise
  note: string
  reference: string
}

/** The QR code by which a parent pays an amount to the school from any UPI app. */
export default function UpiCode({ payee, amount, note, reference }: UpiCodeProps) {
  const { size, path } = qrPath(upiPaymentAddress(payee, { amount, note, reference }))
  const money = showMoney(amount)
  return (
    <div className={styles.box}>
      {/* Four empty squares on each side, which cameras look for. */}
      <svg
        viewBox={`-4 -4 ${size + 8} ${size + 8}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t`QR code to pay ${money} by UPI`}
        className={styles.code}
      >
        <path d={path} />
      </svg>
      <div className={styles.text}>
        <Text>
          <Trans>
            The parent scans this code and pays {money} to {payee.name}.
          </Trans>
        </Text>
        <Text size="small" tone="quiet">
          {payee.address}
        </Text>
        <Text size="small" tone="quiet">
          <Trans>Reference {reference}</Trans>
        </Text>
        <Text size="small" tone="quiet">
          <Trans>When the app says that it is paid, type the transaction ID that it shows.</Trans>
        </Text>
      </div>
    </div>
  )
}

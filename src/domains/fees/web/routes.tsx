import { t } from '@lingui/core/macro'
import { showDay } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import type { PaletteSource } from '#ui/palette.ts'
import type { AppRoute } from '#ui/routes.ts'
import { findStudentHits } from '#domains/classes/web/studentHits.exports.ts'
import { accountAddress } from './counter/useCounterAddress.ts'
import { RupeeIcon } from '#ui/kit/icons.ts'

export const routes: AppRoute[] = [
  {
    path: '/fees',
    title: t`Fees`,
    allow: ['ADMIN', 'FEES'],
    flag: 'feesModule',
    load: () => import('./FeesScreen.tsx'),
    menu: {
      actions: [{ label: t`Take fees`, to: '/fees', mutation: 'collectFees' }],
      label: t`Fees`,
      icon: RupeeIcon,
      group: 'money',
      order: 70,
    },
  },
  {
    path: '/fees/receipts/:id',
    title: t`Receipt`,
    allow: ['ADMIN', 'FEES'],
    flag: 'feesModule',
    load: () => import('./receipts/ReceiptScreen.tsx'),
  },
]

/** Finds receipts by number, such as 123 or 2026-27/123, of every year and including deleted ones. */
const receipts: PaletteSource = {
  label: t`Receipts`,
  allow: ['SUPERADMIN', 'ADMIN', 'FEES'],
  flag: 'feesModule',
  find: async (client, { schoolId }, text) => {
    if (!/\d$/.test(text.trim())) return []
    const { FindReceiptsDocument } = await import('./receipts/receipts.graphql.ts')
    const data = await client.fetch(FindReceiptsDocument, { schoolId, input: { number: text } })
    return (data?.findReceipts ?? []).map(({ id, receiptNumber, studentName, sectionName, amount, collectedOn, deletedAt }) => ({
      key: `receipt-${id}`,
      text: `${receiptNumber} · ${studentName}`,
      hint: [
        showMoney(amount),
        sectionName,
        showDay(collectedOn),
        ...(deletedAt ? [t({ message: 'deleted', context: 'a receipt' })] : []),
      ].join(' · '),
      to: `/fees/receipts/${id}`,
    }))
  },
}

/** Finds students of the shown term. They open at the counter. */
const payers: PaletteSource = {
  label: t`Collect fees from`,
  allow: ['SUPERADMIN', 'ADMIN', 'FEES'],
  flag: 'feesModule',
  find: async (client, place, text) => {
    const toAddress = (studentId: string) => accountAddress(studentId, place.termId)
    const hits = await findStudentHits(client, place, text, { limit: 5, toAddress })
    return hits.map((hit) => ({ ...hit, key: `payer-${hit.key}` }))
  },
}

export const paletteSources: readonly PaletteSource[] = [payers, receipts]

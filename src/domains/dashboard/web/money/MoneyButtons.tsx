import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { ExportButton } from '#ui/DataTable/ExportButton.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { DownloadIcon, PrintIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { endsSession, failureOf } from '#ui/problems.ts'
import { showError } from '#ui/snackbars.ts'
import { usePdf } from '#ui/usePdf.ts'
import { beforeTitle, classTable, expenseTable, monthTable, topFigures } from '../../moneyTables.ts'
import { figureSheet, topSheet } from './figureSheet.ts'
import type { MoneyQuery } from './money.graphql.ts'

// Loaded to print.
const PrintedMoney = later(() => import('./PrintedMoney.tsx'))

type Page = MoneyQuery['money']

/** Exports the page, downloads its PDF and prints it. */
export function MoneyButtons({ page }: { page: Page }) {
  const { termId } = useActiveSchool()
  const makePdf = usePdf()
  const [isPrinting, setPrinting] = useState(false)
  const [isDownloading, setDownloading] = useState(false)

  async function download() {
    setDownloading(true)
    try {
      await makePdf('money', { termId })
    } catch (error) {
      const failure = failureOf(error)
      if (!endsSession(failure)) showError(failure.message)
    } finally {
      setDownloading(false)
    }
  }

  return (
    <>
      <ExportButton fileName="money" choices={[{ label: t`The whole page`, tables: () => tablesOf(page) }]} />
      <Button variant="quiet" icon={<DownloadIcon />} loading={isDownloading} onClick={() => void download()}>
        <Trans>Download PDF</Trans>
      </Button>
      <Button icon={<PrintIcon />} onClick={() => setPrinting(true)}>
        <Trans>Print</Trans>
      </Button>
      {isPrinting && <PrintedMoney page={page} onClose={() => setPrinting(false)} />}
    </>
  )
}

function tablesOf(page: Page) {
  const { now, before, earlierPending, expenses } = page
  const titles = { now: now.termName, before: before ? beforeTitle(before) : '' }
  const tables = [monthTable(page), classTable(page), ...(expenses ? [expenseTable(expenses)] : [])]
  return [
    topSheet(topFigures(now, earlierPending), before && topFigures(before), titles),
    ...tables.map((table) => figureSheet(table, before)),
  ]
}

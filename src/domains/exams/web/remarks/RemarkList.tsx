import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { languageNames } from '#shared/languages.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import { useQuery } from '#ui/data/useQuery.ts'
import { Button } from '#ui/kit/Button.tsx'
import { AddIcon, DeleteIcon, EditIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { type RemarkFactsFragment, RemarksDocument, SaveRemarkDocument } from './remarks.graphql.ts'
import { usePermission } from '#ui/viewerCan/usePermission.ts'
import { kindLabels, remarkLanguages, remarkText, ruleText } from './remarkTexts.ts'
import styles from './RemarkList.module.css'

const RemarkDialog = later(async () => ({ default: (await import('./RemarkDialog.tsx')).RemarkDialog }))
const DeleteRemarkDialog = later(async () => ({ default: (await import('./DeleteRemarkDialog.tsx')).DeleteRemarkDialog }))

const rowId = (row: RemarkFactsFragment) => row.id

const columns: readonly Column<RemarkFactsFragment>[] = [
  {
    key: 'text',
    header: t`Remark`,
    value: remarkText,
    render: (row) => <span className={styles.text}>{remarkText(row)}</span>,
    flex: 2.4,
    minWidth: 220,
    phone: 'title',
  },
  { key: 'kind', header: t`About`, value: ({ kind }) => kindLabels[kind], flex: 1.1, minWidth: 150, phone: 'line' },
  { key: 'rule', header: t`Proposed for`, value: ({ rule }) => ruleText(rule), flex: 1.5, minWidth: 230, phone: 'line' },
  {
    key: 'languages',
    header: t`Written in`,
    value: (row) =>
      remarkLanguages
        .filter((language) => row[language] !== '')
        .map((language) => languageNames[language])
        .join(', '),
    minWidth: 150,
    phone: 'none',
  },
]

/** The tab Remarks: the school's list, from which remarks are proposed and chosen for report cards. */
export default function RemarkList() {
  const { schoolId } = useActiveSchool()
  const { data, error, refetch } = useQuery(RemarksDocument, { variables: { schoolId } })
  const maySave = usePermission(SaveRemarkDocument)
  const [changed, setChanged] = useState<RemarkFactsFragment | 'new' | null>(null)
  const [deleted, setDeleted] = useState<RemarkFactsFragment | null>(null)
  const actions = useMemo<RowAction<RemarkFactsFragment>[]>(
    () => [
      {
        label: t`Change remark`,
        icon: EditIcon,
        onClick: setChanged,
        refusalReason: ({ viewerCan }) => viewerCan.save.reason,
      },
      {
        label: t`Delete remark`,
        icon: DeleteIcon,
        destructive: true,
        onClick: setDeleted,
        refusalReason: ({ viewerCan }) => viewerCan.delete.reason,
      },
    ],
    [],
  )
  return (
    <Stack gap={4}>
      {maySave?.allowed && (
        <Row gap={2}>
          <Button variant="primary" icon={<AddIcon size={18} />} onClick={() => setChanged('new')}>
            <Trans>Add remark</Trans>
          </Button>
        </Row>
      )}
      <DataTable
        title={t`REMARKS`}
        fileName="remarks"
        columns={columns}
        rows={data?.remarks}
        error={data ? undefined : error}
        onRetry={() => void refetch()}
        rowId={rowId}
        rowName={remarkText}
        actions={actions}
        empty={{
          text: t`No remarks yet`,
          hint: t`A remark is written once, in up to three languages, and chosen for many report cards. With a rule it is proposed by itself, such as for a total from 75 %.`,
        }}
      />
      {changed && <RemarkDialog remark={changed === 'new' ? null : changed} onClose={() => setChanged(null)} />}
      {deleted && <DeleteRemarkDialog remark={deleted} onClose={() => setDeleted(null)} />}
    </Stack>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useMemo, useRef, useState } from 'react'
import { uploads } from '#shared/uploads.ts'
import { showCount } from '#shared/counts.ts'
import type { Column, RowAction } from '#ui/DataTable/columns.ts'
import { DataTable } from '#ui/DataTable/DataTable.tsx'
import type { TableQuery } from '#ui/DataTable/tableQuery.ts'
import { usePagedTable } from '#ui/DataTable/usePagedTable.ts'
import type { TableControl } from '#ui/DataTable/useTableQuery.ts'
import { useSectionFilters } from '#domains/classes/web/classes.exports.tsx'
import type { CardField, CardHolderKind, CardLook } from '../../cardFields.ts'
import type { DesignsProps } from '../designs/Designs.tsx'
import { type CardHolderFragment, IdCardHoldersDocument, type IdCardHoldersQuery } from '../idcards.graphql.ts'
import type { OrderFormProps } from './OrderForm.tsx'
import { useUploadPhoto } from './useUploadPhoto.ts'
import styles from './Holders.module.css'
import { Button } from '#ui/kit/Button.tsx'
import { AddPhotoIcon, BadgeIcon } from '#ui/kit/icons.ts'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { Photo } from '#ui/kit/Photo.tsx'
import { later } from '#ui/kit/later.tsx'

const CardDialog = later(async () => ({ default: (await import('./CardDialog.tsx')).CardDialog }))

type Row = CardHolderFragment

interface HoldersProps extends Pick<OrderFormProps, 'whose' | 'counts'> {
  chosen: ReadonlySet<string>
  holder: CardHolderKind
  control: TableControl
  onChoose: (id: string) => void
  onChooseNone: () => void
  /** null if there is no design to preview cards with. */
  look: CardLook | null
  school: DesignsProps['school']
}

/** Lists the people who get cards, those without a photo first, with actions to add a photo and to preview the card. */
export function Holders({ holder, control, whose, counts, chosen, onChoose, onChooseNone, look, school }: HoldersProps) {
  const filters = useSectionFilters(control.query.filters.class)
  const toInput = useCallback(({ search, page, pageSize }: TableQuery) => ({ ...whose, search, page, pageSize }), [whose])
  const { tableProps } = usePagedTable({
    document: IdCardHoldersDocument,
    control,
    toInput,
    pageOf,
    rowId,
  })
  const [looking, setLooking] = useState<Row | null>(null)
  const { input, choose, accept } = usePhotoChoice(holder)

  const columns = useMemo(
    () => [chosenColumn(chosen, onChoose), photoColumn(choose), ...(holder === 'STUDENT' ? studentColumns : staffColumns)],
    [holder, chosen, onChoose, choose],
  )
  const actions = useMemo<RowAction<Row>[]>(
    () => [
      { label: t`Change photo`, icon: AddPhotoIcon, onClick: choose, hidden: (row) => row.photoUrl === null },
      ...(look ? [{ label: t`View card`, icon: BadgeIcon, onClick: setLooking }] : []),
    ],
    [choose, look],
  )
  return (
    <div className={styles.shrinkable}>
      <input
        ref={input}
        type="file"
        accept={uploads['student-photo'].types.join(',')}
        hidden
        aria-label={t`Photo`}
        onChange={accept}
      />
      <DataTable
        title={holder === 'STUDENT' ? t`STUDENTS` : t`STAFF`}
        fileName={holder === 'STUDENT' ? 'id-cards-students' : 'id-cards-staff'}
        columns={columns}
        {...tableProps}
        rowName={rowName}
        actions={actions}
        {...(holder === 'STUDENT' ? { filters } : {})}
        searchLabel={holder === 'STUDENT' ? t`Search name, register no., phone, roll` : t`Search name, e-mail, phone`}
        empty={{ text: t`Nobody here yet`, hint: t`All enabled people are listed here, those without a photo first.` }}
        footer={
          <div className={styles.row}>
            {counts && t`${showCount(counts.withoutPhoto)} of ${showCount(counts.total)} without a photo`}
            {chosen.size > 0 && (
              <Button variant="quiet" size="small" onClick={onChooseNone}>
                {t`Clear selection (${showCount(chosen.size)})`}
              </Button>
            )}
          </div>
        }
      />
      {looking && look && <CardDialog row={looking} look={look} school={school} onClose={() => setLooking(null)} />}
    </div>
  )
}

/** Manages one hidden file input for all rows. A photo is uploaded as soon as it is chosen. */
function usePhotoChoice(holder: CardHolderKind) {
  const input = useRef<HTMLInputElement>(null)
  const whose = useRef<Row | null>(null)
  const put = useUploadPhoto(holder)
  const choose = useCallback((row: Row) => {
    whose.current = row
    input.current?.click()
  }, [])
  const accept = useCallback(() => {
    const [file] = input.current?.files ?? []
    if (file && whose.current) void put(whose.current, file)
    // Clears the input, so that the same file can be chosen again for another person.
    if (input.current) input.current.value = ''
  }, [put])
  return { input, choose, accept }
}

const pageOf = (data: IdCardHoldersQuery) => data.idCardHolders
const rowId = (row: Row) => row.id
const rowName = (row: Row) => row.name
const valueOf = (row: Row, field: CardField) => row.values.find((entry) => entry.field === field)?.value ?? ''

/** Returns the column for choosing people one by one. */
function chosenColumn(chosen: ReadonlySet<string>, onChoose: (id: string) => void): Column<Row> {
  return {
    key: 'chosen',
    header: t`Chosen`,
    flex: 0.4,
    minWidth: 80,
    sortable: false,
    exported: false,
    phone: 'line',
    value: (row) => (chosen.has(row.personId) ? t`Yes` : t`No`),
    render: (row) => (
      <Checkbox
        checked={chosen.has(row.personId)}
        onChange={() => onChoose(row.personId)}
        className={styles.box}
        aria-label={t`Choose ${row.name}`}
      />
    ),
  }
}

/** Returns the column with the photo, or a button to add one. */
function photoColumn(choose: (row: Row) => void): Column<Row> {
  return {
    key: 'photo',
    header: t`Photo`,
    flex: 0.6,
    minWidth: 130,
    sortable: false,
    phone: 'line',
    value: (row) => (row.photoUrl ? t`Yes` : t`No photo`),
    render: (row) =>
      row.photoUrl ? (
        <Photo src={row.photoUrl} alt={t`Photo of ${row.name}`} className={styles.avatar} />
      ) : (
        <Button size="small" icon={<AddPhotoIcon />} aria-label={t`Add photo of ${row.name}`} onClick={() => choose(row)}>
          <Trans>Add photo</Trans>
        </Button>
      ),
  }
}

const plain = (key: string, header: string, field: CardField, also: Partial<Column<Row>> = {}): Column<Row> => ({
  key,
  header,
  value: (row: Row) => valueOf(row, field),
  sortable: false,
  phone: 'none',
  ...also,
})
const name: Column<Row> = {
  key: 'name',
  header: t`Name`,
  value: (row: Row) => row.name,
  flex: 1.6,
  minWidth: 170,
  sortable: false,
  phone: 'title',
}

const studentColumns: readonly Column<Row>[] = [
  plain('section', t`Class`, 'CLASS', { flex: 0.5, minWidth: 80, phone: 'line' }),
  plain('roll', t`Roll`, 'ROLL', { flex: 0.4, minWidth: 70, phone: 'line' }),
  name,
  plain('registerNo', t`Register no.`, 'REGISTER_NO', { flex: 0.8, minWidth: 110 }),
  plain('phone', t`Phone`, 'PHONE', { flex: 0.8, minWidth: 110 }),
  // Health data is hidden and not exported by default.
  plain('bloodgroup', t`Blood group`, 'BLOOD_GROUP', { flex: 0.6, minWidth: 100, hidden: true, exported: false }),
  {
    key: 'code',
    header: t`QR code`,
    value: (row: Row) => (row.hasCode ? t`Yes` : t`None`),
    sortable: false,
    hidden: true,
    phone: 'none',
    minWidth: 90,
    flex: 0.5,
  },
]

const staffColumns: readonly Column<Row>[] = [
  name,
  plain('role', t`Post`, 'ROLE', { minWidth: 120, phone: 'line' }),
  plain('phone', t`Phone`, 'PHONE', { minWidth: 110 }),
  plain('email', t`E-mail`, 'EMAIL', { flex: 1.4, minWidth: 180 }),
]

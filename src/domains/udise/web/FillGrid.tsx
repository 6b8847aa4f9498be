import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { showCount } from '#shared/counts.ts'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { failureOf, genericMessage } from '#ui/problems.ts'
import { unknownOutcomeMessage, useRequestKey } from '#ui/requestKey.ts'
import { showSuccess } from '#ui/snackbars.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useSendCommand } from '#ui/useSendCommand.ts'
import { Alert } from '#ui/kit/Alert.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { Checkbox } from '#ui/kit/Checkbox.tsx'
import { ArrowBackIcon } from '#ui/kit/icons.ts'
import { Pages } from '#ui/kit/Pages.tsx'
import { Row } from '#ui/kit/Row.tsx'
import { Select } from '#ui/kit/Select.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import { Text } from '#ui/kit/Text.tsx'
import { TextField } from '#ui/kit/TextField.tsx'
import { usePhone } from '#ui/kit/useMedia.ts'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { formatOf } from '../formats.ts'
import { type FillItem, fillItems, type Item, itemLabel, items } from '../udise.items.ts'
import { readCell, shownCell } from './cells.ts'
import { type Draft, type Drafts, draftKey, draftRows, withProblems } from './drafts.ts'
import { FillCards } from './FillCards.tsx'
import { FillTable } from './FillTable.tsx'
import { FillGovernmentIdsDocument, UdisePageDocument } from './udise.graphql.ts'

const pageSize = 50
type Sort = 'SECTION' | 'NAME' | 'MISSING'

interface FillGridProps {
  item: Item | undefined
  sectionId: string | undefined
  drafts: Drafts
  onDrafts: (drafts: Drafts) => void
  onView: (view: { item?: Item | undefined; sectionId?: string | undefined }) => void
  onBoard: () => void
}

/** The grid of students without a required detail, with the missing cells. What is typed stays until it is saved. */
export default function FillGrid({ item, sectionId, drafts, onDrafts, onView, onBoard }: FillGridProps) {
  const { schoolId, termId, term } = useActiveSchool()
  const phone = usePhone()
  const sendCommand = useSendCommand()
  const withKey = useRequestKey()
  const { sections = [] } = useSectionChoices()
  const [page, setPage] = useState(0)
  const [sort, setSort] = useState<Sort>('SECTION')
  const [all, setAll] = useState(false)
  const [search, setSearch] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const searched = useDeferredValue(search)
  const format = formatOf(term?.name ?? '')
  const { data, previousData, error, refetch } = useQuery(UdisePageDocument, {
    variables: {
      schoolId,
      input: {
        termId,
        all,
        sort,
        page,
        pageSize,
        ...(item ? { item } : {}),
        ...(sectionId ? { sectionId } : {}),
        ...(searched ? { search: searched } : {}),
      },
    },
  })
  const shown = (data ?? previousData)?.udisePage
  // After the last page was saved, its students are on no page any more.
  const pastEnd = page > 0 && data?.udisePage.rows.length === 0
  useEffect(() => {
    if (pastEnd) setPage(0)
  }, [pastEnd])
  const rows = useMemo(
    () =>
      (shown?.rows ?? []).map((row) => ({
        ...row,
        stored: Object.fromEntries(fillItems.map((key, index) => [key, row.cells[index] ?? ''])) as Record<FillItem, string>,
      })),
    [shown],
  )
  const columns = useMemo(() => {
    if (all) return fillItems
    const lacked = new Set(rows.flatMap(({ missing }) => missing))
    const others = fillItems.filter((key) => key !== item && lacked.has(key))
    return item === undefined || item === 'class' ? others : [item, ...others]
  }, [rows, item, all])

  function change(changes: readonly { id: string; item: FillItem; typed: string; stored: string }[]) {
    const next = new Map(drafts)
    for (const { id, item: key, typed, stored } of changes) {
      const read = readCell(key, typed, format)
      const value = 'value' in read ? read.value : undefined
      if (value === stored || typed === shownCell(key, stored)) next.delete(draftKey(id, key))
      else
        next.set(draftKey(id, key), {
          // A value is shown as the grid shows it once it is stored: a code becomes its name.
          typed: value === undefined || key === 'aadharNumber' ? typed : shownCell(key, value),
          ...('value' in read ? { value: read.value } : { message: read.message }),
        } satisfies Draft)
    }
    onDrafts(next)
  }

  async function save() {
    const changed = draftRows(drafts)
    setRefusal(null)
    setSaving(true)
    try {
      await withKey((key) =>
        sendCommand(
          FillGovernmentIdsDocument,
          { schoolId, input: { key, termId, rows: changed } },
          { alsoChanges: ['students'] },
        ),
      )
      onDrafts(new Map())
      showSuccess(t`${plural(changed.length, { one: '# student saved', other: '# students saved' })}`)
    } catch (thrown) {
      const failure = failureOf(thrown)
      const { drafts: marked, others } = withProblems(drafts, changed, failure.problems)
      onDrafts(marked)
      const reason = failure.code === 'NETWORK' ? unknownOutcomeMessage : genericMessage(failure)
      setRefusal(failure.problems.length === 0 ? reason : others.join(' ') || t`Nothing was saved. Correct the marked cells.`)
    } finally {
      setSaving(false)
    }
  }

  const wrong = [...drafts.values()].filter(({ message }) => message !== undefined).length
  const pages = Math.max(1, Math.ceil((shown?.total ?? 0) / pageSize))
  const show = (view: { item?: Item | undefined; sectionId?: string | undefined }) => {
    setPage(0)
    onView(view)
  }
  return (
    <Stack gap={4}>
      <div>
        <Button variant="quiet" size="small" icon={<ArrowBackIcon />} onClick={onBoard}>
          <Trans>What is missing by section</Trans>
        </Button>
      </div>
      <Row gap={2} wrap align="end">
        <Select
          label={t`Section`}
          value={sectionId ?? ''}
          onChange={(event) => show({ item, sectionId: event.target.value || undefined })}
        >
          <option value="">{t`All sections`}</option>
          {sections.map((section) => (
            <option key={section.id} value={section.id}>
              {section.title}
            </option>
          ))}
        </Select>
        <Select
          label={t`Students without`}
          value={item ?? ''}
          onChange={(event) => show({ sectionId, item: items.find((key) => key === event.target.value) })}
        >
          <option value="">{t`any required detail`}</option>
          {items.map((key) => (
            <option key={key} value={key}>
              {itemLabel(key)}
            </option>
          ))}
        </Select>
        <Select label={t`Sort by`} value={sort} onChange={(event) => setSort(event.target.value as Sort)}>
          <option value="SECTION">{t`Class and roll`}</option>
          <option value="NAME">{t`Name`}</option>
          <option value="MISSING">{t`Most missing`}</option>
        </Select>
        <TextField
          label={t`Search`}
          value={search}
          autoComplete="off"
          onChange={(event) => {
            setPage(0)
            setSearch(event.target.value)
          }}
        />
        <Checkbox
          checked={all}
          label={t`All students and fields`}
          onChange={(event) => {
            setPage(0)
            setAll(event.target.checked)
          }}
        />
      </Row>
      {refusal && <Alert kind="error">{refusal}</Alert>}
      {item === 'class' && (
        <Alert kind="info">
          {t`UDISE+ has the classes PP3, PP2, PP1 and 1 to 12. Rename the class under “Classes”, such as 5, V, LKG or Nursery.`}
        </Alert>
      )}
      {shown ? (
        rows.length === 0 ? (
          <EmptyState text={t`Nobody here is without this`} hint={t`Choose another section, or another field.`} />
        ) : (
          <>
            <Text size="small" tone="quiet">
              {t`${plural(shown.total, { one: '# student', other: '# students' })}. Type a value or the code of UDISE+. Press Enter to go down. You can paste a column from a spreadsheet.`}
            </Text>
            {phone ? (
              <FillCards rows={rows} columns={columns} drafts={drafts} all={all} onChange={change} />
            ) : (
              <FillTable rows={rows} columns={columns} drafts={drafts} onChange={change} motherTongues={format.motherTongues} />
            )}
            {pages > 1 && <Pages count={pages} page={page} onChange={setPage} />}
          </>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState lines={10} />
      )}
      <Row gap={2} wrap align="center">
        <Button variant="primary" disabled={drafts.size === 0 || wrong > 0} loading={saving} onClick={() => void save()}>
          {drafts.size === 0 ? t`Save` : t`Save ${plural(drafts.size, { one: '# changed cell', other: '# changed cells' })}`}
        </Button>
        {drafts.size > 0 && (
          <Button variant="quiet" disabled={saving} onClick={() => onDrafts(new Map())}>
            <Trans>Discard changes</Trans>
          </Button>
        )}
        {wrong > 0 && (
          <Text size="small" role="status">
            {t`${showCount(wrong)} to correct`}
          </Text>
        )}
      </Row>
    </Stack>
  )
}

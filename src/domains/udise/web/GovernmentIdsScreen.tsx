import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import { useQuery } from '#ui/data/useQuery.ts'
import { LoadingState } from '#ui/LoadingState.tsx'
import { PageLayout } from '#ui/PageLayout.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { Button } from '#ui/kit/Button.tsx'
import { DownloadIcon, EditIcon } from '#ui/kit/icons.ts'
import { later } from '#ui/kit/later.tsx'
import { UnsavedChanges } from '#ui/UnsavedChanges.tsx'
import { type Item, items } from '../udise.items.ts'
import { Board } from './Board.tsx'
import type { Drafts } from './drafts.ts'
import { UdiseBoardDocument } from './udise.graphql.ts'

// Loaded when opened.
const FillGrid = lazy(() => import('./FillGrid.tsx'))
const SheetDialog = later(() => import('./SheetDialog.tsx'))

const isItem = (text: string | null): text is Item => (items as readonly (string | null)[]).includes(text)

/** /government-ids: what students lack for UDISE+ by section, the grid to fill it in, and the portal's sheet. */
export default function GovernmentIdsScreen() {
  const { schoolId, termId, term } = useActiveSchool()
  const [params, setParams] = useSearchParams()
  const [exporting, setExporting] = useState(false)
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const filling = params.get('view') === 'fill'
  const { data, error, refetch } = useQuery(UdiseBoardDocument, {
    variables: { schoolId, input: { termId } },
    skip: !term || filling,
  })
  const item = params.get('item')

  const fill = (view: { item?: Item | undefined; sectionId?: string | undefined }) =>
    setParams({
      view: 'fill',
      ...(view.item ? { item: view.item } : {}),
      ...(view.sectionId ? { section: view.sectionId } : {}),
    })
  const year = data?.udiseBoard.year ?? ''
  return (
    <PageLayout
      title={t`Government ids`}
      context={
        term ? (
          <span>{year && !filling ? t`UDISE+ of ${term.name}, by the format of ${year}` : t`UDISE+ of ${term.name}`}</span>
        ) : (
          <span>{t`This school has no term yet`}</span>
        )
      }
      action={
        term && (
          <>
            {!filling && (
              <Button icon={<EditIcon />} onClick={() => fill({})}>
                <Trans>Fill in</Trans>
              </Button>
            )}
            <Button icon={<DownloadIcon />} onClick={() => setExporting(true)}>
              <Trans>Export for UDISE+</Trans>
            </Button>
          </>
        )
      }
    >
      {term && filling && (
        <Suspense fallback={<LoadingState lines={10} />}>
          <FillGrid
            key={termId}
            item={isItem(item) ? item : undefined}
            sectionId={params.get('section') ?? undefined}
            drafts={drafts}
            onDrafts={setDrafts}
            onView={fill}
            onBoard={() => setParams({})}
          />
        </Suspense>
      )}
      {term &&
        !filling &&
        (data ? (
          data.udiseBoard.sections.length > 0 ? (
            <Board sections={data.udiseBoard.sections} onFill={fill} />
          ) : (
            <EmptyState text={t`No students in this term yet`} hint={t`What is missing for UDISE+ is counted here by section.`} />
          )
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState lines={10} />
        ))}
      <UnsavedChanges unsaved={drafts.size > 0} within="/government-ids" />
      {exporting && <SheetDialog onClose={() => setExporting(false)} />}
    </PageLayout>
  )
}

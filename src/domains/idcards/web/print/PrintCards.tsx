import { t } from '@lingui/core/macro'
import { useQuery } from '#ui/data/useQuery.ts'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate, useEntryState, useSearch, useSearchParams } from '#ui/navigation.tsx'
import { useActiveSchool } from '#ui/activeSchool.ts'
import type { DocumentJob } from '#ui/documents/documentTexts.ts'
import { useTableQuery } from '#ui/DataTable/useTableQuery.ts'
import { EmptyState } from '#ui/states.tsx'
import { useSectionChoices } from '#domains/classes/web/classes.exports.tsx'
import { cardHolders } from '../../cardFields.ts'
import { holderLabels, lookOf } from '../cardLabels.ts'
import type { DesignsProps } from '../designs/Designs.tsx'
import { IdCardCountsDocument } from '../idcards.graphql.ts'
import { Holders } from './Holders.tsx'
import { parseOrderAddress, parseChosenIds, useOrderAgain } from './orderAddress.ts'
import { OrderForm } from './OrderForm.tsx'
import { Stack } from '#ui/kit/Stack.tsx'
import styles from './PrintCards.module.css'
import { Toggle, ToggleGroup } from '#ui/kit/ToggleGroup.tsx'

// Below the form and the people.
const DocumentList = lazy(async () => ({ default: (await import('#ui/documents/DocumentList.tsx')).DocumentList }))

/** The tab Print Cards: the order form, the list of people, and earlier orders. */
export function PrintCards({ designs, school, can }: DesignsProps) {
  const [address, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const again = useOrderAgain()
  const open = useCallback((job: DocumentJob) => navigate(`/lcidcard?job=${job.id}`), [navigate])
  const { holder } = parseOrderAddress(address)
  return (
    <Stack gap={5}>
      {can.viewStaff.allowed && (
        <ToggleGroup
          value={holder}
          // Drops the other parameters, because class filters and searches apply to students only.
          onChange={(next: string) => setAddress(next === 'STAFF' ? { holder: next } : {})}
          aria-label={t`Cards of`}
        >
          {cardHolders.map((kind) => (
            <Toggle key={kind} value={kind} className={styles.toggle}>
              {holderLabels[kind]}
            </Toggle>
          ))}
        </ToggleGroup>
      )}
      {/* The key resets the chosen people when the kind of holder changes. */}
      <Choice key={holder} designs={designs} school={school} can={can} />
      <Suspense>
        <DocumentList
          kind="ID_CARDS"
          title={t`EARLIER CARDS`}
          fileName="id-card-orders"
          empty={{ text: t`No cards yet`, hint: t`What you order above is listed here, with its file, for 30 days.` }}
          onOpen={open}
          onAgain={again}
        />
      </Suspense>
    </Stack>
  )
}

function Choice({ designs, school }: DesignsProps) {
  const { schoolId, termId } = useActiveSchool()
  const [address] = useSearchParams()
  const search = useSearch()
  const state = useEntryState()
  const { sections } = useSectionChoices()
  const choices = parseOrderAddress(address)
  const control = useTableQuery()
  const { class: classId, section: sectionId } = control.query.filters
  const whose = useMemo(
    () => ({
      termId,
      holder: choices.holder,
      ...(choices.holder === 'STUDENT' ? { classId: classId || null, sectionId: sectionId || null } : {}),
    }),
    [termId, choices.holder, classId, sectionId],
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set())
  const [designId, setDesignId] = useState(choices.designId)
  const [again, setAgain] = useState(0)
  useEffect(() => {
    // Only an order that is made again has a state. Other changes of the address keep the chosen people.
    if (!state) return
    setChosen(new Set(parseChosenIds(state)))
    setDesignId(parseOrderAddress(new URLSearchParams(search)).designId)
    setAgain((before) => before + 1)
  }, [state, search])
  const { data: counts } = useQuery(IdCardCountsDocument, {
    variables: { schoolId, input: { ...whose, pageSize: 1 } },
  })
  const ordered = useMemo(
    // People chosen one by one may be in any class, so class and section are dropped.
    () => (chosen.size > 0 ? { termId, holder: choices.holder, ids: [...chosen] } : whose),
    [chosen, termId, choices.holder, whose],
  )
  const { data: orderedCounts, previousData } = useQuery(IdCardCountsDocument, {
    variables: { schoolId, input: { ...ordered, pageSize: 1 } },
  })
  const toggle = useCallback((id: string) => {
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const usable = designs.filter((design) => design.holder === choices.holder)
  const design = usable.find(({ id }) => id === designId) ?? usable[0]
  const section = sections?.find(({ id }) => id === sectionId)
  const sectionOfClass = sections?.find((choice) => choice.class.id === classId)
  const place = section ? { sectionTitle: section.title } : sectionOfClass ? { className: sectionOfClass.class.name } : null
  return (
    <>
      {design ? (
        <OrderForm
          key={again}
          designs={usable}
          design={design}
          onDesign={setDesignId}
          school={school}
          whose={ordered}
          place={place}
          counts={(orderedCounts ?? previousData)?.idCardHolders}
        />
      ) : (
        <EmptyState
          text={choices.holder === 'STUDENT' ? t`No design for students yet` : t`No design for staff yet`}
          hint={t`Add one in the tab “Designs”. It sets how the cards look.`}
        />
      )}
      <Holders
        holder={choices.holder}
        control={control}
        whose={whose}
        counts={counts?.idCardHolders}
        chosen={chosen}
        onChoose={toggle}
        onChooseNone={() => setChosen(new Set())}
        look={design ? lookOf(design, school.color) : null}
        school={school}
      />
    </>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useEffect, useId, useState } from 'react'
import { readersChoice, ReportCardView } from '#domains/exams/family/reportCardView.exports.tsx'
import {
  type Failure,
  FailurePage,
  failureOf,
  Frame,
  request,
  useLink,
  useTitle,
  Waiting,
} from '#domains/onlinefees/family/home.exports.tsx'
import { language } from '#shared/pageLanguage.ts'
import { type ReceiptLanguages, receiptLanguageOptions } from '#shared/receiptLanguages.ts'
import { childPath } from '../address.ts'
import { FamilyReportCardDocument, type FamilyReportCardQuery } from '../cards.graphql.ts'
import type { Child } from '../home.ts'
import type { HomeState } from '../useHome.ts'
import './card.css'

interface Props {
  child: Child
  cardId: string
  reload: HomeState['reload']
}

/** A report card of a child, in a language that the reader chooses, to look at and to keep as a PDF. */
export function CardScreen({ child, cardId, reload }: Props) {
  const link = useLink()
  const { fees, school } = child
  const { place } = school
  useTitle(t`Report card of ${fees.name}`)
  const [card, setCard] = useState<FamilyReportCardQuery['familyReportCard'] | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [languages, setLanguages] = useState<ReceiptLanguages>(() => readersChoice(language))

  const load = useCallback(async () => {
    setFailure(null)
    try {
      const { familyReportCard } = await request(FamilyReportCardDocument, { place, input: { studentId: fees.id, id: cardId } })
      setCard(familyReportCard)
    } catch (error) {
      const failed = failureOf(error)
      setFailure(failed)
      // The list of cards is not right any more, or nobody is signed in.
      if (failed.isFinal) void reload()
    }
  }, [place, fees.id, cardId, reload])
  useEffect(() => void load(), [load])

  return (
    <Frame school={school.family.school} wide>
      <nav>
        <a className="back" {...link(childPath(place, fees.id))}>
          <span aria-hidden="true">‹ </span>
          {fees.name}
        </a>
      </nav>
      <h1>
        <Trans>Report card</Trans>
      </h1>
      {card ? (
        <>
          <CardTools
            languages={languages}
            onLanguages={setLanguages}
            path={`/report-card/family/${place}/${fees.id}/${card.id}?languages=${languages}`}
          />
          <div className="card-sheet">
            <ReportCardView card={card} languages={languages} />
          </div>
        </>
      ) : failure ? (
        <FailurePage failure={failure} onRetry={() => void load()} />
      ) : (
        <Waiting />
      )}
    </Frame>
  )
}

function CardTools({
  languages,
  onLanguages,
  path,
}: {
  languages: ReceiptLanguages
  onLanguages: (languages: ReceiptLanguages) => void
  path: string
}) {
  const id = useId()
  return (
    <div className="card-tools">
      <div className="field">
        <label htmlFor={id}>
          <Trans>Language of the report card</Trans>
        </label>
        <select id={id} value={languages} onChange={({ target }) => onLanguages(target.value as ReceiptLanguages)}>
          {receiptLanguageOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <a className="button secondary" href={path} download>
        <Trans>Download as PDF</Trans>
      </a>
    </div>
  )
}

import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config.ts'
import type { Database, Read } from '#platform/database/connect.ts'
import { type PaperKind, type PublicPaper, registerPaperPage } from '#platform/http/paperPage.ts'
import { spokenLanguage } from '#platform/languages/speech.ts'
import { schoolDay, showDay } from '#shared/dates.ts'
import { percentNumber } from '#shared/percent.ts'
import { t } from '#shared/texts.ts'
import { type ReportCard, reportCard } from '../reportCard.schema.ts'
import { outcomeLabels } from '../passing.rules.ts'
import { showMarks } from '../scheme.schema.ts'
import { schemeWord } from '../schemeWords.ts'
import { heldForDues } from './cardHolds.ts'
import { selectPublicCard } from './reportCards.sql.ts'

/**
 * The page of a report card: whether it is valid or withdrawn, with what a forger would change. Its result is there
 * when the family may see it too: from the day of the publication, and while the card is not held (decisions/0097).
 */
const reportCardPages: PaperKind = {
  path: 'report-card',
  title: () => t`Report card`,
  unknown: () => ({
    title: t`This report card is not known`,
    words: t`No report card has this code. If it is on a paper that was given to you, ask the school named on the paper.`,
  }),
  find: async (database, school, token) => {
    const db = database.kysely
    const read: Read = (...statements) => database.read(school.id, statements)
    const [[row]] = await read(selectPublicCard(db, school.id, token))
    if (!row) return undefined
    const isShown =
      row.visibleFrom <= schoolDay(new Date()) && !(await heldForDues({ db, read, school }, [row.studentId])).has(row.studentId)
    return describeCard(reportCard.parse(JSON.parse(row.content)), { isWithdrawn: row.withdrawn, isShown })
  },
}

/** Registers `GET /report-card/{token}`, the page to which a report card's QR code leads. */
export function registerReportCards(app: FastifyInstance, parts: { config: Config; database: Database }): Promise<void> {
  return registerPaperPage(app, parts, reportCardPages)
}

/** Returns the path of a card's public page. */
export function reportCardPath(token: string): string {
  return `/report-card/${token}`
}

function describeCard(card: ReportCard, { isWithdrawn, isShown }: { isWithdrawn: boolean; isShown: boolean }): PublicPaper {
  const { student, sectionName, termName, part, total, outcome, publishedOn } = card
  const word = (text: string) => schemeWord(text, spokenLanguage())
  const marks = isShown && total && `${showMarks(total.obtained)} / ${showMarks(total.outOf)}, ${percentNumber(total.share)} %`
  return {
    state: isWithdrawn ? 'cancelled' : 'valid',
    title: isWithdrawn ? t`Withdrawn` : t`Valid`,
    why: isWithdrawn
      ? t`The school has withdrawn this report card. It is not valid any more.`
      : isShown
        ? t`The school has published this report card.`
        : // The same words before its day and while it is held: nobody else learns that fees are owed.
          t`The school has issued this report card. Its result is not public yet.`,
    facts: [
      { term: t`Student`, value: student.name },
      { term: t`Class`, value: sectionName },
      { term: t`Term`, value: part === null ? termName : `${termName}, ${word(part)}` },
      ...(marks ? [{ term: t`Total`, value: marks }] : []),
      ...(outcome === null || !isShown ? [] : [{ term: t`Result`, value: outcomeLabels[outcome] }]),
      { term: t`Published on`, value: showDay(publishedOn) },
    ],
  }
}

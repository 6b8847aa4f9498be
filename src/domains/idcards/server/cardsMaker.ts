import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { DocumentMaker, MadeFile, MakerContext } from '#platform/documentJobs/makers.ts'
import { speakIn } from '#platform/languages/speech.ts'
import { paperPhotos, paperPicture } from '#platform/files/paperPictures.ts'
import type { PdfContent } from '#platform/pdf/document.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { type School, schoolById } from '#platform/school.ts'
import { qrPath } from '#shared/qrCode.ts'
import { t } from '#shared/texts.ts'
import type { CardField, CardHolderKind, CardLayout, CardLook, CardPerson, CardSchool } from '../cardFields.ts'
import { cardPagesCss, cardsPerSheet, sheetPages, sheetPaper, singlePages, singlePaper } from '../cardPages.ts'
import { type CardsJob, cardsJob } from '../idcards.schema.ts'
import { noCardsMessage } from './cards.commands.ts'
import { cardSchoolTexts } from './cardSchool.ts'
import { designById } from './designs.commands.ts'
import { termById } from '#domains/attendance/server/attendance.exports.ts'
import { holderContext, type Holder, refuseHidden, readHolders, sectionTitle } from './holders.queries.ts'
import type { Design } from './idcards.permissions.ts'

/** Number of cards in one part of the PDF, whose photos are in memory at the same time. */
const cardsPerPart = 100

/**
 * Makes stacks of ID cards. All people are read at once, but their photos part by part, so that memory holds only a few
 * hundred.
 */
export const cardsMaker: DocumentMaker<CardsJob> = {
  kind: 'ID_CARDS',
  params: cardsJob,
  make: (making) => speakIn(making.params.language, () => makeCards(making)),
}

async function makeCards(making: MakerContext<CardsJob>): Promise<MadeFile[]> {
  const { call, schoolId, params } = making
  const school = await schoolById(call.database, schoolId)
  if (!school || !call.viewer) throw notFound()
  const context = holderContext(call.database, call.viewer, school)
  const { db, read } = context
  await refuseHidden(context, params)
  const [[design], [term]] = await read(designById(db, schoolId, params.designId), termById(db, schoolId, params.termId))
  if (design?.holder !== params.holder)
    throw new Refusal('NOT_FOUND', t`The design of these cards was deleted meanwhile. Please choose another one.`)
  const all = await readHolders(context, params)
  const people = params.withoutPhoto === 'LEAVE_OUT' ? all.filter((holder) => holder.photoFile !== null) : all
  if (people.length === 0) throw new Refusal('BAD_INPUT', noCardsMessage())
  const words = await cardSchool(making, school, term?.name ?? '')
  const look = lookOf(design, words.color)
  const bytes = await making.pdf(partsOf(making, look, words, people))
  const whose = (await sectionTitle(context, params)) ?? (params.holder === 'STAFF' ? 'staff' : 'students')
  return [{ format: 'PDF', name: `id-cards-${whose}.pdf`.replaceAll(' ', '-'), bytes }]
}

type OwnSchool = CardSchool & { color: string }

async function cardSchool({ call, schoolId }: MakerContext<CardsJob>, school: School, termName: string): Promise<OwnSchool> {
  const [logoUrl, signatureUrl] = await Promise.all([
    paperPicture(call, schoolId, school.logoFile),
    paperPicture(call, schoolId, school.signatureFile),
  ])
  return { ...cardSchoolTexts(school), termName, logoUrl, signatureUrl }
}

/** Returns the look of a stored design. */
export function lookOf(design: Design, schoolColor: string): CardLook {
  return {
    holder: design.holder as CardHolderKind,
    layout: design.layout as CardLayout,
    color: design.color ?? schoolColor,
    fields: design.fields as CardField[],
    backText: design.backText,
    validUntil: design.validUntil,
    signature: design.signature,
  }
}

function partsOf(making: MakerContext<CardsJob>, look: CardLook, school: CardSchool, people: readonly Holder[]) {
  const sheetCount = Math.ceil(people.length / cardsPerSheet)
  return Array.from({ length: Math.ceil(people.length / cardsPerPart) }, (_, part) => async (): Promise<PdfContent> => {
    const first = part * cardsPerPart
    const stack = { look, school, people: await drawn(making, look, people.slice(first, first + cardsPerPart)) }
    const sheets = making.params.output === 'SHEET'
    const pages = sheets ? sheetPages(stack, { first: first / cardsPerSheet + 1, of: sheetCount }) : singlePages(stack)
    return {
      title: t`ID cards of ${school.name}`,
      page: sheets ? sheetPaper : singlePaper(look),
      css: cardPagesCss,
      body: renderToStaticMarkup(createElement('main', null, pages)),
    }
  })
}

async function drawn(
  { call, schoolId }: MakerContext<CardsJob>,
  look: CardLook,
  people: readonly Holder[],
): Promise<CardPerson[]> {
  const photos = await paperPhotos(
    call,
    schoolId,
    people.flatMap(({ photoFile }) => (photoFile === null ? [] : [photoFile])),
  )
  const codes = look.fields.includes('QR')
  return people.map(({ id, name, photoFile, qrcode, values }) => ({
    id: String(id),
    name,
    values,
    photoUrl: (photoFile !== null && photos.get(photoFile)) || null,
    qr: codes && qrcode !== '' ? qrPath(qrcode) : null,
  }))
}

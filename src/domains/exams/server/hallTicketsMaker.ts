import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { DocumentMaker, MadeFile, MakerContext } from '#platform/documentJobs/makers.ts'
import { speakIn } from '#platform/languages/speech.ts'
import type { PdfContent } from '#platform/pdf/document.ts'
import { notFound, Refusal } from '#platform/refusal.ts'
import { schoolById } from '#platform/school.ts'
import { paperPhotos, paperPicture } from '#platform/files/paperPictures.ts'
import { qrPath } from '#shared/qrCode.ts'
import { t } from '#shared/texts.ts'
import { cardSchoolTexts, type Holder, holderContext, readHolders } from '#domains/idcards/server/cards.exports.ts'
import { type HallTicketsJob, hallTicketsJob } from '../dateSheet.schema.ts'
import { type TicketExam, type TicketStudent, ticketCss, ticketPage, ticketPages } from '../hallTicket.ts'
import { readTicketExam } from './hallTickets.commands.ts'

/** Tickets in one part of the PDF, whose photos are in memory at the same time. Even, for two on a page. */
const ticketsPerPart = 60

/** Makes the hall tickets of a section by roll, with photos and codes as its ID cards have them. */
export const hallTicketsMaker: DocumentMaker<HallTicketsJob> = {
  kind: 'HALL_TICKETS',
  params: hallTicketsJob,
  make: (making) => speakIn(making.params.language, () => makeTickets(making)),
}

async function makeTickets(making: MakerContext<HallTicketsJob>): Promise<MadeFile[]> {
  const { call, schoolId, params } = making
  const school = await schoolById(call.database, schoolId)
  if (!school || !call.viewer) throw notFound()
  const context = holderContext(call.database, call.viewer, school)
  const { exam, papers, section } = await readTicketExam(context, params)
  const holders = await readHolders(context, { termId: exam.termId, holder: 'STUDENT', sectionId: section.id })
  if (holders.length === 0) throw new Refusal('BAD_INPUT', t`There is nobody in this section.`)
  const [logoUrl, signatureUrl] = await Promise.all([
    paperPicture(call, schoolId, school.logoFile),
    paperPicture(call, schoolId, school.signatureFile),
  ])
  const { name, place } = cardSchoolTexts(school)
  const sectionName = `${section.className}-${section.name}`
  const ticketExam: TicketExam = {
    school: { name, place, logoUrl, signatureUrl },
    name: exam.name,
    termName: exam.termName,
    sectionName,
    instructions: exam.instructions,
    papers,
  }
  const parts = Array.from({ length: Math.ceil(holders.length / ticketsPerPart) }, (_, part) => async (): Promise<PdfContent> => {
    const students = await drawn(making, holders.slice(part * ticketsPerPart, (part + 1) * ticketsPerPart))
    return {
      title: t`Hall tickets of ${sectionName}`,
      page: ticketPage,
      css: ticketCss,
      body: renderToStaticMarkup(createElement('main', null, ticketPages(ticketExam, students))),
    }
  })
  return [{ format: 'PDF', name: `hall-tickets-${sectionName}.pdf`.replaceAll(' ', '-'), bytes: await making.pdf(parts) }]
}

async function drawn({ call, schoolId }: MakerContext<HallTicketsJob>, holders: readonly Holder[]): Promise<TicketStudent[]> {
  const files = holders.flatMap(({ photoFile }) => (photoFile === null ? [] : [photoFile]))
  const photos = await paperPhotos(call, schoolId, files)
  return holders.map(({ name, photoFile, qrcode, values }) => ({
    name,
    roll: values.ROLL ?? '',
    registerNo: values.REGISTER_NO ?? '',
    birthDate: values.BIRTHDATE ?? '',
    photoUrl: (photoFile !== null && photos.get(photoFile)) || null,
    qr: qrcode === '' ? null : qrPath(qrcode),
  }))
}

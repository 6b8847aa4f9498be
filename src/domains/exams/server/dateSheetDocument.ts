import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { speakIn } from '#platform/languages/speech.ts'
import type { PdfDocument } from '#platform/pdf/routes.ts'
import { parseInput } from '#platform/command.ts'
import { notFound } from '#platform/refusal.ts'
import { schoolById } from '#platform/school.ts'
import { paperPicture } from '#platform/files/paperPictures.ts'
import { cardSchoolTexts } from '#domains/idcards/server/cards.exports.ts'
import { classSheetPage, type DateSheet, dateSheetCss, dateSheetPaper, schoolSheetPage } from '../dateSheetPaper.ts'
import { dateSheetChoice } from '../dateSheet.schema.ts'
import { viewExam } from './dateSheet.commands.ts'

/** The PDF of a date sheet: of the class `classId`, or of all classes that the viewer sees, in a language. */
export const dateSheetDocument: PdfDocument = {
  name: 'dateSheet',
  make: async (call, schoolId, params) => {
    const { id, classId, language } = parseInput(dateSheetChoice, params)
    const { exam, papers } = await viewExam(call, schoolId, { id })
    const school = await schoolById(call.database, exam.schoolId)
    const present = papers.flatMap(({ paper, change }) => (change === 'REMOVED' ? [] : [paper]))
    const own = classId === null ? present : present.filter((paper) => paper.classId === classId)
    const [first] = own
    if (!school || (classId !== null && !first)) throw notFound()
    return speakIn(language, async () => {
      const { name, place } = cardSchoolTexts(school)
      const sheet: DateSheet = {
        school: { name, place, logoUrl: await paperPicture(call, school.id, school.logoFile) },
        exam,
        className: classId === null ? null : (first?.className ?? ''),
        classes: exam.classes,
        papers: own,
      }
      const whose = classId === null ? '' : `-${first?.className}`
      return {
        title: `${exam.name} ${exam.termName}`,
        fileName: `date-sheet-${exam.name}${whose}`,
        page: classId === null ? schoolSheetPage : classSheetPage,
        css: dateSheetCss,
        body: renderToStaticMarkup(createElement('main', null, dateSheetPaper(sheet))),
      }
    })
  },
}

import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { pdfText } from '#tests/pdfText.ts'
import { mergePdfs } from './mergePdfs.ts'

async function pdf(title: string, ...texts: string[]): Promise<Uint8Array> {
  const made = await PDFDocument.create()
  made.setTitle(title)
  for (const [place, text] of texts.entries())
    made.addPage(place % 2 === 0 ? [842, 595] : [595, 842]).drawText(text, { x: 50, y: 300 })
  return made.save()
}

test('keeps the order and size of pages and the first title, and numbers each page', async () => {
  const merged = await mergePdfs([await pdf('Attendance', 'one', 'two'), await pdf('x', 'three')], { pageNumbers: true })
  const { texts, pages, title } = await pdfText(merged)
  expect(title).toBe('Attendance')
  expect(texts.map((text) => text.split('\n').join(' '))).toEqual(['one Page 1 of 3', 'two Page 2 of 3', 'three Page 3 of 3'])
  expect(pages.map(({ width }) => width)).toEqual([842, 595, 842])
})

test('returns a single part without page numbers unchanged; an invalid PDF is an error and does not end the server', async () => {
  const only = await pdf('', 'one')
  expect((await mergePdfs([only])).equals(only)).toBe(true)
  await expect(mergePdfs([only, Buffer.from('%PDF- of somebody else')])).rejects.toThrow()
  await expect(mergePdfs([])).rejects.toThrow()
})

test('waits for parts that are still being printed, in their order; one that fails is its error', async () => {
  const late = Promise.withResolvers<Uint8Array>()
  const merging = mergePdfs([late.promise, pdf('x', 'two')])
  late.resolve(await pdf('Attendance', 'one'))
  expect((await pdfText(await merging)).texts).toEqual(['one', 'two'])
  await expect(mergePdfs([pdf('', 'one'), Promise.reject(new Error('not printed'))])).rejects.toThrow('not printed')
})

import { getDocumentProxy } from 'unpdf'

/** Returns a PDF's text, page sizes in points, embedded fonts and title. */
export async function pdfText(pdf: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
  const { info } = await document.getMetadata()
  const texts: string[] = []
  const pages: { width: number; height: number }[] = []
  const fonts = new Set<string>()
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { width, height } = page.getViewport({ scale: 1 })
    pages.push({ width: Math.round(width), height: Math.round(height) })
    const { items } = await page.getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
    // Font names are known once the page was read for drawing.
    await page.getOperatorList()
    for (const item of items)
      if ('fontName' in item && page.commonObjs.has(item.fontName)) fonts.add(String(page.commonObjs.get(item.fontName).name))
  }
  await document.loadingTask.destroy()
  const title = (info as { Title?: string }).Title ?? ''
  return { text: texts.join('\n'), texts, pages, fonts: [...fonts], title }
}

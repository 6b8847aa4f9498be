import { getDocumentProxy } from 'unpdf'

/** Named actions that only turn pages. */
const turningPages = ['NextPage', 'PrevPage', 'FirstPage', 'LastPage']

interface Outline {
  url?: string | null
  unsafeUrl?: string | null
  action?: string | null
  attachment?: unknown
  setOCGState?: unknown
  items: Outline[]
}

/**
 * Returns what pdf.js, another reader than that of the check, finds in a PDF besides pages: scripts, actions, links out
 * of the document, attached files and forms of another kind. Empty for a document that is only paper.
 */
export async function pdfActions(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0, enableXfa: true })
  const found: string[] = []
  const note = (where: string, what: unknown) => {
    const isNothing = what === null || what === undefined || what === false || what === ''
    if (!isNothing && !(typeof what === 'string' && turningPages.includes(what))) found.push(`${where}: ${JSON.stringify(what)}`)
  }
  const noteOutline = (items: readonly Outline[] | null) => {
    for (const item of items ?? []) {
      for (const key of ['url', 'unsafeUrl', 'action', 'attachment', 'setOCGState'] as const) note(`outline ${key}`, item[key])
      noteOutline(item.items)
    }
  }
  const opening = (await document.getOpenAction()) as { action?: unknown } | null
  note('opening', opening?.action)
  note('scripts', await document.getJSActions())
  note('has scripts', await document.hasJSActions())
  note('attachments', await document.getAttachments())
  noteOutline((await document.getOutline()) as Outline[] | null)
  const info = (await document.getMetadata()).info as Record<string, unknown>
  for (const key of ['IsXFAPresent', 'IsCollectionPresent']) note(key, info[key])
  const fields = (await document.getFieldObjects()) as Record<string, { actions?: unknown }[]> | null
  for (const [name, objects] of Object.entries(fields ?? {})) for (const { actions } of objects) note(`field ${name}`, actions)
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    note(`page ${number}`, await page.getJSActions())
    for (const annotation of (await page.getAnnotations()) as Record<string, unknown>[])
      for (const key of ['url', 'unsafeUrl', 'action', 'actions', 'attachment', 'file', 'richMedia', 'resetForm', 'setOCGState'])
        note(`annotation ${key}`, annotation[key])
  }
  await document.loadingTask.destroy()
  return found
}

import type { Chance } from '../faults/random.ts'
import { deflated, hex, objectStream, pdf, stream } from '../pdfParts.ts'

/** Actions, from harmless to hostile. */
const actions = [
  '<< /S /GoTo /D [3 0 R /Fit] >>',
  '<< /S /Named /N /NextPage >>',
  '<< /S /JavaScript /JS (app.alert(1)) >>',
  '<< /S /#4aavaScript /#4aS <6170702e616c657274283129> >>',
  '<< /S /URI /URI (https://example.test) >>',
  '<< /S /Launch /Win << /F (cmd.exe) >> >>',
  '<< /S /SubmitForm /F (https://example.test) >>',
  '<< /S /GoToE /F (a.pdf) /D [0 /Fit] >>',
  '<< /S /GoTo /D [3 0 R /Fit] /Next << /S /JavaScript /JS (1) >> >>',
]

/** Places in a document where an action acts; `action` is the action itself or a reference to it. */
const places: readonly ((action: string) => Parameters<typeof pdf>[0])[] = [
  (action) => ({ catalog: `/OpenAction ${action}` }),
  (action) => ({ catalog: `/AA << /WC ${action} >>` }),
  (action) => ({ catalog: `/Names << /JavaScript << /Names [(a) ${action}] >> >>` }),
  (action) => ({ page: `/AA << /O ${action} >>` }),
  (action) => ({ page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>]` }),
  (action) => ({ root: `<< /Type /Catalog /Pages 2 0 R /OpenAction ${action} >>` }),
  (action) => ({ behind: `trailer << /Root << /Type /Catalog /Pages 2 0 R /OpenAction ${action} >> >>\n` }),
  (action) => ({ trailer: `/Info << /Title (x) /Any ${action} >>` }),
]

/** Ways to hold an action: in its place, as an object, packed, or after the end of the file. */
const holders: readonly ((action: string) => { shown: string; objects: string[]; behind?: string })[] = [
  (action) => ({ shown: action, objects: [] }),
  (action) => ({ shown: '4 0 R', objects: [action] }),
  (action) => ({ shown: '4 0 R', objects: ['5 0 R', action] }),
  (action) => ({ shown: '9 0 R', objects: [objectStream(action)] }),
  (action) => ({
    shown: '9 0 R',
    objects: [stream('/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]', hex(deflated(`9 0 ${action}`)))],
  }),
  (action) => ({ shown: '9 0 R', objects: [], behind: `9 0 obj\n${action}\nendobj\n` }),
]

/** Returns a PDF with an action somewhere, as public collections of hostile PDFs have them. */
export function pdfShape(chance: Chance): Buffer {
  const { shown, objects, behind = '' } = chance.pick(holders)(chance.pick(actions))
  const parts = chance.pick(places)(shown) ?? {}
  return pdf({ ...parts, objects, behind: behind + (parts.behind ?? '') })
}

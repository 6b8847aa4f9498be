import { deflateSync } from 'node:zlib'

export interface Parts {
  catalog?: string
  page?: string
  /** Further objects, by their numbers from 4 on. */
  objects?: readonly string[]
  trailer?: string
  /** The document's root, by default object 1. */
  root?: string
  /** What stands between the objects and the trailer. */
  behind?: string
}

/** A whole PDF of one page, with parts of our choice. */
export function pdf({ catalog = '', page = '', objects = [], trailer = '', root = '1 0 R', behind = '' }: Parts = {}): Buffer {
  const whole = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] ${page} >>`,
    ...objects,
  ]
  const body = whole.map((object, place) => `${place + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(
    `%PDF-1.7\n${body}${behind}trailer << /Root ${root} /Size ${whole.length + 1} ${trailer} >>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  )
}

export function stream(dictionary: string, content: string): string {
  return `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`
}

export const deflated = (text: string) => deflateSync(Buffer.from(text, 'latin1')).toString('latin1')
export const hex = (text: string) => `${Buffer.from(text, 'latin1').toString('hex')}>`

/** An object stream that holds one object, by default number 9. */
export function objectStream(object: string, filter = '', pack = (text: string) => text, number = 9): string {
  return stream(`/Type /ObjStm /N 1 /First ${`${number} 0 `.length} ${filter}`, pack(`${number} 0 ${object}`))
}

import { createHash, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import type { Config } from '#platform/config.ts'
import type { Tx } from '#platform/database/connect.ts'
import { storageKey, openStorage } from '#platform/files/storage.ts'
import { showSchoolYear } from '#shared/schoolYears.ts'
import type { DemoStudent } from './fees.ts'
import { girls } from './invent.ts'

/** The settings of where the demo stores files. */
export type DemoFiles = Pick<Config, 'dataDir' | 'storageUrl'>

interface Portrayed {
  id: number
  name: string
}

/** Adds two designs, and drawn photos for most of class 7 and some teachers. */
export async function addIdCards(
  db: Tx,
  { schoolId, year, files }: { schoolId: number; year: number; files: DemoFiles | null },
  { students, staff }: { students: readonly DemoStudent[]; staff: readonly Portrayed[] },
): Promise<void> {
  const backText = 'This card is the property of the school. If found, please return it to the school office.'
  await db
    .insertInto('idCardDesigns')
    .values([
      {
        schoolId,
        name: `Students ${showSchoolYear(year)}`,
        holder: 'STUDENT',
        layout: 'CLASSIC',
        backText,
        validUntil: `${year + 1}-03-31`,
        fields: ['CLASS', 'ROLL', 'REGISTER_NO', 'BIRTHDATE', 'BLOOD_GROUP', 'PHONE', 'ADDRESS', 'QR'],
      },
      {
        schoolId,
        name: 'Staff',
        holder: 'STAFF',
        layout: 'PORTRAIT',
        backText,
        validUntil: null,
        fields: ['ROLE', 'PHONE', 'EMAIL'],
      },
    ])
    .execute()
  if (files === null) return
  const pupils = students.filter(({ className }, index) => className === '7' && index % 9 !== 4)
  for (const student of pupils) {
    const photoFile = await storePhoto(db, files, schoolId, 'student-photo', student.name)
    await db.updateTable('students').set({ photoFile }).where('schoolId', '=', schoolId).where('id', '=', student.id).execute()
  }
  for (const person of staff.slice(0, 10)) {
    const photoFile = await storePhoto(db, files, schoolId, 'user-photo', person.name)
    await db.updateTable('users').set({ photoFile }).where('schoolId', '=', schoolId).where('id', '=', person.id).execute()
  }
}

async function storePhoto(db: Tx, files: DemoFiles, schoolId: number, purpose: string, name: string): Promise<string> {
  const bytes = await sharp(Buffer.from(portrait(name)))
    .jpeg({ quality: 80 })
    .toBuffer()
  const id = randomUUID()
  await db
    .insertInto('files')
    .values({ schoolId, id, purpose, contentType: 'image/jpeg', size: bytes.length, createdBy: randomUUID(), attached: true })
    .execute()
  const disk = await openStorage(files)
  await disk.put(storageKey(schoolId, id), bytes, { contentType: 'image/jpeg' })
  return id
}

const grounds = ['#c9dff0', '#dfe7d4', '#f1e0cc', '#dcd8ec', '#e6e6e6']
const skins = ['#a86f49', '#c08a5e', '#d3a077', '#8f5c3b', '#e0b48c']
const hairs = ['#1a1411', '#241a14', '#0f0d0c', '#3a2a1e']
const cloths = ['#2f5f8a', '#f2f2f2', '#7a2f3a', '#3f6b4f', '#c9a13b']

/** Returns a drawn face that depends on the name alone. */
function portrait(name: string): string {
  const bytes = createHash('sha256').update(name).digest()
  const pick = (list: readonly string[], place: number) => list[(bytes[place] ?? 0) % list.length] ?? ''
  const [ground, skin, hair, cloth] = [pick(grounds, 0), pick(skins, 1), pick(hairs, 2), pick(cloths, 3)]
  const girl = girls.some((first) => name.startsWith(`${first} `))
  const wide = 44 + ((bytes[4] ?? 0) % 8)
  const long = girl ? `<path d="M58 130c-4-74 34-92 52-92s56 18 52 92c2 40 6 62 10 84H48c4-22 8-44 10-84z" fill="${hair}"/>` : ''
  const glasses =
    (bytes[5] ?? 0) % 4 === 0
      ? '<g fill="none" stroke="#333" stroke-width="3"><circle cx="93" cy="128" r="13"/><circle cx="127" cy="128" r="13"/><path d="M106 128h8"/></g>'
      : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="330" height="420" viewBox="0 0 220 280">
<rect width="220" height="280" fill="${ground}"/>${long}
<path d="M18 280c0-58 40-84 92-84s92 26 92 84z" fill="${cloth}"/>
<path d="M92 160h36v42c0 14-36 14-36 0z" fill="${skin}"/>
<ellipse cx="110" cy="128" rx="${wide}" ry="56" fill="${skin}"/>
<path d="M${110 - wide - 2} 124c-4-58 30-78 50-78s52 20 46 78c-8-30-22-42-48-42s-42 14-48 42z" fill="${hair}"/>
<circle cx="93" cy="128" r="5" fill="#222"/><circle cx="127" cy="128" r="5" fill="#222"/>
<path d="M84 116q9-6 18 0M118 116q9-6 18 0" stroke="${hair}" stroke-width="3" fill="none"/>
<path d="M94 154q16 13 32 0" stroke="#7a3b2e" stroke-width="4" fill="none" stroke-linecap="round"/>${glasses}
</svg>`
}

import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { hashPassword } from '#platform/auth/passwordHashing.ts'
import type pg from 'pg'
import { unsealSecret } from '#domains/onlinefees/server/secrets.ts'
import { bankAccountContext } from '#domains/schools/server/schools.exports.ts'
import { aadhaarSealContext } from '#domains/students/server/writeStudents.ts'
import { appPassword } from '#platform/database/connect.ts'
import { pushKeysOf } from '#platform/push/keys.ts'
import { seal } from '#platform/sealed.ts'
import type { TestSchool } from '../world/testWorld.ts'
import type { Extra } from './cells.ts'

/** A unique value in a place that not everybody may see. */
export interface Canary {
  /** Kind of value, such as `student.aadhaar`; the rules in fieldRules.ts refer to it. */
  kind: string
  /** School that it belongs to; null for the installation's own. */
  school: 'own' | 'other' | null
  /** Class of the student that it belongs to; null for a value of no class. */
  place: 7 | 8 | null
  /** All spellings of the value. */
  texts: readonly string[]
}

/** Password of everybody in the matrix. */
export const matrixPassword = 'the matrix and nobody else'

const word = () => `kanari${randomBytes(8).toString('hex')}`
const digits = (length: number) => `7${Array.from({ length: length - 1 }, () => randomInt(10)).join('')}`
/** Returns the encodings in which a response could contain these bytes. */
const bytes = (value: Buffer) => [value.toString('hex'), value.toString('base64'), value.toString('base64url')]

/** Student columns that the list shows only to the office, by kind. */
const details = {
  address: 'student.address',
  father_name: 'student.family',
  guardian: 'student.family',
  name_as_aadhaar: 'student.ids',
  pen_number: 'student.ids',
}
const sensitive = ['religion', 'caste', 'sub_caste', 'handicap', 'bloodgroup', 'height', 'weight'] as const

/** Gives a school's people unique values and accounts. Runs before rows that copy their values are added. */
export async function plantPeople(
  owner: pg.Client,
  school: TestSchool,
  side: 'own' | 'other',
  secretKey: string,
): Promise<Canary[]> {
  const planted: Canary[] = []
  const plant = (kind: string, place: Canary['place'], text: string, ...more: string[]) => {
    planted.push({ kind, school: side, place, texts: [text, ...more] })
    return text
  }
  const set = async (table: 'students' | 'users', id: number, values: Record<string, unknown>) => {
    const names = Object.keys(values)
    await owner.query(
      `update ${table} set ${names.map((name, index) => `${name} = $${index + 3}`).join(', ')} where school_id = $1 and id = $2`,
      [school.id, id, ...Object.values(values)],
    )
  }
  for (const [place, id] of [
    [7, school.student7A],
    [8, school.student8A],
  ] as const) {
    const aadhaar = digits(12)
    plant('student.aadhaar', place, aadhaar, aadhaar.replace(/(.{4})(?=.)/g, '$1 '), aadhaar.replace(/(.{4})(?=.)/g, '$1-'))
    const sealed = seal(aadhaar, secretKey, aadhaarSealContext(school.id, id))
    plant('student.aadhaar', place, sealed.toString('hex'), ...bytes(sealed))
    const second = digits(10)
    const values = Object.fromEntries([
      ...Object.entries(details).map(([column, kind]) => [column, plant(kind, place, word())]),
      ...sensitive.map((column) => [column, plant('student.sensitive', place, word())]),
    ])
    await set('students', id, {
      ...values,
      name: plant('student.name', place, `Pupil ${word()}`),
      phone: plant('student.phone', place, digits(10)),
      phones: [plant('student.phones', place, second)],
      register_no: plant('student.registerNo', place, word()),
      qrcode: plant('student.qrcode', place, word()),
      rfid: plant('student.rfid', place, word()),
      login_email: plant('student.loginEmail', place, `${word()}@pupils.test`),
      aadhar_sealed: sealed,
      aadhar_last4: aadhaar.slice(-4),
    })
  }
  // The student of class 8 gets an account too.
  await owner.query(
    `with student as (update students set subject = $3 where school_id = $1 and id = $2)
     insert into logins (subject, school_id, student_id) values ($3, $1, $2)`,
    [school.id, school.student8A, randomUUID()],
  )
  for (const who of ['admin', 'teacher', 'fees'] as const) {
    await set('users', school.users[who], {
      phone: plant(`${who === 'teacher' ? 'teacher' : 'staff'}.phone`, null, digits(10)),
      email: plant(`${who === 'teacher' ? 'teacher' : 'staff'}.email`, null, `${word()}@staff.test`),
      ...(who === 'teacher' && {
        zoom_id: plant('teacher.zoomId', null, word()),
        zoom_password: plant('teacher.zoomPassword', null, word()),
        zoom_link: plant('teacher.zoomLink', null, `https://zoom.test/${word()}`),
      }),
    })
  }
  return planted
}

/** Returns the canaries of the rows added after the people, and of the installation. */
export async function plantRows(
  owner: pg.Client,
  school: TestSchool & { extra: Extra },
  side: 'own' | 'other',
  secretKey: string,
): Promise<Canary[]> {
  const planted: Canary[] = []
  const plant = (kind: string, place: Canary['place'], ...texts: [string, ...string[]]) => {
    planted.push({ kind, school: side, place, texts })
    return texts[0]
  }
  const { rows: accounts } = await owner.query<{ id: number }>('select id from bank_accounts where school_id = $1', [school.id])
  for (const { id } of accounts) {
    const [secret, misc] = [plant('bank.keySecret', null, word()), plant('bank.misc', null, word())]
    const keySealed = seal(secret, secretKey, bankAccountContext('key_secret', school.id))
    const miscSealed = seal(misc, secretKey, bankAccountContext('misc', school.id))
    plant('bank.sealed', null, keySealed.toString('hex'), ...bytes(keySealed))
    plant('bank.sealed', null, miscSealed.toString('hex'), ...bytes(miscSealed))
    await owner.query(
      'update bank_accounts set acc_number = $3, key_secret_sealed = $4, misc_sealed = $5 where school_id = $1 and id = $2',
      [school.id, id, plant('bank.accNumber', null, digits(12)), keySealed, miscSealed],
    )
  }
  const saltText = plant('order.salt', null, word())
  const salt = seal(saltText, secretKey, bankAccountContext('key_secret', school.id))
  plant('order.salt', null, salt.toString('hex'), ...bytes(salt))
  await owner.query(
    'update online_orders set merchant_salt_sealed = $2, payer_phone = $3, payer_email = $4 where school_id = $1 and id = $5',
    [
      school.id,
      salt,
      plant('order.payerPhone', null, digits(10)),
      plant('order.payerEmail', null, `${word()}@payers.test`),
      school.extra.order,
    ],
  )
  const { rows: links } = await owner.query<Record<string, Buffer>>('select * from guardian_links where school_id = $1', [
    school.id,
  ])
  for (const link of links) {
    for (const [column, use] of [
      ['token', 'token'],
      ['code', 'code'],
    ] as const) {
      const sealed = link[`${column}_sealed`] as Buffer
      const hash = link[`${column}_hash`] as Buffer
      plant(`link.${use}`, null, unsealSecret(sealed, secretKey, use, school.id))
      plant('link.stored', null, hash.toString('hex'), ...bytes(hash))
      plant('link.stored', null, sealed.toString('hex'), ...bytes(sealed))
    }
  }
  const key = randomBytes(32)
  plant('gate.keyHash', null, key.toString('hex'), ...bytes(key))
  await owner.query('update gate_devices set key_hash = $2 where school_id = $1', [school.id, key])
  await owner.query(
    "update users set zoom_password = $3, zoom_id = 'z', zoom_link = 'https://zoom.test/z' where school_id = $1 and id = $2",
    [school.id, school.extra.user, plant('colleague.zoomPassword', null, word())],
  )
  for (const place of [7, 8] as const) {
    await owner.query('update chat_messages set text = $3 where school_id = $1 and id = $2', [
      school.id,
      school.extra[`chatMessage${place}`],
      plant('chat.text', place, word()),
    ])
    await owner.query('update incidents set note = $3 where school_id = $1 and id = $2', [
      school.id,
      school.extra[`incident${place}`],
      plant('incident.note', place, word()),
    ])
    await owner.query('update attention_entries set said = $3 where school_id = $1 and case_id = $2', [
      school.id,
      school.extra[`case${place}`],
      plant('attention.said', place, word()),
    ])
  }
  const device = { endpoint: `https://fcm.googleapis.com/fcm/send/${word()}`, ...pushKeysOf(word()) }
  const secret = randomBytes(16).toString('base64url')
  await owner.query('insert into device_tokens (subject, endpoint, p256dh, auth) values ($1, $2, $3, $4)', [
    school.subjects.teacher,
    plant('device.endpoint', null, device.endpoint),
    plant('device.keys', null, device.publicKey),
    plant('device.keys', null, secret),
  ])
  return planted
}

/** Adds accounts, their hashes, and the installation's own secrets. */
export async function plantAccounts(owner: pg.Client, secretKey: string): Promise<Canary[]> {
  const planted: Canary[] = [secretKey, appPassword(secretKey)].map((text) => ({
    kind: 'installation.secret',
    school: null,
    place: null,
    texts: [text],
  }))
  const { rows: logins } = await owner.query<{ subject: string }>('select subject from logins')
  const hash = await hashPassword(matrixPassword)
  planted.push({ kind: 'account.password', school: null, place: null, texts: [hash, hash.split(':').at(-1) ?? hash] })
  for (const { subject } of logins) {
    await owner.query(
      `insert into auth."user" (id, name, email, "emailVerified") values ($1, 'A person', $2, true) on conflict (id) do nothing`,
      [subject, emailOf(subject)],
    )
    await owner.query(`delete from auth.account where "userId" = $1`, [subject])
    await owner.query(
      `insert into auth.account ("accountId", "providerId", "userId", password, "updatedAt") values ($1::text, 'credential', $1::uuid, $2, now())`,
      [subject, hash],
    )
  }
  return planted
}

/** Returns the sign-in e-mail of a person of the matrix. */
export function emailOf(subject: string): string {
  return `${subject}@matrix.test`
}

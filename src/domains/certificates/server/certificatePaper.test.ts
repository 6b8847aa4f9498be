import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStudents } from '#tests/world/rows.ts'
import { type TestWorld, testWorld } from '#tests/world/testWorld.ts'
import { statedLine } from '#tests/certificateFormats.ts'
import { refusal } from '#tests/refusals.ts'
import { checkData } from '#platform/dataChecks.ts'
import { storageKey, openStorage } from '#platform/files/storage.ts'
import type { UploadPurpose } from '#shared/uploads.ts'
import { updateSchool } from '#domains/schools/server/schools.commands.ts'
import { certificateDocument, certificatePreview } from './certificateDocument.ts'
import { issueCertificate, issueDuplicate } from './certificates.commands.ts'
import { viewDraft } from './draft.queries.ts'
import { saveFormat } from './formats.commands.ts'

/* What a paper is made of: as much as one can print, and signed by whoever was the head when it was issued. */

let world: TestWorld
let pupils: number[]

beforeAll(async () => {
  world = await testWorld()
  pupils = await addStudents(world, world.own, world.own.section7B, 12)
})

afterAll(() => world.close())

const pupil = () => pupils.shift() ?? 0

/** A super administrator's upload of these bytes that no record has taken; `size` is what its row says. */
async function upload(purpose: UploadPurpose, bytes: Buffer, size = bytes.length): Promise<string> {
  const { services, viewer } = await world.call('superadmin')
  const createdBy = viewer?.subject ?? ''
  const row = { schoolId: world.own.id, purpose, contentType: 'image/webp', size, createdBy }
  const { id } = await world.database.transaction(world.own.id, (db) =>
    db.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  await (await openStorage(services.config)).put(storageKey(world.own.id, id), bytes)
  return id
}

const nameOfStudent = { name: 'studentName', value: 'Asha Patil' }
const image = (fileId: string) => ({ type: 'image', attrs: { fileId } })
const builtin = (name: string) => ({ type: 'builtin', attrs: { name } })
const field = (name: string) => ({ type: 'field', attrs: { name } })

async function save(...line: object[]) {
  const format = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: line }, statedLine] })
  return saveFormat(await world.call('superadmin'), world.own.id, {
    id: null,
    seen: null,
    name: `Format ${randomUUID()}`,
    format,
    fields: [],
  })
}

const issue = async (formatId: number, studentId: number, values: readonly { name: string; value: string }[] = []) =>
  issueCertificate(await world.call('admin'), world.own.id, {
    key: randomUUID(),
    formatId,
    formatVersion: 1,
    studentId,
    values: [...values, nameOfStudent],
    disableStudent: false,
  })
const paper = async (certificateId: number) =>
  (await certificateDocument.make(await world.call('admin'), world.own.id, { certificateId })).body
const preview = async (formatId: number, studentId: number) =>
  (await certificatePreview.make(await world.call('admin'), world.own.id, { formatId, studentId, values: [] })).body
const nextSerial = async (formatId: number, studentId: number) =>
  (await viewDraft(await world.call('admin'), world.own.id, { formatId, studentId })).serial

test('a format asks for 150 fields at most: no certificate could be issued with more', async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, place) => field(`field ${place}`))
  expect(await refusal(save(...fields(148)))).toMatchObject({
    code: 'BAD_INPUT',
    problems: [{ path: 'fields', message: 'At most 150 fields' }],
  })
  const { id } = await save(...fields(147), field('field 0'))
  const values = fields(147).map(({ attrs }) => ({ name: attrs.name, value: 'x' }))
  expect(await issue(id, pupil(), values)).toMatchObject({ copy: 0 })
})

test('pictures of a format are 8 MB at most, each as often as it stands there', async () => {
  const picture = (size: number) => upload('certificate-picture', Buffer.from('x'), size)
  const refused = { code: 'BAD_INPUT', message: /at most 8 MB/, problems: [{ path: 'format' }] }
  const said = async (...ids: string[]) => {
    const { message, ...rest } = await refusal(save(...ids.map(image)))
    expect(rest).toMatchObject({ code: refused.code, problems: refused.problems })
    expect(message).toMatch(refused.message)
  }
  const [one, two] = [await picture(4_000_000), await picture(4_000_000)]
  await said(one, two, await picture(1))
  await said(...Array.from({ length: 30 }, () => one))
  // What was refused took no upload.
  await save(image(one), image(two))
})

test('what cannot be printed is refused before it takes a number, in a preview too', async () => {
  const fileId = await upload('certificate-picture', randomBytes(3_200_000), 2_600_000)
  const { id } = await save(...[fileId, fileId, fileId].map(image))
  const student = pupil()
  const serial = await nextSerial(id, student)
  const tooLarge = {
    code: 'BAD_INPUT',
    message: expect.stringMatching(/too large to be printed/),
    problems: [{ path: 'formatId' }],
  }
  expect(await refusal(preview(id, student))).toMatchObject(tooLarge)
  await world.database.transaction(world.own.id, (db) =>
    db.updateTable('files').set({ size: 3_200_000 }).where('schoolId', '=', world.own.id).where('id', '=', fileId).execute(),
  )
  expect(await refusal(issue(id, student))).toMatchObject(tooLarge)
  expect(await nextSerial(id, student)).toBe(serial)
})

test('values are as much as the renderer can lay out, in letters and in boxes', async () => {
  const times = (count: number, boxes?: number) =>
    Array.from({ length: count }, () => ({ type: 'field', attrs: { name: 'remarks', ...(boxes ? { boxes } : {}) } }))
  const student = pupil()
  for (const [line, most, more] of [
    // The name, the serial and the date are letters too.
    [times(50), 999, null],
    [times(51), 979, 981],
    [times(40, 30), 50, 51],
    // Beyond 60 letters there are no boxes but those of the layout.
    [times(40, 30), 61, null],
  ] as const) {
    const { id } = await save(...line)
    const value = (length: number) => [{ name: 'remarks', value: 'x'.repeat(length) }]
    const call = await world.call('admin')
    const asked = { formatId: id, studentId: student }
    await expect(certificatePreview.make(call, world.own.id, { ...asked, values: value(most) })).resolves.toBeDefined()
    if (more === null) continue
    const serial = await nextSerial(id, student)
    const tooLarge = { code: 'BAD_INPUT', message: expect.stringMatching(/write less/) }
    expect(await refusal(certificatePreview.make(call, world.own.id, { ...asked, values: value(more) }))).toMatchObject(tooLarge)
    expect(await refusal(issue(id, student, value(more)))).toMatchObject(tooLarge)
    expect(await nextSerial(id, student)).toBe(serial)
  }
})

test('a heavy logo of today is drawn smaller, so that an old paper can always be printed', async () => {
  const { id } = await save(builtin('logo'), builtin('logo'), builtin('logo'))
  const issued = await issue(id, pupil())
  const noise = { raw: { width: 1024, height: 1024, channels: 4 as const } }
  const heavy = await sharp(randomBytes(4 * 1024 * 1024), noise)
    .webp({ quality: 90 })
    .toBuffer()
  expect(heavy.length).toBeGreaterThan(1_500_000)
  await updateSchool(await world.call('superadmin'), world.own.id, { logoFile: await upload('school-logo', heavy) })
  const body = await paper(issued.id)
  expect(body.match(/src="data:image\/webp;base64,/g)).toHaveLength(3)
  expect(body.length).toBeLessThan(1_100_000)
})

test('a paper keeps the signature it was issued with; whoever signs today signs what is issued today', async () => {
  const [first, second, third] = [Buffer.from('the old head'), Buffer.from('the new head'), Buffer.from('nobody yet')]
  const sign = async (signature: Buffer | null) => {
    const signatureFile = signature && (await upload('school-signature', signature))
    await updateSchool(await world.call('superadmin'), world.own.id, { signatureFile })
    return signatureFile
  }
  const signers = (body: string) =>
    [...body.matchAll(/base64,([^"]+)" alt="" class="certificate-signature"/g)].map(([, data = '']) =>
      Buffer.from(data, 'base64').toString(),
    )
  const left = async () => {
    const files = world.database.kysely.selectFrom('files').select('id').where('schoolId', '=', world.own.id)
    return (await world.database.read(world.own.id, [files.where('purpose', '=', 'school-signature')] as const))[0].map(
      ({ id }) => id,
    )
  }
  const strays = async () => (await checkData(world.database)).findings.filter(({ check }) => check === 'files-have-one-record')
  const { id } = await save(builtin('signature'))
  const unsigned = await issue(id, pupil())
  const unused = await sign(third)
  const used = await sign(first)
  expect(await left()).not.toContain(unused)
  const original = await issue(id, pupil())
  const today = await sign(second)
  const copy = await issueDuplicate(await world.call('admin'), world.own.id, {
    key: randomUUID(),
    id: original.id,
    reason: 'Lost',
  })
  expect(signers(await preview(id, pupil()))).toEqual(['the new head'])
  await sign(null)
  expect(new Set(await left())).toEqual(new Set([used, today]))
  expect(await strays()).toEqual([])
  const papers = await Promise.all([unsigned, original, copy].map(async (row) => signers(await paper(row.id))))
  expect(papers).toEqual([[], ['the old head'], ['the new head']])
  await expect(
    world.database.transaction(world.own.id, (db) => db.updateTable('certificates').set({ signatureFile: null }).execute()),
  ).rejects.toMatchObject({ code: '42501' })

  // Somebody issues while the head changes: whichever came first, its signature is there.
  await sign(first)
  const [racing] = await Promise.all([issue(id, pupil()), sign(second), sign(null)])
  expect(['', 'the old head', 'the new head']).toContain(signers(await paper(racing.id)).join())
  expect(await strays()).toEqual([])
})

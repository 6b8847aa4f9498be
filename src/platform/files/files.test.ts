import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asOwner } from '#tests/asOwner.ts'
import { fromNow, secondsFromNow } from '#tests/moments.ts'
import { pdfText } from '#tests/pdfText.ts'
import { refusal } from '#tests/refusals.ts'
import { type TestWorld, testWorld, type Who } from '#tests/world/testWorld.ts'
import { notAuthorized } from '../action.ts'
import { drawPicture } from '../pictures/drawPicture.ts'
import { invalidateSchool } from '../school.ts'
import type { UploadPurpose } from '#shared/uploads.ts'
import { type UploadGrant, uploadToken } from './signedUrls.ts'
import { attachFile, fileUrl, pictureDataUrl, removeFile, replaceFile } from './files.ts'
import { requestUpload } from './requestUpload.ts'
import { registerFiles } from './routes.ts'
import { openStorage } from './storage.ts'
import { sweepUploads } from './sweepUploads.ts'

let world: TestWorld
let app: FastifyInstance
let png: Buffer
let config: Parameters<typeof sweepUploads>[1]

beforeAll(async () => {
  world = await testWorld()
  config = (await world.call('admin')).services.config
  app = Fastify({ bodyLimit: 1000 })
  await registerFiles(app, { config, database: world.database })
  png = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
})

afterAll(async () => {
  await app.close()
  await world.close()
})

const photo = () => ({ purpose: 'student-photo', contentType: 'image/png', size: png.length })

async function send(url: string, payload: Buffer, contentType = 'image/png', headers: Record<string, string> = {}) {
  return app.inject({ method: 'PUT', url, payload, headers: { 'content-type': contentType, ...headers } })
}

async function uploaded(school = world.own, who: Who = 'admin', purpose: UploadPurpose = 'student-photo'): Promise<string> {
  const { url, fileId } = await requestUpload(await world.call(who, school), school.id, { ...photo(), purpose })
  expect((await send(url, png)).statusCode).toBe(201)
  return fileId
}

async function addressOf(fileId: string, schoolId = world.own.id, purpose: UploadPurpose = 'student-photo'): Promise<string> {
  return fileUrl(await world.call('admin'), schoolId, fileId, purpose) ?? ''
}

function onDisk(fileId: string, schoolId = world.own.id): boolean {
  return existsSync(join(config.dataDir, 'files', String(schoolId), fileId))
}

describe('requesting an upload', () => {
  test('is allowed to SUPERADMIN and ADMIN; a logo and pictures of formats only to SUPERADMIN', async () => {
    const forbidden = { code: 'FORBIDDEN', message: notAuthorized(), problems: [] }
    for (const who of ['fees', 'teacher', 'attendant', 'student'] as const)
      expect(await refusal(requestUpload(await world.call(who), world.own.id, photo()))).toEqual(forbidden)
    const logo = { ...photo(), purpose: 'school-logo' }
    for (const purpose of ['school-logo', 'certificate-picture', 'legacy-import'])
      expect(await refusal(requestUpload(await world.call('admin'), world.own.id, { ...photo(), purpose }))).toEqual(forbidden)
    for (const purpose of ['school-signature', 'user-photo'])
      await expect(requestUpload(await world.call('admin'), world.own.id, { ...photo(), purpose })).resolves.toBeDefined()
    await expect(requestUpload(await world.call('superadmin'), world.own.id, logo)).resolves.toBeDefined()
    expect((await refusal(requestUpload(await world.call('anonymous'), world.own.id, photo()))).code).toBe('SIGNED_OUT')
    expect((await refusal(requestUpload(await world.call('admin'), world.other.id, photo()))).code).toBe('NOT_FOUND')
  })

  test('is allowed to chat members for a message, with an hourly limit', async () => {
    const attachment = { ...photo(), purpose: 'chat-attachment' }
    const ask = async (who: Who) => requestUpload(await world.call(who), world.own.id, attachment)
    for (const who of ['fees', 'attendant'] as const)
      expect(await refusal(ask(who))).toMatchObject({ code: 'FORBIDDEN', message: notAuthorized() })
    const switchChat = async (chat: boolean) => {
      await world.database.kysely.updateTable('schools').set({ chat }).where('id', '=', world.own.id).execute()
      invalidateSchool(world.database, world.own.id)
    }
    await switchChat(false)
    expect(await refusal(ask('teacher'))).toMatchObject({ code: 'DISABLED_MODULE' })
    await switchChat(true)
    for (const who of ['superadmin', 'admin', 'teacher'] as const) await expect(ask(who)).resolves.toBeDefined()
    for (let count = 0; count < 30; count += 1) await ask('student')
    expect(await refusal(ask('student'))).toMatchObject({ code: 'RATE_LIMITED' })
    const wrong = requestUpload(await world.call('teacher'), world.own.id, { ...attachment, contentType: 'image/gif' })
    expect((await refusal(wrong)).message).toBe('Please choose a picture: PNG, JPEG or WebP, or a PDF file.')
  })

  test.each([
    [{ purpose: 'document' }, 'purpose', 'This is not something that can be uploaded'],
    [{ contentType: 'image/svg+xml' }, 'contentType', 'Please choose a picture: PNG, JPEG or WebP.'],
    [{ purpose: 'student-aadhar' }, 'contentType', 'Please choose a PDF file.'],
    [{ size: 5_000_001 }, 'size', 'The file is too large: at most 5 MB.'],
    [{ size: 0 }, 'size', 'Invalid file object'],
  ])('with %j is refused on its field', async (fields, path, message) => {
    const refused = await refusal(requestUpload(await world.call('admin'), world.own.id, { ...photo(), ...fields }))
    expect(refused).toEqual({ code: 'BAD_INPUT', message, problems: [{ path, message }] })
  })
})

describe('sending a file', () => {
  test('stores it re-encoded and returns its URL, once', async () => {
    const { url, fileId } = await requestUpload(await world.call('admin'), world.own.id, photo())
    const answer = await send(url, png)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ fileId })
    const read = await app.inject({ url: answer.json().url })
    expect(read.statusCode).toBe(200)
    expect(read.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-length': String(read.rawPayload.length),
    })
    expect(await sharp(read.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 60 })
    const again = await send(url, png)
    expect([again.statusCode, again.json().message]).toEqual([409, 'This file was sent already.'])
    expect((await app.inject({ url: answer.json().url })).rawPayload.equals(read.rawPayload)).toBe(true)
  })

  test('is refused where the storage is not the one of the database, and succeeds when that is mended', async () => {
    const { url, fileId } = await requestUpload(await world.call('admin'), world.own.id, photo())
    await asOwner(world.ownerUrl, 'insert into installation_storage (mark) values (gen_random_uuid())')
    try {
      const refused = await send(url, png)
      expect([refused.statusCode, refused.json()]).toEqual([
        503,
        {
          code: 'UNAVAILABLE',
          message: 'This server cannot store files at the moment. Please tell the person who runs it.',
        },
      ])
      expect(onDisk(fileId)).toBe(false)
    } finally {
      await asOwner(world.ownerUrl, 'delete from installation_storage')
    }
    expect((await send(url, png)).statusCode).toBe(201)
  })

  test('refuses another type, another size and more bytes than announced', async () => {
    const { url, fileId } = await requestUpload(await world.call('admin'), world.own.id, photo())
    expect((await send(url, png, 'text/html')).statusCode).toBe(415)
    expect((await send(url, png, 'image/jpeg')).statusCode).toBe(415)
    expect((await send(url, png.subarray(1))).statusCode).toBe(400)
    expect((await send(url, Buffer.concat([png, png]), 'image/png', { 'content-length': String(png.length) })).statusCode).toBe(
      413,
    )
    const svg = Buffer.alloc(png.length, ' ')
    svg.write('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    expect((await send(url, svg)).statusCode).toBe(415)
    expect(onDisk(fileId)).toBe(false)
    expect((await send(url, png)).statusCode).toBe(201)
  })

  test('refuses what one person sends beyond the few that may wait, and others pass', async () => {
    const slow = await sharp({ create: { width: 2500, height: 2500, channels: 4, background: '#369' } })
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer()
    const admin = await world.call('admin')
    const [own, other] = [
      await requestUpload(admin, world.own.id, photo()),
      await requestUpload(await world.call('superadmin'), world.own.id, photo()),
    ]
    const turn = { person: admin.viewer?.subject ?? '', urgency: 'PERSON' } as const
    const before = Array.from({ length: 11 }, () => drawPicture(slow, { kind: 'STORED', side: 1024 }, turn))
    const [refused, passed] = await Promise.all([send(own.url, png), send(other.url, png)])
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5'])
    expect(refused.json()).toMatchObject({
      code: 'RATE_LIMITED',
      message: '10 of your files are being checked already. Please send this one again in a few seconds.',
    })
    expect(passed.statusCode).toBe(201)
    await Promise.all(before)
    // The address is still good.
    expect((await send(own.url, png)).statusCode).toBe(201)
  })

  test('refuses an expired, changed or invalid URL', async () => {
    const grant: UploadGrant = {
      schoolId: world.own.id,
      fileId: randomUUID(),
      purpose: 'student-photo',
      contentType: 'image/png',
      size: png.length,
      subject: randomUUID(),
      expires: secondsFromNow(-1),
    }
    expect((await send(`/files/upload/${uploadToken(config.secretKey, grant)}`, png)).statusCode).toBe(403)
    const valid = uploadToken(config.secretKey, { ...grant, expires: grant.expires + 100 })
    const [body = '', signature = ''] = valid.split('.')
    const other = JSON.parse(Buffer.from(body, 'base64url').toString()) as UploadGrant
    const forged = Buffer.from(JSON.stringify({ ...other, schoolId: world.other.id })).toString('base64url')
    for (const token of [`${forged}.${signature}`, `${body}.`, body, '', `${valid}x`, uploadToken('another secret', other)])
      expect((await send(`/files/upload/${token}`, png)).statusCode).toBe(403)
    expect((await app.inject({ method: 'PUT', url: '/files/upload/../../etc/passwd', payload: 'x' })).statusCode).not.toBe(201)
  })
})

describe('reading a file', () => {
  test('needs our signature for this school and this file, valid for minutes', async () => {
    const fileId = await uploaded()
    const address = await addressOf(fileId)
    expect((await app.inject({ url: address })).statusCode).toBe(200)
    const foreign = address.replace(`/files/${world.own.id}/`, `/files/${world.other.id}/`)
    const later = address.replace(/expires=(\d+)/, (_, at: string) => `expires=${Number(at) + 1}`)
    for (const url of [
      address.replace(/signature=(.)/, (_, first: string) => `signature=${first === '_' ? '-' : '_'}`),
      address.split('?')[0] ?? '',
      foreign,
      later,
      `${address}&expires=9999999999`,
    ])
      expect((await app.inject({ url })).statusCode, url).toBe(403)
    const anHour = 3_600_000
    const old = (await import('./signedUrls.ts')).signedReadUrl(
      config.secretKey,
      world.own.id,
      fileId,
      'student-photo',
      fromNow(-anHour).getTime(),
    )
    expect((await app.inject({ url: old })).statusCode).toBe(403)
  })

  test('of another school finds nothing even when signed: the row is looked up in the school of the URL', async () => {
    const fileId = await uploaded(world.other)
    expect((await app.inject({ url: await addressOf(fileId) })).statusCode).toBe(404)
    expect((await app.inject({ url: await addressOf(fileId, world.other.id) })).statusCode).toBe(200)
  })

  test.each(['/files/1/..%2f..%2fsecret.key', '/files/..%2f..%2f/secret.key', '/files/1/%00', '/files/../secret.key'])(
    '%s leads nowhere',
    async (url) => {
      expect((await app.inject({ url: `${url}?expires=9999999999&signature=x` })).statusCode).toBeGreaterThanOrEqual(403)
    },
  )

  test('downloads a PDF, never displays it', async () => {
    const made = await PDFDocument.create()
    made.addPage().drawText('Aadhaar')
    const pdf = Buffer.from(await made.save())
    const input = { purpose: 'student-aadhar', contentType: 'application/pdf', size: pdf.length }
    const { url } = await requestUpload(await world.call('admin'), world.own.id, input)
    const answer = await send(url, pdf, 'application/pdf')
    expect(answer.statusCode).toBe(201)
    const read = await app.inject({ url: answer.json().url })
    expect(read.headers['content-disposition']).toMatch(/^attachment; filename="[0-9a-f-]{36}\.pdf"$/)
    expect((await pdfText(read.rawPayload)).texts).toEqual(['Aadhaar'])
  })
})

describe('files of records', () => {
  const inOwn = <T>(run: (running: Parameters<typeof replaceFile>[0]) => Promise<T>) =>
    world
      .call('admin')
      .then((call) => world.database.transaction(world.own.id, (db) => run({ db, call, schoolId: world.own.id })))
  const change = (from: string | null, to: string | null, purpose: UploadPurpose = 'student-photo') =>
    inOwn((running) => replaceFile(running, { from, to, purpose, path: 'photoFile' }))

  test('belong to one record, of their purpose, in their school, attached by the uploader', async () => {
    const [mine, foreign] = [await uploaded(), await uploaded(world.other)]
    await change(null, mine)
    const gone = { path: 'photoFile', message: 'This upload is not there any more. Please choose the file again.' }
    for (const [fileId, purpose] of [
      [mine, 'student-photo'],
      [foreign, 'student-photo'],
      [randomUUID(), 'student-photo'],
      [await uploaded(), 'school-logo'],
      [await uploaded(world.own, 'limitedAdmin'), 'student-photo'],
      [await uploaded(world.own, 'superadmin'), 'student-photo'],
    ] as const)
      expect(await refusal(change(null, fileId, purpose))).toEqual({ code: 'BAD_INPUT', message: gone.message, problems: [gone] })
  })

  test('are removed when replaced, row and bytes', async () => {
    const [first, second] = [await uploaded(), await uploaded()]
    await (await change(null, first))()
    await (await change(first, first))()
    expect((await app.inject({ url: await addressOf(first) })).statusCode).toBe(200)
    await (await change(first, second))()
    expect([onDisk(first), onDisk(second)]).toEqual([false, true])
    expect((await app.inject({ url: await addressOf(first) })).statusCode).toBe(404)
    await (await change(second, null))()
    expect(onDisk(second)).toBe(false)
  })

  test('are removed even if their bytes are gone', async () => {
    const fileId = await uploaded()
    const remove = await inOwn(({ db, call, schoolId }) => removeFile(db, call, schoolId, fileId))
    await remove()
    await expect(remove()).resolves.toBeUndefined()
  })

  test('are deleted after a day if no record took them; the others stay', async () => {
    const [loose, taken] = [await uploaded(), await uploaded()]
    await change(null, taken)
    expect(await sweepUploads(world.database, config)).toBe(0)
    expect(onDisk(loose)).toBe(true)
    expect(await sweepUploads(world.database, config, fromNow(25 * 3_600_000))).toBeGreaterThan(0)
    expect([onDisk(loose), onDisk(taken)]).toEqual([false, true])
  })
})

describe('a file whose bytes are being written', () => {
  /** Sends a file to a process that has written half of its bytes, and waits. */
  async function halfWritten() {
    const own = { ...config }
    const disk = await openStorage(own)
    const [half, rest] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const put = disk.put.bind(disk)
    vi.spyOn(disk, 'put').mockImplementation(async (key, bytes, options) => {
      await put(key, Buffer.from(bytes as Uint8Array).subarray(0, 10), options)
      half.resolve(undefined)
      await rest.promise
      await put(key, bytes, options)
    })
    const server = Fastify()
    await registerFiles(server, { config: own, database: world.database })
    const { url, fileId } = await requestUpload(await world.call('admin'), world.own.id, photo())
    const answer = (async () => server.inject({ method: 'PUT', url, payload: png, headers: { 'content-type': 'image/png' } }))()
    await half.promise
    return {
      fileId,
      finish: async () => {
        rest.resolve(undefined)
        const { statusCode } = await answer
        await server.close()
        return statusCode
      },
    }
  }
  const attach = async (fileId: string) => {
    const call = await world.call('admin')
    const running = { call, schoolId: world.own.id }
    await world.database.transaction(world.own.id, (db) => attachFile({ db, ...running }, fileId, 'student-photo', 'photoFile'))
  }
  const anHour = 3_600_000

  test('is taken by no record and read by nobody, until all of them are there', async () => {
    const { fileId, finish } = await halfWritten()
    expect(onDisk(fileId)).toBe(true)
    expect(await refusal(attach(fileId))).toMatchObject({ code: 'BAD_INPUT', problems: [{ path: 'photoFile' }] })
    expect((await app.inject({ url: await addressOf(fileId) })).statusCode).toBe(404)
    expect(await pictureDataUrl(await world.call('admin'), world.own.id, fileId)).toBeNull()
    expect(await finish()).toBe(201)
    expect((await app.inject({ url: await addressOf(fileId) })).statusCode).toBe(200)
    expect(await pictureDataUrl(await world.call('admin'), world.own.id, fileId)).toMatch(/^data:image/)
    await attach(fileId)
  })

  test('is deleted after an hour, as one whose process has ended is, and a late end leaves no bytes', async () => {
    const [whole, { fileId, finish }] = [await uploaded(), await halfWritten()]
    await sweepUploads(world.database, config, fromNow(0.9 * anHour))
    expect(onDisk(fileId)).toBe(true)
    await sweepUploads(world.database, config, fromNow(1.1 * anHour))
    expect([onDisk(fileId), onDisk(whole)]).toEqual([false, true])
    expect(await finish()).toBe(409)
    expect(onDisk(fileId)).toBe(false)
  })

  test('cannot be held by a record in the database either', async () => {
    const { fileId, finish } = await halfWritten()
    await expect(asOwner(world.ownerUrl, 'update files set attached = true where id = $1', [fileId])).rejects.toThrow(
      'files_attached_are_stored',
    )
    await finish()
  })
})

test('a storage that cannot be written stores no row either', async () => {
  const { url, fileId } = await requestUpload(await world.call('admin'), world.own.id, photo())
  const broken = Fastify()
  await registerFiles(broken, { config: { ...config, storageUrl: 'file:///dev/null/files' }, database: world.database })
  const answer = await broken.inject({ method: 'PUT', url, payload: png, headers: { 'content-type': 'image/png' } })
  expect(answer.statusCode).toBe(500)
  await broken.close()
  expect((await send(url, png)).statusCode).toBe(201)
  expect(onDisk(fileId)).toBe(true)
})
